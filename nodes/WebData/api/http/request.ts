import type { HttpMethod } from '../../transport/http';
import type { JsonObject } from './response';
import type { Endpoint } from '../errors/errorRow';
import type { Idempotency } from './retry';

export interface ApiRequest {
	endpoint: Endpoint;
	method: HttpMethod;
	/** Name of the field in which every success holds an object. */
	dataField?: string;
	/** Name of the field with the status of a job. Where it has a text, `success: false` is about the job and not about the request. */
	statusField?: string;
	/** Whether a success without a body, such as a 204, is complete. */
	mayBeEmpty?: boolean;
	/** Segments after `/v2`, not yet escaped. */
	path: readonly string[];
	query?: Record<string, string>;
	/** JSON body; none for GET and DELETE. */
	body?: JsonObject;
	/** Headers in addition to authorization and content type. */
	headers?: Record<string, string>;
	idempotency: Idempotency;
	/** Whether the node generated `x-request-id`: no other client can use the same one. */
	keyGenerated?: boolean;
	/** Milliseconds that the service may take before its response begins; a function where the body decides. */
	serviceTimeoutMs: number | ((body: JsonObject) => number);
	/** Milliseconds that the account's rate limit may delay the request. By default, as long as all waits of a call may take. */
	maxPauseMs?: number;
	/** Whether it is sent immediately, on connections of its own, whatever the limits of the account are. */
	unlimited?: boolean;
}

/** The base URL and the API key of one account. */
export interface Account {
	/** Without trailing slash and without `/v2`. */
	baseUrl: string;
	apiKey: string;
}

/** Absolute URL of a request. Path segments are escaped; ids are validated before. */
export function requestUrl(
	account: Account,
	{ path, query }: Pick<ApiRequest, 'path' | 'query'>,
): string {
	const url = [account.baseUrl, 'v2', ...path.map(encodeURIComponent)].join('/');
	return query === undefined ? url : `${url}?${new URLSearchParams(query).toString()}`;
}

/** Milliseconds that the service may take before its response to this request begins. */
export const serviceTimeoutMs = ({ serviceTimeoutMs: timeout, body = {} }: ApiRequest): number =>
	typeof timeout === 'number' ? timeout : timeout(body);

/** Headers of a request on the wire. Specification: Authentication 1, Endpoints. */
export function requestHeaders(account: Account, request: ApiRequest): Record<string, string> {
	return {
		accept: 'application/json',
		...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
		...request.headers,
		authorization: `Bearer ${account.apiKey}`,
	};
}
