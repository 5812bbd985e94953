import { objectsIn } from '../../api/http/pagination';
import type { JsonObject } from '../../api/http/response';
import type { Notice, OutputPart } from '../operation';

/** Returns a response as one item, without the `success` field. */
export const toFacts = ({ success: _success, ...facts }: JsonObject): OutputPart[] => [
	{ json: facts },
];

/** Returns one item per list entry. */
export const toEntries = (list: unknown): OutputPart[] => objectsIn(list).map((json) => ({ json }));

/** Returns a notice with `text` if the list is empty. */
export const emptyList = (list: unknown, text: string): Notice[] =>
	objectsIn(list).length === 0 ? [{ kind: 'emptyList', text }] : [];
