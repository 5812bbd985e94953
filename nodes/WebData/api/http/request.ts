// One request to the service as data, and the one way in which a URL for it is built.

import type { HttpMethod, Pacing } from '../../transport/http';
import type { JsonObject } from './response';
import type { Endpoint } from '../errors/errorRow';
import type { Idempotency } from './retry';

export interface ApiRequest {
	endpoint: Endpoint;
	method: HttpMethod;
	/** Name of the field in which every success holds an object. */
	dataField?: string;
	/** Name of the field whose text tells how what is asked about is doing; `success` then speaks of that, too. */
	statusField?: string;
	/** Segments below `/v2`, not yet escaped. */
	path: readonly string[];
	query?: Record<string, string>;
	/** JSON body; none for GET and DELETE. */
	body?: JsonObject;
	/** Headers beside authorization and content type. */
	headers?: Record<string, string>;
	idempotency: Idempotency;
	/** Whether `x-request-id` was derived here, so that nobody else can be using it. */
	keyGenerated?: boolean;
	/** Milliseconds that the service may take before its answer begins. */
	serviceTimeoutMs: number;
	/** The same for another body, where the body has a say in it. */
	serviceTimeoutOf?: (body: JsonObject) => number;
	/** Milliseconds that the limits of the account may hold the request back; as long as all waits of a call may take unless told. */
	maxPauseMs?: number;
	/** Which other requests of the account it waits for; all unless told. */
	pacing?: Pacing;
}

/** The base address and the bearer key of one account. */
export interface Account {
	/** Without trailing slash and without `/v2`. */
	baseUrl: string;
	apiKey: string;
}

/** Absolute URL of a request. Slashes and query marks in a segment are escaped; ids are checked to be UUIDs before they get here. */
export function requestUrl(
	account: Account,
	{ path, query }: Pick<ApiRequest, 'path' | 'query'>,
): string {
	const address = [account.baseUrl, 'v2', ...path.map(encodeURIComponent)].join('/');
	return query === undefined ? address : `${address}?${new URLSearchParams(query).toString()}`;
}

/** Headers of a request as they go on the wire; specification: Authentication 1, Endpoints. */
export function requestHeaders(account: Account, request: ApiRequest): Record<string, string> {
	return {
		accept: 'application/json',
		...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
		...request.headers,
		authorization: `Bearer ${account.apiKey}`,
	};
}
