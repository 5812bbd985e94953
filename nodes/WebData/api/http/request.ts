import type { FilePart, HttpMethod, MultipartBody } from '../../transport/http';
import type { JsonObject } from './response';
import type { Endpoint } from '../errors/errorRow';
import type { Idempotency } from './retry';

export const SERVICE_TIMEOUT_MS = 60_000;

export interface ApiRequest {
	endpoint: Endpoint;
	method: HttpMethod;
	dataField?: string;
	statusField?: string;
	mayBeEmpty?: boolean;
	/** Unescaped path segments after `/v2`. */
	path: readonly string[];
	query?: Record<string, string>;
	/** JSON body, or undefined for GET and DELETE requests. */
	body?: JsonObject;
	/** If set, the request body is multipart and contains `body` as a separate part. */
	files?: readonly FilePart[];
	headers?: Record<string, string>;
	idempotency: Idempotency;
	/** Whether the node generated the `x-request-id`. */
	keyGenerated?: boolean;
	/** Name of the header for an idempotency key that must be a UUID. */
	uuidKeyHeader?: string;
	/**
	 * Maximum time from sending the request until the response begins, or a function that computes this time from the
	 * body.
	 */
	serviceTimeoutMs: number | ((body: JsonObject) => number);
	/** Maximum time for which a rate limit pause may delay the request. */
	maxPauseMs?: number;
	/** Whether the request is sent immediately, regardless of the account's limits. */
	unlimited?: boolean;
}

export interface Account {
	baseUrl: string;
	apiKey: string;
}

/** Returns the absolute URL of a request. Path segments are escaped, but IDs are not validated. */
export function requestUrl(
	account: Account,
	{ path, query }: Pick<ApiRequest, 'path' | 'query'>,
): string {
	const url = [account.baseUrl, 'v2', ...path.map(encodeURIComponent)].join('/');
	return query === undefined ? url : `${url}?${new URLSearchParams(query).toString()}`;
}

export const serviceTimeoutMs = ({ serviceTimeoutMs: timeout, body = {} }: ApiRequest): number =>
	typeof timeout === 'number' ? timeout : timeout(body);

const BODY_PART = 'options';

/** Returns JSON text, or a multipart body if the request contains files. */
export function requestBody({ body, files }: ApiRequest): string | MultipartBody | undefined {
	const json = body === undefined ? undefined : JSON.stringify(body);
	if (files === undefined) return json;
	const isEmpty = body === undefined || Object.keys(body).length === 0;
	const options = isEmpty || json === undefined ? [] : [{ name: BODY_PART, value: json }];
	return { parts: [...options, ...files] };
}

const contentType = ({ body, files }: ApiRequest): Record<string, string> =>
	body === undefined || files !== undefined ? {} : { 'content-type': 'application/json' };

/** The specification documents the headers in "Authentication" and "Endpoints". */
export function requestHeaders(account: Account, request: ApiRequest): Record<string, string> {
	return {
		accept: 'application/json',
		...contentType(request),
		...request.headers,
		authorization: `Bearer ${account.apiKey}`,
	};
}
