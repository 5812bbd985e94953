import type { JsonObject } from '../json/json';
import { call } from './call';
import type { Client } from './client';
import type { ApiRequest } from './request';

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
}

interface ListPage {
	response: JsonObject;
	/** The entries that are not in an earlier response. */
	entries: JsonObject[];
	/** Whether the list continues. If this is the last response, the service has returned no new entries. */
	hasNext: boolean;
}

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

/** Returns a filter for values that it has not seen. */
function openNew() {
	const known = new Set<unknown>();
	return (value: unknown): boolean => known.size !== known.add(value).size;
}

const keyOf = (query: Query): string => JSON.stringify(Object.entries(query).sort());

/** Requests the parts of a list one after the other, and returns each response with its new entries. */
export async function* list(
	request: ApiRequest,
	client: Client,
	reader: ListReader,
): AsyncGenerator<ListPage, void> {
	const { entriesIn, nextIn, idOf = ({ id }) => id } = reader;
	const { maxEntries = Infinity, maxEmptyResponses = 3 } = reader;
	const [isNewId, isNewQuery] = [openNew(), openNew()];
	const isNew = (entry: JsonObject): boolean => {
		const id = idOf(entry);
		return typeof id !== 'string' || id === '' || isNewId(id);
	};
	let query: Query = request.query ?? {};
	let left = maxEntries;
	let emptyResponses = 0;
	for (let responses = 0; responses < MAX_RESPONSES; responses++) {
		if (!isNewQuery(keyOf(query)) || emptyResponses >= maxEmptyResponses) return;
		const response = await call({ ...request, query: { ...query } }, client);
		const entries = entriesIn(response).filter(isNew).slice(0, left);
		emptyResponses = entries.length === 0 ? emptyResponses + 1 : 0;
		left -= entries.length;
		const next = left > 0 ? nextIn(response, query) : undefined;
		yield { response, entries, hasNext: next !== undefined };
		if (next === undefined) return;
		query = { ...query, ...next };
	}
}

/** Returns all entries of a list without repetitions. */
export async function readList(
	request: ApiRequest,
	client: Client,
	reader: ListReader,
): Promise<JsonObject[]> {
	const all: JsonObject[] = [];
	for await (const { entries } of list(request, client, reader)) {
		for (const entry of entries) all.push(entry);
	}
	return all;
}
