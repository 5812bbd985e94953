// What the service remembers of every request that reached it, without the key.
import type { IncomingMessage, ServerResponse } from 'node:http';

export interface ReceivedRequest {
	method: string;
	/** With the query. */
	path: string;
	/** `authorization` is replaced by `right`, `otherTeam`, `forbidden` or `wrong`. */
	headers: Record<string, string>;
	authorized: boolean;
	/** The parsed JSON, or undefined. */
	body: unknown;
	rawBody: string;
	/** ms since the epoch. */
	at: number;
	/** API requests being served at arrival, this one included. */
	inFlight: number;
	/** The client went away before the answer ended. */
	aborted: boolean;
}

export type KeyVerdict = 'right' | 'otherTeam' | 'forbidden' | 'wrong' | 'missing';

export interface RequestLog {
	/** Requests under /v2/ and to unknown paths. */
	api: ReceivedRequest[];
	/** Requests for pages and files, from the service's own scrapes too. */
	fetches: ReceivedRequest[];
	arrived(request: IncomingMessage, verdict: KeyVerdict, response: ServerResponse): ReceivedRequest;
	clear(): void;
}

export function createRequestLog(): RequestLog {
	const api: ReceivedRequest[] = [];
	const fetches: ReceivedRequest[] = [];
	let serving = 0;
	return {
		api,
		fetches,
		arrived(request, verdict, response) {
			const isFetch = /^\/(pages|files)\//.test(request.url ?? '');
			if (!isFetch) serving += 1;
			const entry = newEntry(request, verdict, serving);
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

function newEntry(
	request: IncomingMessage,
	verdict: KeyVerdict,
	inFlight: number,
): ReceivedRequest {
	return {
		method: request.method ?? 'GET',
		path: request.url ?? '/',
		headers: keylessHeaders(request, verdict),
		authorized: verdict === 'right' || verdict === 'otherTeam',
		body: undefined,
		rawBody: '',
		at: Date.now(),
		inFlight,
		aborted: false,
	};
}

function keylessHeaders(request: IncomingMessage, verdict: KeyVerdict): Record<string, string> {
	const headers: Record<string, string> = {};
	for (const [name, value] of Object.entries(request.headers)) {
		if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
	}
	if ('authorization' in headers) headers.authorization = verdict;
	return headers;
}
