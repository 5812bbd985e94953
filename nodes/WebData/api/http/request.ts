import type { FilePart, HttpMethod, MultipartBody } from '../../transport/http';
import type { JsonObject } from './response';
import type { Endpoint } from '../errors/errorRow';
import type { Idempotency } from './retry';

/** Default time in milliseconds that the service may take to respond. */
export const SERVICE_TIMEOUT_MS = 60_000;

export interface ApiRequest {
	endpoint: Endpoint;
	method: HttpMethod;
	/** Name of the field that contains an object in every successful response. */
	dataField?: string;
	/**
	 * Name of the field that contains the job status. If that field contains a string, `success: false` describes the
	 * job, not the request.
	 */
	statusField?: string;
	/** Whether a 2xx response without a body, such as a 204, is a success. */
	mayBeEmpty?: boolean;
	/** Path segments after `/v2`, unescaped. */
	path: readonly string[];
	query?: Record<string, string>;
	/** JSON body. Undefined for GET and DELETE requests. */
	body?: JsonObject;
	/** Files to upload. If set, `body` is sent as a separate part of the multipart body. */
	files?: readonly FilePart[];
	/** Headers in addition to authorization and content type. */
	headers?: Record<string, string>;
	idempotency: Idempotency;
	/** Whether the node generated the `x-request-id`. If so, no other client uses the same ID. */
	keyGenerated?: boolean;
	/** Name of a header that contains the same UUID in every attempt. Undefined if the endpoint accepts no UUID key. */
	uuidKeyHeader?: string;
	/**
	 * Time in milliseconds that the service may take before the response begins, or a function that returns this time
	 * for a request body.
	 */
	serviceTimeoutMs: number | ((body: JsonObject) => number);
	/**
	 * Maximum time in milliseconds for which the account's rate limit may delay the request. The default is the maximum
	 * wait of a call.
	 */
	maxPauseMs?: number;
	/** Whether the request is sent immediately, on separate connections and regardless of the account's limits. */
	unlimited?: boolean;
}

export interface Account {
	/** URL without a trailing slash and without `/v2`. */
	baseUrl: string;
	apiKey: string;
}

/** Returns the absolute URL of a request. Escapes path segments but does not validate IDs. */
export function requestUrl(
	account: Account,
	{ path, query }: Pick<ApiRequest, 'path' | 'query'>,
): string {
	const url = [account.baseUrl, 'v2', ...path.map(encodeURIComponent)].join('/');
	return query === undefined ? url : `${url}?${new URLSearchParams(query).toString()}`;
}

export const serviceTimeoutMs = ({ serviceTimeoutMs: timeout, body = {} }: ApiRequest): number =>
	typeof timeout === 'number' ? timeout : timeout(body);

/** Name of the multipart part that contains the JSON body. */
const BODY_PART = 'options';

/** Returns the body in the format that is sent: JSON text, or a multipart body if the request contains files. */
export function requestBody({ body, files }: ApiRequest): string | MultipartBody | undefined {
	const json = body === undefined ? undefined : JSON.stringify(body);
	if (files === undefined) return json;
	const isEmpty = body === undefined || Object.keys(body).length === 0;
	const options = isEmpty || json === undefined ? [] : [{ name: BODY_PART, value: json }];
	return { parts: [...options, ...files] };
}

const contentType = ({ body, files }: ApiRequest): Record<string, string> =>
	body === undefined || files !== undefined ? {} : { 'content-type': 'application/json' };

/** Returns the headers of a request (specification, "Authentication" and "Endpoints"). */
export function requestHeaders(account: Account, request: ApiRequest): Record<string, string> {
	return {
		accept: 'application/json',
		...contentType(request),
		...request.headers,
		authorization: `Bearer ${account.apiKey}`,
	};
}
