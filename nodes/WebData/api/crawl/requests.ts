import type { ApiRequest } from '../http/request';
import type { JsonObject } from '../http/response';

/** Milliseconds that the service may take for a response. */
const SERVICE_TIMEOUT_MS = 60_000;

const read = (...path: string[]): ApiRequest => ({
	endpoint: 'crawl',
	method: 'GET',
	path,
	idempotency: 'read',
	serviceTimeoutMs: SERVICE_TIMEOUT_MS,
});

/** Lists the running crawls of the team, without pages. */
export const listRunning = (): ApiRequest => read('crawl', 'active');

/** Lists the team's crawls of the last 24 hours, newest first. */
export const listRecent = (): ApiRequest => ({
	...read('team', 'activity'),
	query: { endpoint: 'crawl', limit: '100' },
});

/** Generates the options of a crawl from a prompt. Nothing is crawled. */
export const previewParams = (body: JsonObject): ApiRequest => ({
	endpoint: 'crawl',
	method: 'POST',
	path: ['crawl', 'params-preview'],
	body,
	dataField: 'data',
	idempotency: 'read',
	serviceTimeoutMs: SERVICE_TIMEOUT_MS,
});
