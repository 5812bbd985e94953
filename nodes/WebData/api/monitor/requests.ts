import type { Endpoint } from '../errors/errorRow';
import { monitorRows } from '../errors/rows/monitor';
import { objectsIn, withoutRepeated, type PageReader, type Query } from '../http/pagination';
import { SERVICE_TIMEOUT_MS, type ApiRequest } from '../http/request';
import { isObject, type JsonObject } from '../http/response';

export const monitorEndpoint: Endpoint = {
	errors: Object.values(monitorRows),
	credits: ['data', 'actualCredits'],
};

const MAX_PAGE_SIZE = 100;

const monitorRequest = (
	method: ApiRequest['method'],
	path: readonly string[],
	rest: Partial<ApiRequest> = {},
): ApiRequest => ({
	endpoint: monitorEndpoint,
	method,
	path: ['monitor', ...path],
	idempotency: 'read',
	serviceTimeoutMs: SERVICE_TIMEOUT_MS,
	...rest,
});

/** A repeated request would create another monitor, which costs credits until it is deleted. */
export const createRequest = (body: JsonObject): ApiRequest =>
	monitorRequest('POST', [], { body, dataField: 'data', idempotency: 'unsafe' });

export const getRequest = (monitorId: string): ApiRequest =>
	monitorRequest('GET', [monitorId], { dataField: 'data' });

/** A repeated update has no further effect, so retries are safe. */
export const updateRequest = (monitorId: string, body: JsonObject): ApiRequest =>
	monitorRequest('PATCH', [monitorId], { body, dataField: 'data' });

export const deleteRequest = (monitorId: string): ApiRequest =>
	monitorRequest('DELETE', [monitorId], { mayBeEmpty: true });

/** After the end of a check, a repeated request starts another check. */
export const runRequest = (monitorId: string): ApiRequest =>
	monitorRequest('POST', [monitorId, 'run'], { body: {}, idempotency: 'unsafe' });

/** The response contains only some of the check's pages. */
export const getCheckRequest = (
	monitorId: string,
	checkId: string,
	query: Record<string, string> = {},
): ApiRequest =>
	monitorRequest('GET', [monitorId, 'checks', checkId], { dataField: 'data', query });

const pageSize = (limit: number): string => String(Math.min(limit, MAX_PAGE_SIZE));

export const listRequest = (limit: number): ApiRequest =>
	monitorRequest('GET', [], { query: { limit: pageSize(limit), offset: '0' } });

export const listChecksRequest = (
	monitorId: string,
	limit: number,
	filter: Record<string, string> = {},
): ApiRequest =>
	monitorRequest('GET', [monitorId, 'checks'], {
		query: { limit: pageSize(limit), offset: '0', ...filter },
	});

export const checkPagesRequest = (
	monitorId: string,
	checkId: string,
	limit: number,
	filter: Record<string, string> = {},
): ApiRequest => getCheckRequest(monitorId, checkId, { limit: pageSize(limit), ...filter });

/**
 * Returns a reader for lists that are requested by offset. A page with fewer entries than requested is the last page, and
 * a server that ignores the offset returns a page without new entries.
 */
export const offsetReader = (limit: number): PageReader =>
	withoutRepeated({
		itemsIn: ({ data }) => objectsIn(data),
		nextIn: ({ data }, query: Query) => {
			const count = objectsIn(data).length;
			return count < Number(query.limit)
				? undefined
				: { offset: String(Number(query.offset) + count) };
		},
		limit,
		maxEmptyPages: 1,
	});

export const pagesOf = ({ data }: JsonObject): { pages: JsonObject[]; next?: unknown } =>
	isObject(data) ? { pages: objectsIn(data.pages), next: data.next } : { pages: [] };
