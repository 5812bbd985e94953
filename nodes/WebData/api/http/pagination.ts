import { callApi, type CallResult, type Session } from './call';
import type { ApiRequest } from './request';
import { isObject, type JsonObject } from './response';

export type Query = Readonly<Record<string, string>>;

/** How a list of the service is read. */
export interface PageReader {
	/** The entries of a page. */
	itemsIn(page: JsonObject): JsonObject[];
	/**
	 * The part of the query that selects the next page, given the `query` of this page. Undefined after the last page.
	 */
	nextIn(page: JsonObject, query: Query): Query | undefined;
	/** Maximum number of entries. By default, all pages are read. */
	limit?: number;
	/** Number of consecutive pages without entries that ends the list; 3 by default. */
	maxEmptyPages?: number;
}

/** Why no further page was read: it was the last one, `limit` was reached, or the service repeated itself. */
export type PagesEnd = 'lastPage' | 'limit' | 'noProgress';

type Effort = Pick<CallResult, 'attempts' | 'waits'>;

export type Collected =
	({ ok: true; items: JsonObject[]; end: PagesEnd } & Effort) | (CallResult & { ok: false });

/** A list is considered endless after this many consecutive pages without entries. */
const MAX_EMPTY_PAGES = 3;
const MAX_PAGES = 10_000;

/** The objects of a list in a response. Other entries are left out. */
export const objectsIn = (list: unknown): JsonObject[] =>
	Array.isArray(list) ? list.filter(isObject) : [];

/**
 * Query string of the next-page URL. Its host and path are ignored: behind a proxy they differ from the configured
 * base URL, and the API key must not be sent to another host.
 */
export function queryOfNext(next: unknown): Query | undefined {
	if (typeof next !== 'string') return undefined;
	const query = /\?([^#]*)/.exec(next)?.[1] ?? '';
	return query === '' ? undefined : Object.fromEntries(new URLSearchParams(query));
}

const keyOf = (query: Query): string => JSON.stringify(Object.entries(query).sort());

/** Detects pages that repeat, and lists that never end. */
class PageProgress {
	readonly #seen = new Set<string>();
	#emptyPages = 0;
	readonly #maxEmptyPages: number;

	constructor(query: Query, maxEmptyPages: number) {
		this.#seen.add(keyOf(query));
		this.#maxEmptyPages = maxEmptyPages;
	}

	/** Whether the page after one with this many entries should be read. */
	canContinue(itemCount: number, next: Query): boolean {
		this.#emptyPages = itemCount === 0 ? this.#emptyPages + 1 : 0;
		const key = keyOf(next);
		if (this.#seen.has(key) || this.#emptyPages >= this.#maxEmptyPages) return false;
		return this.#seen.add(key).size <= MAX_PAGES;
	}
}

/** Reads the pages of a list one after the other. If a page cannot be fetched, the whole list fails. */
export async function collect(
	request: ApiRequest,
	session: Session,
	{ itemsIn, nextIn, limit = Infinity, maxEmptyPages = MAX_EMPTY_PAGES }: PageReader,
): Promise<Collected> {
	const effort: Effort = { attempts: 0, waits: [] };
	const items: JsonObject[] = [];
	const done = (end: PagesEnd): Collected => ({
		ok: true,
		items: items.slice(0, limit),
		end,
		...effort,
	});
	let query: Query = request.query ?? {};
	let page = request;
	const progress = new PageProgress(query, maxEmptyPages);
	for (;;) {
		const result = await callApi(page, session);
		effort.attempts += result.attempts;
		effort.waits.push(...result.waits);
		if (!result.ok) return { ...result, ...effort };
		const pageItems = itemsIn(result.answer);
		items.push(...pageItems);
		if (items.length >= limit) return done('limit');
		const next = nextIn(result.answer, query);
		if (next === undefined) return done('lastPage');
		query = { ...query, ...next };
		if (!progress.canContinue(pageItems.length, query)) return done('noProgress');
		page = { ...request, query: { ...query } };
	}
}
