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
 * If the node did not send a retry, returns the failure of the last attempt. `facts` explains why the retry was not
 * sent. Returns undefined if `failure` is the outcome of a sent attempt, or if no attempt was sent.
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
