import { isObject, type JsonObject } from '../http/response';

/** Undocumented field names of the result list in a response. */
const listNames = ['catalog', 'alexandria', 'exchange'] as const;

export interface CatalogEntries {
	name: string;
	/** One entry per call, in request order. */
	entries: JsonObject[];
}

/** Returns the results of the calls, or undefined if the response contains no result list. */
export function catalogEntries(answer: JsonObject): CatalogEntries | undefined {
	const data = isObject(answer.data) ? answer.data : {};
	const name = listNames.find((listName) => data[listName] !== undefined);
	if (name === undefined) return undefined;
	const results = data[name];
	const list: unknown[] = Array.isArray(results) ? results : [results];
	return { name, entries: list.map((entry) => (isObject(entry) ? entry : { data: entry })) };
}

/** `{}` counts as an error, because `JSON.stringify` turns an `Error` into `{}`. */
const isBlankError = (error: unknown): boolean =>
	!error ||
	(typeof error === 'string' && error.trim() === '') ||
	(Array.isArray(error) && error.length === 0);

const entryErrorText = (error: unknown): string => {
	const text = isObject(error) ? error.message : error;
	return typeof text === 'string' || typeof text === 'number' ? String(text).trim() : '';
};

/** Returns the error of a failed call as an object with a `message`, or undefined if the call succeeded. */
export function entryError({ error }: JsonObject): JsonObject | undefined {
	if (isBlankError(error)) return undefined;
	if (isObject(error)) return error;
	const texts = (Array.isArray(error) ? error : [error]).map(entryErrorText);
	return { message: texts.filter((text) => text !== '').join('; ') };
}
