import type { Attempt } from '../errors/classify';
import { generalRows } from '../errors/rows/general';
import { scrapeRows } from '../errors/rows/scrape';
import { cutText } from '../errors/text';
import { dataOf, isObject } from '../json/json';
import type { ApiRequest, LimitedRequest, RateLimitSignal } from './client';
import { isRateLimited } from './retry';

/**
 * The first matching row applies. Cancel requests have their own class, so that the limits of other classes do not
 * delay them.
 */
const endpointClasses: readonly (readonly [
	ApiRequest['method'] | 'any',
	RegExp,
	string,
	'browser'?,
])[] = [
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
}: Pick<ApiRequest, 'endpoint' | 'method' | 'path'>): Omit<LimitedRequest, 'signal'> {
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
