import type { FilePart, HttpMethod, MultipartBody } from '../../transport/http';
import type { JsonObject } from './response';
import type { Endpoint } from '../errors/errorRow';
import type { Idempotency } from './retry';

/** Milliseconds that the service may take for a response, unless the request needs more. */
export const SERVICE_TIMEOUT_MS = 60_000;

export interface ApiRequest {
	endpoint: Endpoint;
	method: HttpMethod;
	/** Name of the field that contains an object in every successful response. */
	dataField?: string;
	/**
	 * Name of the field with the status of a job. If it contains a string, `success: false` describes the job and not
	 * the request.
	 */
	statusField?: string;
	/** Whether a success without a body, such as a 204, is complete. */
	mayBeEmpty?: boolean;
	/** Segments after `/v2`, not yet escaped. */
	path: readonly string[];
	query?: Record<string, string>;
	/** JSON body; none for GET and DELETE. */
	body?: JsonObject;
	/** Files to upload. `body` is then sent as a separate part. */
	files?: readonly FilePart[];
	/** Headers in addition to authorization and content type. */
	headers?: Record<string, string>;
	idempotency: Idempotency;
	/** Whether the node generated `x-request-id`, so that no other client can use the same one. */
	keyGenerated?: boolean;
	/** Name of the header with a UUID that is the same for every attempt of this work, if the request has one. */
	uuidKeyHeader?: string;
	/**
	 * Milliseconds that the service may take before its response begins, or a function that reads them from the body.
	 */
	serviceTimeoutMs: number | ((body: JsonObject) => number);
	/**
	 * Milliseconds that the account's rate limit may delay the request. By default, the maximum for all waits of a
	 * call.
	 */
	maxPauseMs?: number;
	/** Whether the request is sent immediately, on separate connections, ignoring the limits of the account. */
	unlimited?: boolean;
}

export interface Account {
	/** Without trailing slash and without `/v2`. */
	baseUrl: string;
	apiKey: string;
}

/** Absolute URL of a request. Escapes path segments; ids are validated before. */
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

/** Name of the part of a multipart body that contains the JSON body. */
const BODY_PART = 'options';

/** The body as it is sent: JSON, or multipart if the request has files. */
export function requestBody({ body, files }: ApiRequest): string | MultipartBody | undefined {
	const json = body === undefined ? undefined : JSON.stringify(body);
	if (files === undefined) return json;
	const isEmpty = body === undefined || Object.keys(body).length === 0;
	const options = isEmpty || json === undefined ? [] : [{ name: BODY_PART, value: json }];
	return { parts: [...options, ...files] };
}

const contentType = ({ body, files }: ApiRequest): Record<string, string> =>
	body === undefined || files !== undefined ? {} : { 'content-type': 'application/json' };

/** Headers of a request. Specification: Authentication 1, Endpoints. */
export function requestHeaders(account: Account, request: ApiRequest): Record<string, string> {
	return {
		accept: 'application/json',
		...contentType(request),
		...request.headers,
		authorization: `Bearer ${account.apiKey}`,
	};
}
