import type { IncomingMessage, ServerResponse } from 'node:http';
import { siteAddressOf } from './site/siteAddress';
import type { UploadBody } from './uploadBody';

export interface ReceivedRequest {
	method: string;
	path: string;
	/** A word such as `right` or `wrong` replaces the API key in `authorization`. */
	headers: Record<string, string>;
	authorized: boolean;
	/** Undefined if the request body is not JSON. */
	body: unknown;
	rawBody: string;
	upload?: UploadBody;
	/** Time of arrival in milliseconds since the epoch. */
	at: number;
	/** Number of API requests in progress at the time of arrival, including this request. */
	inFlight: number;
	responseBytes: number;
	aborted: boolean;
}

export type KeyStatus = 'right' | 'otherTeam' | 'forbidden' | 'wrong' | 'missing';

export interface RequestLog {
	/** Requests for paths under /v2/ and requests for unknown paths. */
	api: ReceivedRequest[];
	/** Requests for pages and files, including the requests that the service sends for scrapes. */
	fetches: ReceivedRequest[];
	arrived(
		request: IncomingMessage,
		keyStatus: KeyStatus,
		response: ServerResponse,
	): ReceivedRequest;
	clear(): void;
}

export function createRequestLog(): RequestLog {
	const api: ReceivedRequest[] = [];
	const fetches: ReceivedRequest[] = [];
	let serving = 0;
	return {
		api,
		fetches,
		arrived(request, keyStatus, response) {
			const isFetch = isPage(request);
			if (!isFetch) serving += 1;
			const entry = newEntry(request, keyStatus, serving);
			(isFetch ? fetches : api).push(entry);
			response.once('close', () => {
				if (!isFetch) serving -= 1;
			});
			return entry;
		},
		clear() {
			api.length = 0;
			fetches.length = 0;
		},
	};
}

function isPage({ url = '/', headers }: IncomingMessage): boolean {
	return /^\/(pages|files)\//.test(url) || siteAddressOf(url, headers.host ?? '') !== undefined;
}

function newEntry(
	request: IncomingMessage,
	keyStatus: KeyStatus,
	inFlight: number,
): ReceivedRequest {
	return {
		method: request.method ?? 'GET',
		path: request.url ?? '/',
		headers: keylessHeaders(request, keyStatus),
		authorized: keyStatus === 'right' || keyStatus === 'otherTeam',
		body: undefined,
		rawBody: '',
		at: Date.now(),
		inFlight,
		responseBytes: 0,
		aborted: false,
	};
}

function keylessHeaders(request: IncomingMessage, keyStatus: KeyStatus): Record<string, string> {
	const headers: Record<string, string> = {};
	for (const [name, value] of Object.entries(request.headers)) {
		if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
	}
	if ('authorization' in headers) headers.authorization = keyStatus;
	return headers;
}
