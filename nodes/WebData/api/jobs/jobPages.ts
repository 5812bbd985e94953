import type { Session } from '../http/call';
import { collect, objectsIn, queryOfNext, type Collected, type Query } from '../http/pagination';
import type { ApiRequest } from '../http/request';
import type { JsonObject } from '../http/response';

const wholeNumber = (value: unknown): number | undefined => {
	const number = typeof value === 'string' ? Number(value) : value;
	return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
};

/**
 * The position after a page of a job's documents. The service returns `next` for every status except `completed`, even
 * after the last document, so `completed` states the number of documents.
 */
export function nextSkip(page: JsonObject, query: Query): Query | undefined {
	const skip = wholeNumber(query.skip) ?? 0;
	const nextInPage = wholeNumber(queryOfNext(page.next)?.skip) ?? 0;
	// A page can have fewer documents than positions, if the content of a document no longer exists.
	const next = nextInPage > skip ? nextInPage : skip + objectsIn(page.data).length;
	const total = wholeNumber(page.completed) ?? 0;
	return next > skip && next < total ? { skip: String(next) } : undefined;
}

/** Reads the documents of a job page by page with `skip`. `request` asks for its status with data. */
export const collectPages = (
	request: ApiRequest,
	session: Session,
	limit?: number,
): Promise<Collected> =>
	collect(request, session, {
		itemsIn: ({ data }) => objectsIn(data),
		nextIn: nextSkip,
		limit,
	});
