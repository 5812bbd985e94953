import type { Attempt } from '../errors/classify';
import { generalRows } from '../errors/rows/general';
import { scrapeRows } from '../errors/rows/scrape';
import { cutText } from '../errors/text';
import { dataOf, isObject } from '../json/json';
import type { ApiRequest, LimitedRequest, RateLimitSignal } from './client';
import { isRateLimited } from './retry';

export const endpointClassOf = ({
	endpoint: { rateClass = {}, usesBrowser },
	method,
}: Pick<ApiRequest, 'endpoint' | 'method'>): Omit<LimitedRequest, 'signal'> => ({
	endpointClass: rateClass[method] ?? 'account',
	usesBrowser: usesBrowser === true && method === 'POST',
});

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
