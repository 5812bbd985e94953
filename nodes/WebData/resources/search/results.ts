import { isObject, type JsonObject, parseUrl } from '../../json/json';

/** Kinds of the results by list. The results of any other list have its name as their kind. */
const listKinds: ReadonlyMap<string, string> = new Map([
	['web', 'web'],
	['news', 'news'],
	['images', 'image'],
	['tools', 'tool'],
	['research', 'paper'],
]);

export interface SearchResult {
	kind: string;
	/** Name of the list that contains the result. */
	list: string;
	/** Position among the results of the same kind, starting at 1. */
	position: number;
	result: JsonObject;
	at: (string | number)[];
}

interface ResultList {
	kind: string;
	list: string;
	entries: unknown[];
	at: string[];
}

/** Returns the lists of an object. The known lists come first. */
function listsIn(object: JsonObject, at: string[]): ResultList[] {
	const names = new Set([...listKinds.keys(), ...Object.keys(object)]);
	return [...names].flatMap((list) => {
		const entries = object[list];
		if (!Array.isArray(entries)) return [];
		return [{ kind: listKinds.get(list) ?? list, list, entries, at: [...at, list] }];
	});
}

/**
 * Returns the lists of results in the order of the output. Some servers return all results as one list in `data`, or the
 * lists without `data`.
 */
export function resultLists(answer: JsonObject): ResultList[] {
	const { data } = answer;
	if (isObject(data)) return listsIn(data, ['data']);
	return Array.isArray(data)
		? [{ kind: 'web', list: 'web', entries: data, at: ['data'] }]
		: listsIn(answer, []);
}

export const isSearchResponse = (answer: JsonObject): boolean =>
	isObject(answer.data) || resultLists(answer).length > 0;

/** Returns the number of results that cost credits. Catalog tools and papers are free. */
export const countPaidResults = (answer: JsonObject): number =>
	resultLists(answer)
		.filter(({ kind }) => kind !== 'tool' && kind !== 'paper')
		.reduce((sum, { entries }) => sum + entries.length, 0);

function toResult(entry: unknown): JsonObject {
	if (isObject(entry)) return entry;
	return parseUrl(String(entry)) === undefined ? { value: entry } : { url: entry };
}

export function* searchResults(answer: JsonObject): Generator<SearchResult, void> {
	for (const { kind, list, entries, at } of resultLists(answer)) {
		for (const [index, entry] of entries.entries()) {
			const result = toResult(entry);
			yield {
				kind,
				list,
				position: typeof result.position === 'number' ? result.position : index + 1,
				result,
				at: [...at, index],
			};
		}
	}
}
