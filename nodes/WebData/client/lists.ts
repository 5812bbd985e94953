import type { Failure } from '../errors/row';
import { isObject, type JsonObject } from '../json/json';
import {
	callApi,
	type Effort,
	type FailedResult,
	noEffort,
	type Result,
	succeedWith,
	totalEffort,
} from './call';
import type { Client } from './client';
import type { ApiRequest } from './request';

export type Query = Readonly<Record<string, string>>;

export interface ListReader {
	entriesIn(page: JsonObject): JsonObject[];
	/** Returns the ID of an entry. The default is its field `id`. An entry with the ID of an earlier entry is omitted. */
	idOf?(entry: JsonObject): unknown;
	/** Returns the query of the next page, or undefined after the last page. */
	nextIn(page: JsonObject, query: Query): Query | undefined;
	/** Maximum number of entries. By default, all pages are read. */
	maxEntries?: number;
	/** Reading stops after this number of consecutive empty pages. The default is 3. */
	maxEmptyPages?: number;
	/** Whether the entries that were read are returned if a later page cannot be read and a retry cannot help. */
	keepsPart?: true;
}

/** `noProgress` means that the service returned no new pages, `broken` that it refused a page after the first. */
type ListEnd = 'lastPage' | 'maxEntries' | 'noProgress' | 'broken';

export type Collected =
	({ ok: true; entries: JsonObject[]; end: ListEnd; failure?: Failure } & Effort) | FailedResult;

const MAX_EMPTY_PAGES = 3;
const MAX_PAGES = 10_000;

export const objectsIn = (list: unknown): JsonObject[] =>
	Array.isArray(list) ? list.filter(isObject) : [];

/**
 * Returns the query parameters of a next-page URL. The host is ignored, because the API key must not be sent to another
 * host.
 */
export function queryOfNext(next: unknown): Query | undefined {
	if (typeof next !== 'string') return undefined;
	const query = /\?([^#]*)/.exec(next)?.[1] ?? '';
	return query === '' ? undefined : Object.fromEntries(new URLSearchParams(query));
}

/** Returns a filter for the entries that are not on an earlier page. Entries without an ID pass. */
function openNewEntries(idOf: (entry: JsonObject) => unknown) {
	const known = new Set<unknown>();
	return (entry: JsonObject): boolean => {
		const id = idOf(entry);
		if (typeof id !== 'string' || id === '') return true;
		return known.size !== known.add(id).size;
	};
}

const keyOf = (query: Query): string => JSON.stringify(Object.entries(query).sort());

/** Returns a function that says, after each page, whether to read the next one. */
function openProgress(first: Query, maxEmptyPages: number) {
	const queries = new Set([keyOf(first)]);
	let emptyPages = 0;
	return (entryCount: number, next: Query): boolean => {
		emptyPages = entryCount === 0 ? emptyPages + 1 : 0;
		const key = keyOf(next);
		if (queries.has(key) || emptyPages >= maxEmptyPages) return false;
		return queries.add(key).size <= MAX_PAGES;
	};
}

/**
 * Reads the pages of a list one after the other, without repeated entries. Returns a failure if a page cannot be read, unless
 * `keepsPart` is set.
 */
export async function collect(
	request: ApiRequest,
	client: Client,
	reader: ListReader,
): Promise<Collected> {
	const { entriesIn, nextIn, keepsPart, idOf = ({ id }) => id } = reader;
	const { maxEntries = Infinity, maxEmptyPages = MAX_EMPTY_PAGES } = reader;
	const isNew = openNewEntries(idOf);
	let effort = noEffort;
	const entries: JsonObject[] = [];
	const done = (end: ListEnd, failure?: Failure): Collected => ({
		ok: true,
		entries: entries.slice(0, maxEntries),
		end,
		failure,
		...effort,
	});
	let query: Query = request.query ?? {};
	let page = request;
	const canContinue = openProgress(query, maxEmptyPages);
	for (;;) {
		const result = await callApi(page, client);
		effort = totalEffort([effort, result]);
		if (!result.ok) {
			const isFinal = result.failure.retry === 'never' && result.stopReason !== 'aborted';
			if (keepsPart && entries.length > 0 && isFinal) return done('broken', result.failure);
			return { ...result, ...effort };
		}
		const newEntries = entriesIn(result.answer).filter(isNew);
		for (const entry of newEntries) entries.push(entry);
		if (entries.length >= maxEntries) return done('maxEntries');
		const next = nextIn(result.answer, query);
		if (next === undefined) return done('lastPage');
		query = { ...query, ...next };
		if (!canContinue(newEntries.length, query)) return done('noProgress');
		page = { ...request, query: { ...query } };
	}
}

/** Returns the entries of all pages in the field `data`. */
export async function collectData(
	request: ApiRequest,
	client: Client,
	reader: ListReader,
): Promise<Result> {
	const listed = await collect(request, client, reader);
	if (!listed.ok) return listed;
	return succeedWith(listed, { success: true, data: listed.entries });
}
