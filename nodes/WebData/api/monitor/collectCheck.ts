import type { CallResult, Session } from '../http/call';
import { collect, queryOfNext, withoutRepeated, type Query } from '../http/pagination';
import type { ApiRequest } from '../http/request';
import type { JsonObject } from '../http/response';
import { pagesOf } from './requests';

function nextCheckPages(page: JsonObject, query: Query): Query | undefined {
	const { pages, next } = pagesOf(page);
	const skip = Number(queryOfNext(next ?? page.next)?.skip);
	if (next === undefined && page.next === undefined) return undefined;
	return { skip: String(Number.isInteger(skip) ? skip : Number(query.skip ?? 0) + pages.length) };
}

export async function collectCheck(
	request: ApiRequest,
	session: Session,
	limit: number,
): Promise<CallResult> {
	let check: JsonObject = {};
	const reader = withoutRepeated({
		itemsIn: (page) => {
			check = page;
			return pagesOf(page).pages;
		},
		nextIn: nextCheckPages,
		limit,
	});
	const listed = await collect(request, session, reader);
	if (!listed.ok) return listed;
	const { items, attempts, waits } = listed;
	const { next: _next, data, ...answer } = check;
	const { next: _nextPages, ...facts } = data as JsonObject;
	return { ok: true, answer: { ...answer, data: { ...facts, pages: items } }, attempts, waits };
}
