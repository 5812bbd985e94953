import type { Session } from '../http/call';
import { collect, objectsIn, queryOfNext, type Collected, type Query } from '../http/pagination';
import type { ApiRequest } from '../http/request';
import { isObject, nonEmptyText, type JsonObject } from '../http/response';

/** Page size that the service uses if the request contains no `limit`. */
const DEFAULT_PAGE_SIZE = 100;
/** Maximum number of consecutive empty pages. Pages are empty if the content of their documents no longer exists. */
const MAX_EMPTY_JOB_PAGES = 100;

const readWholeNumber = (value: unknown): number | undefined => {
	const number = typeof value === 'string' ? Number(value) : value;
	return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
};

/**
 * Returns the query for the next page of documents. For every status except `completed`, the service returns `next`
 * even after the last document. Therefore, the `completed` count determines the last page. Without this count, pages are
 * read until `next` no longer advances.
 */
export function nextSkip(page: JsonObject, query: Query): Query | undefined {
	const skip = readWholeNumber(query.skip) ?? 0;
	const nextInPage = readWholeNumber(queryOfNext(page.next)?.skip) ?? 0;
	// If the content of a document no longer exists, the page contains fewer documents than the number of positions it
	// covers.
	const next = nextInPage > skip ? nextInPage : skip + objectsIn(page.data).length;
	const total = readWholeNumber(page.completed) ?? (nextInPage > skip ? Infinity : 0);
	return next > skip && next < total ? { skip: String(next) } : undefined;
}

/**
 * Returns a filter that removes documents that were read before. If a document is missing and the page contains no
 * `next`, the computed position is too low, so the next page repeats documents.
 */
function newDocuments(): (document: JsonObject) => boolean {
	const known = new Set<string>();
	return ({ metadata }) => {
		const id = isObject(metadata) ? nonEmptyText(metadata.scrapeId) : undefined;
		if (id === undefined) return true;
		const isNew = !known.has(id);
		known.add(id);
		return isNew;
	};
}

/** Range of a job's documents, in order of completion. */
export interface Slice {
	/** First position of the range, starting at 0. */
	skip: number;
	/** Number of positions in the range. By default, all following positions. */
	limit?: number;
}

/**
 * Returns the query for the positions from `skip` up to `end`. Omits `limit` if the range exceeds the default page
 * size, because the service limits the page size.
 */
const sliceQuery = (skip: number, end: number): Query => ({
	...(skip > 0 ? { skip: String(skip) } : {}),
	...(end - skip <= DEFAULT_PAGE_SIZE ? { limit: String(end - skip) } : {}),
});

export const firstQuery = ({ skip, limit = Infinity }: Slice): Query =>
	sliceQuery(skip, skip + limit);

/** Documents in a slice, with the last response and the number of documents that the job had completed by then. */
export type CollectedPages = Collected & { completed?: number; last?: JsonObject };

/**
 * Reads the documents in a slice of a job. `request` reads the job status with data. Documents whose content no longer
 * exists are missing from the result, but their positions still count.
 */
export async function collectPages(
	request: ApiRequest,
	session: Session,
	{ skip, limit = Infinity }: Slice = { skip: 0 },
): Promise<CollectedPages> {
	const end = skip + limit;
	let completed: number | undefined;
	let last: JsonObject | undefined;
	const isNew = newDocuments();
	const query = { ...request.query, ...firstQuery({ skip, limit }) };
	const collected = await collect({ ...request, query }, session, {
		itemsIn: (page) => {
			completed = readWholeNumber(page.completed) ?? completed;
			last = page;
			return objectsIn(page.data).filter(isNew);
		},
		nextIn: (page, current) => {
			const next = readWholeNumber(nextSkip(page, current)?.skip);
			return next === undefined || next >= end ? undefined : sliceQuery(next, end);
		},
		limit,
		maxEmptyPages: MAX_EMPTY_JOB_PAGES,
	});
	return { ...collected, completed, last };
}
