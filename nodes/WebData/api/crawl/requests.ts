import { SERVICE_TIMEOUT_MS, type ApiRequest } from '../http/request';
import type { JsonObject } from '../http/response';

const readRequest = (...path: string[]): ApiRequest => ({
	endpoint: 'crawl',
	method: 'GET',
	path,
	idempotency: 'read',
	serviceTimeoutMs: SERVICE_TIMEOUT_MS,
});

export const runningCrawlsRequest = (): ApiRequest => readRequest('crawl', 'active');

/** Returns the request for the team's crawls from the last 24 hours, newest first. */
export const recentCrawlsRequest = (): ApiRequest => ({
	...readRequest('team', 'activity'),
	query: { endpoint: 'crawl', limit: '100' },
});

export const paramsPreviewRequest = (body: JsonObject): ApiRequest => ({
	endpoint: 'crawl',
	method: 'POST',
	path: ['crawl', 'params-preview'],
	body,
	dataField: 'data',
	idempotency: 'read',
	serviceTimeoutMs: SERVICE_TIMEOUT_MS,
});
