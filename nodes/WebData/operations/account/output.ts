import { objectsIn } from '../../api/http/pagination';
import type { JsonObject } from '../../api/http/response';
import type { Notice, OutputPart } from '../operation';

export const toFacts = ({ success: _success, ...facts }: JsonObject): OutputPart[] => [
	{ json: facts },
];

export const toEntries = (list: unknown): OutputPart[] => objectsIn(list).map((json) => ({ json }));

export const emptyList = (list: unknown, text: string): Notice[] =>
	objectsIn(list).length === 0 ? [{ kind: 'emptyList', text }] : [];
