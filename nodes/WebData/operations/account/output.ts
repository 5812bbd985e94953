import { objectsIn } from '../../api/http/pagination';
import type { JsonObject } from '../../api/http/response';
import type { Notice, OutputPart } from '../operation';

/** The facts of a response as one item. */
export const toFacts = ({ success: _success, ...facts }: JsonObject): OutputPart[] => [
	{ json: facts },
];

/** One item for each entry of a list. */
export const toEntries = (list: unknown): OutputPart[] => objectsIn(list).map((json) => ({ json }));

/** A notice for a list without entries. `text` says what was not found. */
export const emptyList = (list: unknown, text: string): Notice[] =>
	objectsIn(list).length === 0 ? [{ kind: 'emptyList', text }] : [];
