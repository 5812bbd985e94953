import type { Endpoint } from '../errors/errorRow';
import { accountRows } from '../errors/rows/account';
import { collect, objectsIn, type Query } from '../http/pagination';
import type { CallResult, Session } from '../http/call';
import { SERVICE_TIMEOUT_MS, type ApiRequest } from '../http/request';
import { nonEmptyText } from '../http/response';

export const accountEndpoint: Endpoint = { errors: Object.values(accountRows) };

const MAX_ACTIVITY_PAGE_SIZE = 100;
const DEFAULT_ACTIVITY_PAGE_SIZE = 50;

export const activityEndpoints = [
	'agent',
	'batch_scrape',
	'browser',
	'crawl',
	'deep_research',
	'extract',
	'interact',
	'llmstxt',
	'map',
	'scrape',
	'search',
] as const;

const accountRequest = (path: readonly string[], query?: Query): ApiRequest => ({
	endpoint: accountEndpoint,
	method: 'GET',
	path,
	query: query === undefined || Object.keys(query).length === 0 ? undefined : { ...query },
	idempotency: 'read',
	serviceTimeoutMs: SERVICE_TIMEOUT_MS,
});

export const creditUsageRequest = (): ApiRequest => ({
	...accountRequest(['team', 'credit-usage']),
	dataField: 'data',
});

export const creditHistoryRequest = (byApiKey: boolean): ApiRequest =>
	accountRequest(['team', 'credit-usage', 'historical'], byApiKey ? { byApiKey: 'true' } : {});

export const queueStatusRequest = (): ApiRequest => accountRequest(['team', 'queue-status']);

export const concurrencyRequest = (): ApiRequest => accountRequest(['concurrency-check']);

/** Returns the request for the first page. `count` is the number of log entries to collect. */
export function activityRequest(count: number, endpoint?: string): ApiRequest {
	const pageSize = Math.min(count, MAX_ACTIVITY_PAGE_SIZE);
	return accountRequest(['team', 'activity'], {
		...(pageSize === DEFAULT_ACTIVITY_PAGE_SIZE ? {} : { limit: String(pageSize) }),
		...(endpoint === undefined ? {} : { endpoint }),
	});
}

/** Reads pages of the activity log until `count` entries are collected. */
export async function collectActivity(
	request: ApiRequest,
	session: Session,
	count: number,
): Promise<CallResult> {
	const collected = await collect(request, session, {
		itemsIn: ({ data }) => objectsIn(data),
		nextIn: ({ cursor, has_more: hasMore }) => {
			const next = nonEmptyText(cursor);
			return hasMore === true && next !== undefined ? { cursor: next } : undefined;
		},
		limit: count,
	});
	if (!collected.ok) return collected;
	const { items, attempts, waits } = collected;
	return { ok: true, answer: { success: true, data: items }, attempts, waits };
}
