import type { Session } from '../http/call';
import { collect, objectsIn, queryOfNext, type Collected, type Query } from '../http/pagination';
import type { ApiRequest } from '../http/request';
import { isObject, nonEmptyText, type JsonObject } from '../http/response';

const DEFAULT_PAGE_SIZE = 100;
/** A page is empty if the content of its documents no longer exists. */
const MAX_EMPTY_JOB_PAGES = 100;

const readWholeNumber = (value: unknown): number | undefined => {
	const number = typeof value === 'string' ? Number(value) : value;
	return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
};

/**
 * Returns the query for the next page, or undefined after the last page. A job that did not complete has `next` even
 * after its last document. The pages of a completed job may lead to more documents than it counts.
 */
export function nextSkip(page: JsonObject, query: Query): Query | undefined {
	const skip = readWholeNumber(query.skip) ?? 0;
	const nextInPage = readWholeNumber(queryOfNext(page.next)?.skip) ?? 0;
	// A page omits documents whose content no longer exists, but the offset in the service's `next` counts these
	// documents.
	const next = nextInPage > skip ? nextInPage : skip + objectsIn(page.data).length;
	const total = readWholeNumber(page.completed) ?? (nextInPage > skip ? Infinity : 0);
	const leadsOn =
		page.status === 'completed' && nextInPage > skip && objectsIn(page.data).length > 0;
	return next > skip && (next < total || leadsOn) ? { skip: String(next) } : undefined;
}

/** Returns a filter that removes repeated documents. Pages may overlap if the service does not return `next`. */
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
	skip: number;
	/** Maximum number of documents. By default, the range has no end. */
	limit?: number;
}

/** Returns the query for the documents from `skip` up to `end`. */
const sliceQuery = (skip: number, end: number): Query => ({
	...(skip > 0 ? { skip: String(skip) } : {}),
	...(end - skip <= DEFAULT_PAGE_SIZE ? { limit: String(end - skip) } : {}),
});

export const firstQuery = ({ skip, limit = Infinity }: Slice): Query =>
	sliceQuery(skip, skip + limit);

export type CollectedPages = Collected & { completed?: number; last?: JsonObject };

/** Reads the documents in a range. Documents whose content no longer exists are omitted. */
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
		keepsPart: true,
	});
	return { ...collected, completed, last };
}
