import type { Failure } from '../errors/row';
import type { JsonObject } from '../json/json';
import { callApi } from './call';
import {
	type ApiRequest,
	type Client,
	type Effort,
	type FailedResult,
	noEffort,
	type Result,
	succeedWith,
	totalEffort,
} from './client';

export type Query = Readonly<Record<string, string>>;

export interface ListReader {
	entriesIn(response: JsonObject): JsonObject[];
	/** Returns the ID of an entry. The default is its field `id`. An entry with the ID of an earlier entry is omitted. */
	idOf?(entry: JsonObject): unknown;
	/** Returns the query for the next response, or undefined after the last one. */
	nextIn(response: JsonObject, query: Query): Query | undefined;
	/** Maximum number of entries. By default, the whole list is read. */
	maxEntries?: number;
	/** Reading stops after this number of consecutive responses without new entries. The default is 3. */
	maxEmptyResponses?: number;
	/** Whether the entries that were read are returned if a later response fails and a retry cannot help. */
	keepsPart?: true;
}

/** `noProgress` means that the service returned no new entries, `broken` that it refused a request after the first. */
type ListEnd = 'complete' | 'maxEntries' | 'noProgress' | 'broken';

export type ListResult =
	({ ok: true; entries: JsonObject[]; end: ListEnd; failure?: Failure } & Effort) | FailedResult;

const MAX_RESPONSES = 10_000;

/**
 * Returns the query parameters of a next-page URL. The host is ignored, because the API key must not be sent to another
 * host.
 */
export function queryOfNext(next: unknown): Query | undefined {
	if (typeof next !== 'string') return undefined;
	const query = /\?([^#]*)/.exec(next)?.[1] ?? '';
	return query === '' ? undefined : Object.fromEntries(new URLSearchParams(query));
}

/** Returns a filter for the entries that are not in an earlier response. Entries without an ID pass. */
function openNewEntries(idOf: (entry: JsonObject) => unknown) {
	const known = new Set<unknown>();
	return (entry: JsonObject): boolean => {
		const id = idOf(entry);
		if (typeof id !== 'string' || id === '') return true;
		return known.size !== known.add(id).size;
	};
}

const keyOf = (query: Query): string => JSON.stringify(Object.entries(query).sort());

/** Returns a function that says, after each response, whether to send the next request. */
function openProgress(first: Query, maxEmptyResponses: number) {
	const queries = new Set([keyOf(first)]);
	let emptyResponses = 0;
	return (entryCount: number, next: Query): boolean => {
		emptyResponses = entryCount === 0 ? emptyResponses + 1 : 0;
		const key = keyOf(next);
		if (queries.has(key) || emptyResponses >= maxEmptyResponses) return false;
		return queries.add(key).size <= MAX_RESPONSES;
	};
}

/**
 * Requests the parts of a list one after the other, and returns its entries without repetitions. Returns a failure if a
 * request fails, unless `keepsPart` is set.
 */
export async function collect(
	request: ApiRequest,
	client: Client,
	reader: ListReader,
): Promise<ListResult> {
	const { entriesIn, nextIn, keepsPart, idOf = ({ id }) => id } = reader;
	const { maxEntries = Infinity, maxEmptyResponses = 3 } = reader;
	const isNew = openNewEntries(idOf);
	let effort = noEffort;
	const entries: JsonObject[] = [];
	const done = (end: ListEnd, failure?: Failure): ListResult => ({
		ok: true,
		entries: entries.slice(0, maxEntries),
		end,
		failure,
		...effort,
	});
	let query: Query = request.query ?? {};
	let sent = request;
	const canContinue = openProgress(query, maxEmptyResponses);
	for (;;) {
		const result = await callApi(sent, client);
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
		if (next === undefined) return done('complete');
		query = { ...query, ...next };
		if (!canContinue(newEntries.length, query)) return done('noProgress');
		sent = { ...request, query: { ...query } };
	}
}

/** Returns all entries of a list in the field `data`. */
export async function collectData(
	request: ApiRequest,
	client: Client,
	reader: ListReader,
): Promise<Result> {
	const listed = await collect(request, client, reader);
	if (!listed.ok) return listed;
	return succeedWith(listed, { success: true, data: listed.entries });
}
