import type { ServiceRow } from '../errors/row';
import { fingerprint, type JsonObject } from '../json/json';
import type { FilePart, HttpMethod, TransportRequest } from '../transport/http';
import type { Account } from './account';
import type { Idempotency } from './retry';

/** The service's own names, except `cancel`: the limits of other classes must not delay cancel requests. */
type RateClass =
	| 'account'
	| 'browser'
	| 'browserExecute'
	| 'cancel'
	| 'catalog'
	| 'crawl'
	| 'crawlStatus'
	| 'extract'
	| 'extractStatus'
	| 'map'
	| 'research'
	| 'scrape'
	| 'search';

/** Documented credits of work that succeeds. */
export interface Price {
	least: number;
	/** Infinity if the highest price is not known before the work ends. */
	most: number;
	/** Label of the field that limits `most`. */
	field?: string;
}

/** A route of the API, with everything that its requests have in common. */
export interface Route {
	method: HttpMethod;
	/** Path after `/v2/`, with a name in braces for each ID, such as `agent/{jobId}`. */
	path: string;
	/** Requests of the same class share one rate limit. */
	rateClass: RateClass;
	/** Whether the requests open or use a browser, so that they count toward the account's limit on browsers. */
	usesBrowser?: boolean;
	idempotency: Idempotency;
	/** Rows for errors of this route only. The shared error rows also apply. */
	errors: readonly ServiceRow[];
	/** Path of the credits in a successful response. */
	credits?: readonly string[];
	/** Returns the documented credits of a request before it is sent. By default, they are unknown. */
	price?(request: Pick<ApiRequest, 'body' | 'files'>): Price;
	/** Returns the lowest price of what an answer without credits contains. By default, this is the least `price`. */
	lowestPrice?(answer: JsonObject): number | undefined;
	/** Whether the job in an answer runs, so that its credits can increase. */
	isRunning?(answer: JsonObject): boolean;
	/** Name of a field that contains an object in every successful response. */
	dataField?: string;
	/** Name of the field that gets the body if the body is a list. By default, such a body is an error. */
	listField?: string;
	/** Whether the body of a 2xx response has a shape of this route. By default, only `dataField` is checked. */
	isExpected?(body: JsonObject): boolean;
	/** Name of the job status field. In a response with a job status, `success` describes the job. */
	statusField?: string;
	/** Whether a 2xx response may have no body, for example, after a cancel request. */
	mayBeEmpty?: boolean;
	/** Whether the requests end a job or a browser session, which the service may not find yet. */
	endsJob?: boolean;
	/**
	 * Maximum time until the service responds, or a function that computes this time from the body. By default, GET
	 * requests are short reads, and the service responds to other requests within 60 seconds.
	 */
	serviceTimeoutMs?: number | ((body: JsonObject) => number);
}

/** By default, the requests only read, and count toward the limit of the account. */
export const defineRoute = (
	method: HttpMethod,
	path: string,
	facts: Pick<Route, 'errors'> & Partial<Route>,
): Route => ({ rateClass: 'account', idempotency: 'read', ...facts, method, path });

export interface ApiRequest {
	route: Route;
	/** Unescaped IDs in the path of the route, in order. */
	ids?: readonly string[];
	query?: Record<string, string>;
	/** JSON body, or undefined for GET and DELETE requests. */
	body?: JsonObject;
	/** If set, the request body is multipart and contains `body` as a separate part. */
	files?: readonly FilePart[];
	headers?: Record<string, string>;
	/** Whether the node generated the `x-request-id`. */
	keyGenerated?: boolean;
	/** Maximum time until the response to an attempt begins. By default, the route decides. */
	headTimeoutMs?: number;
	/**
	 * Time for all attempts together, without the waits between them. An attempt waits at most the rest of this time for
	 * the response, and again for each part of its body. By default, only attempts are limited.
	 */
	totalTimeoutMs?: number;
	/** Maximum time for which a rate limit may delay an attempt. */
	maxPauseMs?: number;
	/** Whether the node cancels what the request has started if a user stops the execution. */
	cancelOnStop?: boolean;
}

/** IDs are escaped, but not validated. */
function requestUrl(account: Account, { route, ids = [], query }: ApiRequest): string {
	const rest = ids.map(encodeURIComponent);
	const path = route.path.replace(/\{\w+\}/g, () => rest.shift() ?? '');
	const search = query && new URLSearchParams(query).toString();
	return `${account.baseUrl}/v2/${path}${search ? `?${search}` : ''}`;
}

/** The service answers short reads within seconds, so a lost answer is noticed early. Attempts are counted from 1. */
export const readTimeoutMs = (attempt: number): number => [15_000, 30_000][attempt - 1] ?? 60_000;

export const SERVICE_TIMEOUT_MS = 60_000;

/** Additional time until the node gives up waiting for a response. */
const GRACE_MS = 30_000;

function headTimeoutOf(request: ApiRequest, attempt: number): number {
	const { route, body = {}, headTimeoutMs } = request;
	const { method, serviceTimeoutMs: timeout } = route;
	if (headTimeoutMs !== undefined) return headTimeoutMs;
	if (timeout === undefined && method === 'GET') return readTimeoutMs(attempt);
	const ms = typeof timeout === 'function' ? timeout(body) : timeout;
	return (ms ?? SERVICE_TIMEOUT_MS) + GRACE_MS;
}

const BODY_PART = 'options';

/** Returns JSON text, or a multipart body if the request contains files. */
function requestBody({ body, files }: ApiRequest) {
	const json = body && JSON.stringify(body);
	if (files === undefined) return json;
	const options = json === undefined || json === '{}' ? [] : [{ name: BODY_PART, value: json }];
	// A copy reads the content only once, and only when the attempt is sent.
	return [...options, ...files.map((file) => ({ ...file }))];
}

/** The specification documents the headers in "Authentication" and "Endpoints". */
function requestHeaders(account: Account, request: ApiRequest): Record<string, string> {
	const headers: Record<string, string> = { accept: 'application/json' };
	if (request.body !== undefined && request.files === undefined) {
		headers['content-type'] = 'application/json';
	}
	return Object.assign(headers, request.headers, { authorization: `Bearer ${account.apiKey}` });
}

/**
 * Returns what is sent for an attempt. Attempts are counted from 1. `headTimeoutMs` is the maximum time until the response
 * begins.
 */
export function toTransportRequest(
	account: Account,
	request: ApiRequest,
	attempt = 1,
): Omit<TransportRequest, 'stallTimeoutMs' | 'maxResponseBytes'> {
	return {
		method: request.route.method,
		url: requestUrl(account, request),
		headers: requestHeaders(account, request),
		body: requestBody(request),
		headTimeoutMs: headTimeoutOf(request, attempt),
	};
}

/**
 * Returns the `x-request-id` for an item (specification, "Catalog request idempotency"). The ID has 32
 * characters, because n8n's error panel truncates longer IDs. `execution` identifies an execution and all its retries, and
 * `runIndex` is the number of earlier runs of the node in this execution, for example, in a loop.
 */
export const deriveRequestId = (
	item: { execution: string; nodeId: string; runIndex: number; itemIndex: number },
	body: JsonObject,
): string => {
	const { execution, nodeId, runIndex, itemIndex } = item;
	return fingerprint({ execution, nodeId, runIndex, itemIndex, body });
};
