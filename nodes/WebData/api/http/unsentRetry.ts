import type { Failure } from '../errors/failure';
import { creditRows } from '../errors/rows/credits';
import { rateLimitRows } from '../errors/rows/rateLimit';

interface UnsentRetry {
	failure: Failure;
	stopReason: 'creditLimitReached' | 'waitTooLong';
}

const stopReasons: Partial<Record<string, UnsentRetry['stopReason']>> = {
	[creditRows.maxCreditsReached.id]: 'creditLimitReached',
	[rateLimitRows.rateLimitPaused.id]: 'waitTooLong',
};

/**
 * Returns the failure of the previous request if the credit limit or a rate limit prevented a retry, and undefined
 * otherwise.
 */
export function unsentRetry(failure: Failure, lastAttempt?: Failure): UnsentRetry | undefined {
	const { errorId, retryAfterMs, facts } = failure;
	const stopReason = stopReasons[errorId];
	if (lastAttempt === undefined || stopReason === undefined) return undefined;
	return {
		failure: {
			...lastAttempt,
			retryAfterMs: retryAfterMs ?? lastAttempt.retryAfterMs,
			facts: { ...lastAttempt.facts, ...facts },
		},
		stopReason,
	};
}
