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
 * Returns the failure of the last attempt if the node did not send the retry. The facts explain why the retry was not
 * sent. Returns undefined if `failure` comes from an attempt, or if no attempt was sent.
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
