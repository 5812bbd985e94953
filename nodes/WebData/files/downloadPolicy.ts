// What to do next on the way to a file: take what came, follow it elsewhere, try again, or give the link up. Pure.

import type { TransportFailure } from '../transport/http';
import { parseUrl } from '../api/http/parseUrl';

/** The head of what came back for one address. */
export interface DownloadResponse {
	status: number;
	/** Names in lower case. */
	headers: Record<string, string>;
}

export interface DownloadState {
	url: string;
	/** Redirects followed so far. */
	redirects: number;
	/** Repeats so far, over all addresses of the file. */
	repeats: number;
	/** Bytes of the file that are stored already: they can't be taken back. */
	storedBytes: number;
}

type RequestStep = { step: 'follow'; url: string } | { step: 'again' };

/** `reason` completes "… was not downloaded: …". */
interface GiveUp {
	step: 'giveUp';
	reason: string;
}

/** What there is to do where the file is not at hand. */
export type Continuation = RequestStep | GiveUp;

export type NextStep = { step: 'take' } | Continuation;

export const MAX_REDIRECTS = 5;
const MAX_REPEATS = 1;

/** A link is a GET: a repeat does no harm, and the rest fails the same way again. */
const retryableFailures: ReadonlySet<string> = new Set(['closed', 'truncated']);

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

const statusReasons: Record<number, string> = {
	401: 'its server answered with HTTP status 401, the link does not work without a login',
	403: 'its server answered with HTTP status 403, the link has expired or is not allowed',
	404: 'its server answered with HTTP status 404, the link is dead',
	410: 'its server answered with HTTP status 410, the link is dead',
};

const failureReasons: Record<TransportFailure['failure'], string> = {
	aborted: 'the execution was ended',
	blocked: 'this n8n does not allow the address',
	closed: 'its server closed the connection',
	connectTimeout: 'its server could not be reached in time',
	truncated: 'the connection broke before its end',
	dns: 'its host name has no address',
	headTimeout: 'its server did not answer in time',
	held: 'its account has to wait',
	invalid: 'its link is no address that can be asked',
	proxy: 'the proxy did not let it through',
	requestBody: 'the request could not be sent',
	refused: 'its server refused the connection',
	bodyTimeout: 'it stood still on its way',
	tls: 'the certificate of its server was not accepted',
	tooLarge: 'it is larger than {maxFileSize}',
	decodeFailed: 'it is not compressed in the way that its server says',
};

const giveUp = (reason: string): GiveUp => ({ step: 'giveUp', reason });

const isHttpUrl = (url: URL): boolean => url.protocol === 'https:' || url.protocol === 'http:';

function followRedirect(
	location: string | undefined,
	{ url, redirects }: DownloadState,
): Continuation {
	const next = location === undefined ? undefined : parseUrl(location, url);
	if (next === undefined) {
		return giveUp('its server leads to another address and does not say which');
	}
	if (redirects >= MAX_REDIRECTS)
		return giveUp(`its link leads on more than ${MAX_REDIRECTS} times`);
	return isHttpUrl(next)
		? { step: 'follow', url: next.href }
		: giveUp('its link leads to an address that is not http:// or https://');
}

/** Decides where nothing came, or what came broke off. */
export function afterDownloadFailure(
	failure: TransportFailure,
	{ repeats, storedBytes }: DownloadState,
): Continuation {
	const mayRepeat = repeats < MAX_REPEATS && storedBytes === 0;
	if (mayRepeat && retryableFailures.has(failure.failure)) return { step: 'again' };
	const own = failure.failure === 'blocked' ? failure.detail.replace(/\.$/, '') : '';
	return giveUp(own || failureReasons[failure.failure]);
}

/** Decides before anything is sent. */
export function firstStep(url: string): Continuation {
	const parsed = parseUrl(url);
	return parsed !== undefined && isHttpUrl(parsed)
		? { step: 'follow', url }
		: giveUp('its link is not an http:// or https:// address');
}

/** Before the first address nothing was followed: asking for it is no redirect. */
export const initialState = (url: string): DownloadState => ({
	url,
	redirects: -1,
	repeats: 0,
	storedBytes: 0,
});

export const advance = (way: DownloadState, next: RequestStep): DownloadState =>
	next.step === 'follow'
		? { ...way, url: next.url, redirects: way.redirects + 1 }
		: { ...way, repeats: way.repeats + 1 };

/** Decides after each answer. */
export function nextStep({ status, headers }: DownloadResponse, way: DownloadState): NextStep {
	if (status >= 200 && status < 300) return { step: 'take' };
	if (redirectStatuses.has(status)) return followRedirect(headers.location, way);
	if (status >= 500 && way.repeats < MAX_REPEATS) return { step: 'again' };
	return giveUp(statusReasons[status] ?? `its server answered with HTTP status ${status}`);
}
