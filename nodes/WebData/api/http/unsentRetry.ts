import type { ErrorId } from '../errors/errorId';
import type { Failure } from '../errors/failure';

const stopReasons = {
	maxCreditsReached: 'creditLimitReached',
	rateLimitPaused: 'waitTooLong',
} as const satisfies Partial<Record<ErrorId, string>>;

const isUnsent = (errorId: ErrorId): errorId is keyof typeof stopReasons =>
	Object.hasOwn(stopReasons, errorId);

interface UnsentRetry {
	failure: Failure;
	stopReason: (typeof stopReasons)[keyof typeof stopReasons];
}

/**
 * Returns the failure of the previous request if the credit limit or a rate limit prevented a retry, and undefined
 * otherwise.
 */
export function unsentRetry(failure: Failure, lastAttempt?: Failure): UnsentRetry | undefined {
	const { errorId, retryAfterMs, facts } = failure;
	if (lastAttempt === undefined || !isUnsent(errorId)) return undefined;
	return {
		failure: {
			...lastAttempt,
			retryAfterMs: retryAfterMs ?? lastAttempt.retryAfterMs,
			facts: { ...lastAttempt.facts, ...facts },
		},
		stopReason: stopReasons[errorId],
	};
}
