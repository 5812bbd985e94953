import { parseUrl } from '../json/json';
import type { TransportFailure, TransportFailureKind, TransportResponse } from '../transport/http';

export interface DownloadState {
	url: string;
	redirects: number;
	/** Number of retries for all URLs of the file together. */
	retries: number;
}

/** `reason` completes the sentence "… was not downloaded, and its link remains in the item data: …". */
export type NextStep = DownloadState | { reason: string };

const MAX_REDIRECTS = 5;
const MAX_RETRIES = 1;

const statusReasons: Record<number, string> = {
	401: 'the server returned HTTP status 401 (the link requires a login)',
	403: 'the server returned HTTP status 403 (the link has expired, or access is denied)',
	404: 'the server returned HTTP status 404 (the file does not exist)',
	410: 'the server returned HTTP status 410 (the file no longer exists)',
};

const failureReasons: Record<TransportFailureKind, string> = {
	aborted: 'the execution was stopped',
	blocked: 'this n8n instance does not allow requests to the address of the link',
	bodyTimeout: 'the server stopped sending data, or sent data too slowly',
	closed: 'the server closed the connection',
	connectTimeout: 'the connection to the server timed out',
	decodeFailed: 'the server sent data that does not match the content encoding',
	dns: 'the host name of the link has no address',
	fileTooLarge: 'the request could not be sent',
	headTimeout: 'the server did not respond in time',
	invalid: 'the link is not a valid URL',
	noTls: 'the server at the https:// address does not use TLS',
	proxy: 'the proxy refused the connection or did not respond',
	proxySetting: 'the node does not support the proxy that is set for n8n',
	refused: 'the server refused the connection',
	requestBody: 'the request could not be sent',
	tls: 'the TLS certificate of the server is not trusted',
	tooLarge: 'the file is larger than {maxFileSize}',
	truncated: 'the connection was closed before the file was complete',
};

const isHttpUrl = (url: URL): boolean => url.protocol === 'https:' || url.protocol === 'http:';

export function firstStep(url: string): NextStep {
	const parsed = parseUrl(url);
	return parsed !== undefined && isHttpUrl(parsed)
		? { url, redirects: 0, retries: 0 }
		: { reason: 'the link is not an http:// or https:// address' };
}

const retryOf = (state: DownloadState): DownloadState => ({
	...state,
	retries: state.retries + 1,
});

export function stepAfterFailure(
	{ failure, detail }: TransportFailure,
	state: DownloadState,
	storedBytes = 0,
): NextStep {
	// Stored bytes cannot be removed, so a retry would store these bytes twice.
	const canRetry = state.retries < MAX_RETRIES && storedBytes === 0;
	if (canRetry && (failure === 'closed' || failure === 'truncated')) return retryOf(state);
	const blockedReason = failure === 'blocked' ? detail.replace(/\.$/, '') : '';
	return { reason: blockedReason || failureReasons[failure] };
}

/** Returns the next step after a response without the file. */
export function stepAfterResponse(
	{ status, headers }: Pick<TransportResponse, 'status' | 'headers'>,
	state: DownloadState,
): NextStep {
	const { url, redirects, retries } = state;
	if (status >= 500 && retries < MAX_RETRIES) return retryOf(state);
	if (![301, 302, 303, 307, 308].includes(status)) {
		return { reason: statusReasons[status] ?? `the server returned HTTP status ${status}` };
	}
	const target = headers.location === undefined ? undefined : parseUrl(headers.location, url);
	if (target === undefined) return { reason: 'the server redirects without a valid address' };
	if (redirects >= MAX_REDIRECTS) {
		return { reason: `the link redirects more than ${MAX_REDIRECTS} times` };
	}
	return isHttpUrl(target)
		? { ...state, url: target.href, redirects: redirects + 1 }
		: { reason: 'the link redirects to an address that is not http:// or https://' };
}
