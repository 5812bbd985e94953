import type { Endpoint } from '../errors/errorRow';
import { crawlRows } from '../errors/rows/crawl';
import { keyRows } from '../errors/rows/job';
import { SERVICE_TIMEOUT_MS, type ApiRequest } from '../http/request';
import type { JsonObject } from '../http/response';
import { pageJobEndpoint } from '../jobs/pageJob';

export const crawlEndpoint: Endpoint = {
	...pageJobEndpoint,
	errors: [...pageJobEndpoint.errors, ...Object.values(crawlRows), ...Object.values(keyRows)],
};

const readRequest = (...path: string[]): ApiRequest => ({
	endpoint: crawlEndpoint,
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
	endpoint: crawlEndpoint,
	method: 'POST',
	path: ['crawl', 'params-preview'],
	body,
	dataField: 'data',
	idempotency: 'read',
	serviceTimeoutMs: SERVICE_TIMEOUT_MS,
});
