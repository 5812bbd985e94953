// What to do next on the way to a file: take what came, follow it elsewhere, try again, or give the link up. Pure.

import type { TransportFailure } from '../transport/transport';
import { parsedUrl } from './parsedUrl';

/** The head of what came back for one address. */
export interface Head {
	status: number;
	/** Names in lower case. */
	headers: Record<string, string>;
}

export interface Way {
	url: string;
	/** Redirects followed so far. */
	hops: number;
	/** Repeats so far, over all addresses of the file. */
	repeats: number;
	/** Bytes of the file that are stored already: they can't be taken back. */
	stored: number;
}

type Ask = { step: 'follow'; url: string } | { step: 'again' };

/** `reason` completes "… was not downloaded: …". */
interface GiveUp {
	step: 'giveUp';
	reason: string;
}

/** What there is to do where the file is not at hand. */
export type Onward = Ask | GiveUp;

export type NextStep = { step: 'take' } | Onward;

export const MAX_HOPS = 5;
const MAX_REPEATS = 1;

/** A link is a GET: a repeat does no harm, and the rest fails the same way again. */
const worthRepeating: ReadonlySet<string> = new Set(['closed', 'cutOff']);

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

const reasonOfStatus: Record<number, string> = {
	401: 'its server answered with HTTP status 401, the link does not work without a login',
	403: 'its server answered with HTTP status 403, the link has expired or is not allowed',
	404: 'its server answered with HTTP status 404, the link is dead',
	410: 'its server answered with HTTP status 410, the link is dead',
};

const reasonOfFailure: Record<TransportFailure['failure'], string> = {
	aborted: 'the execution was ended',
	blocked: 'this n8n does not allow the address',
	closed: 'its server closed the connection',
	connectTimeout: 'its server could not be reached in time',
	cutOff: 'the connection broke before its end',
	dns: 'its host name has no address',
	headTimeout: 'its server did not answer in time',
	held: 'its account has to wait',
	invalid: 'its link is no address that can be asked',
	proxy: 'the proxy did not let it through',
	refused: 'its server refused the connection',
	stalled: 'it stood still on its way',
	tls: 'the certificate of its server was not accepted',
	tooLarge: 'it is larger than {maxFileSize}',
	unpackable: 'it is not compressed in the way that its server says',
};

const giveUp = (reason: string): GiveUp => ({ step: 'giveUp', reason });

const isWeb = (url: URL): boolean => url.protocol === 'https:' || url.protocol === 'http:';

function redirected(location: string | undefined, { url, hops }: Way): Onward {
	const next = location === undefined ? undefined : parsedUrl(location, url);
	if (next === undefined) {
		return giveUp('its server leads to another address and does not say which');
	}
	if (hops >= MAX_HOPS) return giveUp(`its link leads on more than ${MAX_HOPS} times`);
	return isWeb(next)
		? { step: 'follow', url: next.href }
		: giveUp('its link leads to an address that is not http:// or https://');
}

/** Decides where nothing came, or what came broke off. */
export function afterFailure(failure: TransportFailure, { repeats, stored }: Way): Onward {
	const mayRepeat = repeats < MAX_REPEATS && stored === 0;
	if (mayRepeat && worthRepeating.has(failure.failure)) return { step: 'again' };
	const own = failure.failure === 'blocked' ? failure.detail.replace(/\.$/, '') : '';
	return giveUp(own || reasonOfFailure[failure.failure]);
}

/** Decides before anything is sent. */
export function firstStep(url: string): Onward {
	const parsed = parsedUrl(url);
	return parsed !== undefined && isWeb(parsed)
		? { step: 'follow', url }
		: giveUp('its link is not an http:// or https:// address');
}

/** Before the first address nothing was followed: asking for it is no redirect. */
export const wayTo = (url: string): Way => ({ url, hops: -1, repeats: 0, stored: 0 });

export const moved = (way: Way, next: Ask): Way =>
	next.step === 'follow'
		? { ...way, url: next.url, hops: way.hops + 1 }
		: { ...way, repeats: way.repeats + 1 };

/** Decides after each answer. */
export function nextStep({ status, headers }: Head, way: Way): NextStep {
	if (status >= 200 && status < 300) return { step: 'take' };
	if (redirects.has(status)) return redirected(headers.location, way);
	if (status >= 500 && way.repeats < MAX_REPEATS) return { step: 'again' };
	return giveUp(reasonOfStatus[status] ?? `its server answered with HTTP status ${status}`);
}
