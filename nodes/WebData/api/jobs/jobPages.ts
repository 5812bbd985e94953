import type { Session } from '../http/call';
import { collect, objectsIn, queryOfNext, type Collected, type Query } from '../http/pagination';
import type { ApiRequest } from '../http/request';
import { isObject, nonEmptyText, type JsonObject } from '../http/response';

/** The page size of the service if the request has no `limit`. */
const DEFAULT_PAGE_SIZE = 100;
/** Maximum number of consecutive documents whose content no longer exists. */
const MAX_EMPTY_JOB_PAGES = 100;

const readWholeNumber = (value: unknown): number | undefined => {
	const number = typeof value === 'string' ? Number(value) : value;
	return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
};

/**
 * The position after a page of a job's documents. The service returns `next` for every status except `completed`, even
 * after the last document, so `completed` states the number of documents.
 */
export function nextSkip(page: JsonObject, query: Query): Query | undefined {
	const skip = readWholeNumber(query.skip) ?? 0;
	const nextInPage = readWholeNumber(queryOfNext(page.next)?.skip) ?? 0;
	// A page can have fewer documents than positions, if the content of a document no longer exists.
	const next = nextInPage > skip ? nextInPage : skip + objectsIn(page.data).length;
	const total = readWholeNumber(page.completed) ?? 0;
	return next > skip && next < total ? { skip: String(next) } : undefined;
}

/**
 * Returns a filter for documents that were not read before. Where a document is missing and the page has no `next`, the
 * position after the page is too low, and documents are read again.
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

/** Positions of a job's documents, in the order in which they were finished. */
export interface Slice {
	/** The first position, from 0. */
	skip: number;
	/** Number of positions. By default, all that follow. */
	limit?: number;
}

/** The query for the positions from `skip` up to `end`. The service limits the size of a page. */
const sliceQuery = (skip: number, end: number): Query => ({
	...(skip > 0 ? { skip: String(skip) } : {}),
	...(end - skip <= DEFAULT_PAGE_SIZE ? { limit: String(end - skip) } : {}),
});

/** The query of the first request for a slice. */
export const firstQuery = ({ skip, limit = Infinity }: Slice): Query =>
	sliceQuery(skip, skip + limit);

/**
 * The documents in a slice, with the number of documents that the job had finished when they were read, and the last
 * response.
 */
export type CollectedPages = Collected & { completed?: number; last?: JsonObject };

/**
 * Reads the documents of a job that pages them with `skip`. `request` asks for its status with data. Documents whose
 * content no longer exists are missing in the result, but keep their positions.
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
