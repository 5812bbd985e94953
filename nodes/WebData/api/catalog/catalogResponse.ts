// Where an answer to catalog calls has their results.

import { isObject, type JsonObject } from '../http/response';

/** Names under which the list of results is known; the specification leaves the answer's shape open. */
const listNames = ['catalog', 'alexandria', 'exchange'] as const;

export interface CatalogEntries {
	/** The name that this answer has for the list. */
	name: string;
	/** One for each call, in their order. */
	entries: JsonObject[];
}

/** None where no list is found. */
export function catalogEntries(answer: JsonObject): CatalogEntries | undefined {
	const data = isObject(answer.data) ? answer.data : {};
	const name = listNames.find((each) => data[each] !== undefined);
	if (name === undefined) return undefined;
	const held = data[name];
	const list: unknown[] = Array.isArray(held) ? held : [held];
	return { name, entries: list.map((entry) => (isObject(entry) ? entry : { data: entry })) };
}

/** No, nothing, and nothing in it. An empty object stays: errors that JSON knows nothing of become one. */
const isBlankError = (error: unknown): boolean =>
	!error ||
	(typeof error === 'string' && error.trim() === '') ||
	(Array.isArray(error) && error.length === 0);

const errorMessage = (error: unknown): string => {
	const said = isObject(error) ? error.message : error;
	return typeof said === 'string' || typeof said === 'number' ? String(said).trim() : '';
};

/**
 * Why a call failed, as an object with its `message`: the specification leaves the shape open, and a failure
 * in another one is a failure, too. None where the call did not fail.
 */
export function entryError({ error }: JsonObject): JsonObject | undefined {
	if (isBlankError(error)) return undefined;
	if (isObject(error)) return error;
	const words = (Array.isArray(error) ? error : [error]).map(errorMessage);
	return { message: words.filter((each) => each !== '').join('; ') };
}
