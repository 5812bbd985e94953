import type { Failure } from '../errors/failure';
import { cutText } from '../errors/bounds';
import { generalRows } from '../errors/rows/general';
import { scrapeRows } from '../errors/rows/scrape';
import type { AttemptResult } from './attemptResult';
import { isObject, type JsonObject } from './response';
import type { RateLimitSignal } from './schedule';

const MAX_REFUSAL_LENGTH = 300;

/** The specification documents `concurrencyQueueDurationMs` in "Metadata". */
function queuedMs({ data }: JsonObject): number | undefined {
	const metadata = isObject(data) ? data.metadata : undefined;
	const ms = isObject(metadata) ? metadata.concurrencyQueueDurationMs : undefined;
	return typeof ms === 'number' && ms > 0 ? ms : undefined;
}

function signalOfFailure(failure: Failure): RateLimitSignal {
	const { httpCode, errorId, retry, message, serviceMessage, retryAfterMs } = failure;
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

export const rateLimitSignal = (outcome: AttemptResult): RateLimitSignal =>
	outcome.ok
		? { kind: 'ok', queuedMs: queuedMs(outcome.answer) }
		: signalOfFailure(outcome.failure);
