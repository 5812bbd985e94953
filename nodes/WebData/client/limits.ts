import type { Attempt } from '../errors/classify';
import { generalRows } from '../errors/rows/general';
import { scrapeRows } from '../errors/rows/scrape';
import { cutText } from '../errors/text';
import { dataOf, isObject, type JsonObject } from '../json/json';
import type { HttpMethod } from '../transport/http';
import type { ApiRequest } from './request';

export type RateLimitSignal =
	/** The service accepted the request. `queuedMs` is the time that the request spent in the service's queue. */
	| { kind: 'ok'; queuedMs?: number }
	/** The attempt gives no information about limits, because the service did not respond or failed. */
	| { kind: 'none' }
	/**
	 * The service refused the request. `retryAfterMs` is the requested wait, above 0. `message` is the service's text.
	 */
	| { kind: 'limited'; limit: 'rate' | 'concurrency'; retryAfterMs?: number; message?: string };

export interface LimiterRequest<Result> extends EndpointClass {
	maxWaitMs: number;
	/**
	 * Number of refusals after which the request is not sent again. Only refusals that the request itself may have caused
	 * count.
	 */
	maxTries: number;
	/** Returns the delay before the next attempt if the service does not request a delay. */
	backoffMs(refusals: number): number;
	/** Aborts the waits between attempts, but not a request in flight. */
	signal?: AbortSignal;
	/** Returns what the result of an attempt says about the limits. */
	signalOf(result: Result): RateLimitSignal;
}

/** `refusals` counts only refusals that the request itself may have caused. `waitedMs` excludes rate limit pauses. */
export type LimiterResult<Result> = { refusals: number; waitedMs: number } & (
	| { kind: 'done'; result: Result }
	/** The service refused the request `maxTries` times. `result` is the result of the last attempt. */
	| { kind: 'refused'; result: Result }
	/**
	 * Limits would delay the request for longer than `maxWaitMs`. `result` is the result of the last attempt, or
	 * undefined if no attempt was sent. `retryAfterMs` and `message` come from the refusal that paused the account.
	 */
	| { kind: 'waitTooLong'; result?: Result; retryAfterMs?: number; message?: string }
	| { kind: 'aborted' }
);

export interface Limiter {
	/** Calls `send` when the account's limits allow the request, and again after a refusal. */
	run<Result>(
		request: LimiterRequest<Result>,
		send: () => Promise<Result>,
	): Promise<LimiterResult<Result>>;
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
const rows: readonly (readonly [HttpMethod | 'any', RegExp, string, 'browser'?])[] = [
	['DELETE', /^(?:agent|crawl|batch|scrape)\//, 'cancel'],
	['any', /^scrape\/[^/]+\/interact$/, 'browserExecute', 'browser'],
	['POST', /^scrape$/, 'scrape', 'browser'],
	['POST', /^(?:batch\/scrape|parse\/upload-url)/, 'batchScrape'],
	['POST', /^parse$/, 'parse', 'browser'],
	['POST', /^search$/, 'search', 'browser'],
	['POST', /^map$/, 'map'],
	['POST', /^(?:crawl|monitor)(?:\/|$)/, 'crawl'],
	['any', /^(?:scrape|crawl|batch|monitor|concurrency-check)(?:\/|$)/, 'crawlStatus'],
	['POST', /^(?:agent|extract)$/, 'extract'],
	['any', /^(?:agent|extract)(?:\/|$)/, 'extractStatus'],
	['POST', /^interact$/, 'browser', 'browser'],
	['any', /^interact(?:\/|$)/, 'browserExecute'],
];

export function endpointClassOf({ endpoint, method, path }: ApiRequest): EndpointClass {
	const joined = path.join('/');
	const [, , endpointClass = 'account', use] =
		rows.find(([of, pattern]) => (of === 'any' || of === method) && pattern.test(joined)) ?? [];
	return {
		endpointClass: endpoint.limitClass ?? endpointClass,
		usesBrowser: use === 'browser' && endpoint.limitClass === undefined,
	};
}

const MAX_REFUSAL_LENGTH = 300;

/** The specification documents `concurrencyQueueDurationMs` in "Metadata". */
function queuedMs(answer: JsonObject): number | undefined {
	const { metadata } = dataOf(answer);
	const ms = isObject(metadata) ? metadata.concurrencyQueueDurationMs : undefined;
	return typeof ms === 'number' && ms > 0 ? ms : undefined;
}

export function rateLimitSignal(outcome: Attempt): RateLimitSignal {
	if (outcome.ok) return { kind: 'ok', queuedMs: queuedMs(outcome.answer) };
	const { httpCode, errorId, retry, message, serviceMessage, retryAfterMs } = outcome.failure;
	// The request waited in the service's queue until its timeout.
	if (errorId === scrapeRows.queueTimeout.id) return { kind: 'ok', queuedMs: Infinity };
	if (httpCode === undefined || httpCode >= 500) return { kind: 'none' };
	if (httpCode !== 429 || retry !== 'backoff') return { kind: 'ok' };
	return {
		kind: 'limited',
		limit: errorId === generalRows.concurrencyLimit.id ? 'concurrency' : 'rate',
		retryAfterMs: retryAfterMs || undefined,
		message: cutText(serviceMessage ?? message, MAX_REFUSAL_LENGTH),
	};
}
