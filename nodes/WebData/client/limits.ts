import type { Attempt } from '../errors/classify';
import { generalRows } from '../errors/rows/general';
import { scrapeRows } from '../errors/rows/scrape';
import { cutText } from '../errors/text';
import { dataOf, isObject } from '../json/json';
import type { HttpMethod } from '../transport/http';
import type { ApiRequest } from './request';
import { isRateLimited } from './retry';

export type RateLimitSignal =
	/** The service accepted the request. `queuedMs` is the time that the request spent in the service's queue. */
	| { kind: 'ok'; queuedMs?: number }
	/** The attempt gives no information about limits, because the service did not respond or failed. */
	| { kind: 'none' }
	/**
	 * The service refused the request. `retryAfterMs` is the requested wait, above 0. `message` is the service's text.
	 */
	| { kind: 'limited'; limit: 'rate' | 'concurrency'; retryAfterMs?: number; message?: string };

/** A request that waits for the rate limiter before each of its attempts. */
export interface LimitedRequest extends EndpointClass {
	/** Aborts the waits, but not a request in flight. */
	signal?: AbortSignal;
}

export type Acquired =
	/** `pausedMs` is the part of the wait in which the account was paused. */
	| { kind: 'start'; pausedMs: number }
	| { kind: 'aborted' }
	/** Limits would delay the attempt for too long. `retryAfterMs` and `message` come from the refusal that caused this. */
	| { kind: 'waitTooLong'; retryAfterMs?: number; message?: string };

/** The place of a request in the rate limiter, from its first attempt to its last. */
export interface LimiterSlot {
	/** Number of refused attempts that the account's limit has caused, not the request itself. */
	readonly excused: number;
	/**
	 * Waits until the account's limits allow an attempt. A pause may last until `maxWaitMs` milliseconds after the end of
	 * the last attempt.
	 */
	acquire(maxWaitMs: number): Promise<Acquired>;
	/** Ends an attempt that was started. `signal` is what its result says about the limits. */
	release(signal: RateLimitSignal): void;
}

export interface Limiter {
	open(request: LimitedRequest): LimiterSlot;
}

/** Endpoints of the same class share one rate limit. */
interface EndpointClass {
	endpointClass: string;
	/** Whether requests of this class count toward the account's limit on concurrent browsers. */
	usesBrowser: boolean;
}

/**
 * The first matching row applies. Cancel requests have their own class, so that the limits of other classes do not
 * delay them.
 */
const endpointClasses: readonly (readonly [HttpMethod | 'any', RegExp, string, 'browser'?])[] = [
	['DELETE', /^(?:agent|crawl|batch|scrape|interact)\//, 'cancel'],
	['any', /^scrape\/[^/]+\/interact$/, 'browserExecute', 'browser'],
	['POST', /^scrape$/, 'scrape', 'browser'],
	['POST', /^(?:batch\/scrape|parse\/upload-url)/, 'batchScrape'],
	['POST', /^parse$/, 'parse', 'browser'],
	['POST', /^search$/, 'search', 'browser'],
	['POST', /^map$/, 'map'],
	['POST', /^(?:crawl|monitor)(?:\/|$)/, 'crawl'],
	['PATCH', /^monitor\//, 'crawl'],
	['any', /^(?:scrape|crawl|batch|monitor|concurrency-check)(?:\/|$)/, 'crawlStatus'],
	['POST', /^(?:agent|extract)$/, 'extract'],
	['any', /^(?:agent|extract)(?:\/|$)/, 'extractStatus'],
	['POST', /^interact$/, 'browser', 'browser'],
	['any', /^interact(?:\/|$)/, 'browserExecute'],
];

export function endpointClassOf({
	endpoint,
	method,
	path,
}: Pick<ApiRequest, 'endpoint' | 'method' | 'path'>): EndpointClass {
	const joined = path.join('/');
	const [, , endpointClass = 'account', use] =
		endpointClasses.find(
			([of, pattern]) => (of === 'any' || of === method) && pattern.test(joined),
		) ?? [];
	return {
		endpointClass: endpoint.limitClass ?? endpointClass,
		usesBrowser: use === 'browser' && endpoint.limitClass === undefined,
	};
}

const MAX_REFUSAL_LENGTH = 300;

export function rateLimitSignal(outcome: Attempt): RateLimitSignal {
	if (outcome.ok) {
		// The specification documents `concurrencyQueueDurationMs` in "Metadata".
		const { metadata } = dataOf(outcome.answer);
		const ms = isObject(metadata) ? metadata.concurrencyQueueDurationMs : undefined;
		return { kind: 'ok', queuedMs: typeof ms === 'number' && ms > 0 ? ms : undefined };
	}
	const { httpCode, errorId, message, serviceMessage, retryAfterMs } = outcome.failure;
	// The request waited in the service's queue until its timeout.
	if (errorId === scrapeRows.queueTimeout.id) return { kind: 'ok', queuedMs: Infinity };
	if (httpCode === undefined || httpCode >= 500) return { kind: 'none' };
	if (!isRateLimited(outcome.failure)) return { kind: 'ok' };
	return {
		kind: 'limited',
		limit: errorId === generalRows.concurrencyLimit.id ? 'concurrency' : 'rate',
		retryAfterMs: retryAfterMs || undefined,
		message: cutText(serviceMessage ?? message, MAX_REFUSAL_LENGTH),
	};
}
