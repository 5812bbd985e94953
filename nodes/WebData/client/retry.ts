import type { Failure } from '../errors/row';
import { creditRows, rateLimitRows } from '../errors/rows/limits';
import { transportRows } from '../errors/rows/transport';

/**
 * The specification ("Retry rules", rule 4) allows 5 attempts. The delay is min(2^attempt, 30) seconds plus up to 1
 * second of jitter.
 */
export const DEFAULT_MAX_TRIES = 5;
const MAX_BACKOFF_SECONDS = 30;
const JITTER_MS = 1000;

/**
 * Effect of repeating a request.
 * - `read`: a read or cancel request; repeating it is harmless and free
 * - `repeatable`: a scrape; repeating it is harmless, but completed work is charged again
 * - `keyed`: a request with an `x-request-id`; the service returns the first result
 * - `unsafe`: a request whose work could be done and charged twice
 */
export type Idempotency = 'read' | 'repeatable' | 'keyed' | 'unsafe';

interface FailedAttempt {
	/** Number of the attempt, starting at 1. */
	attempt: number;
	/** Maximum number of attempts, including the first attempt. */
	maxTries: number;
	failure: Pick<Failure, 'errorId' | 'retry' | 'possiblyExecuted' | 'retryAfterMs' | 'httpCode'>;
	idempotency: Idempotency;
	/** Whether this node sent the request that the service is still processing. */
	ownRequest?: boolean;
	/** Number of attempts that timed out, including this attempt. */
	timeouts?: number;
	/** Whether the service has responded before in this execution. */
	serviceResponded?: boolean;
	waitLeftMs: number;
	/** Random number, at least 0 and less than 1. */
	random: number;
}

export type RetryDecision =
	/** `countedMs` is the delay without jitter. */
	| { retry: true; delayMs: number; countedMs: number }
	| { retry: false; reason: 'notRetryable' | 'unsafeToRepeat' | 'maxTriesReached' | 'waitTooLong' };

/** A host name without an address, or a first request to a closed port, is probably an error in the base URL. */
const MAX_UNREACHED_TRIES = 2;
/** The service may charge for each attempt, and a page that times out twice probably always times out. */
const MAX_PAID_TIMEOUTS = 2;

const timeoutStatuses: ReadonlySet<number | undefined> = new Set([408, 504]);

/** Whether the service may have worked on the request until its timeout. */
export const isTimeout = (failure: FailedAttempt['failure']): boolean =>
	failure.possiblyExecuted &&
	(failure.errorId === transportRows.headTimeout.id || timeoutStatuses.has(failure.httpCode));

const isUnreached = ({ failure: { errorId }, serviceResponded }: FailedAttempt): boolean =>
	errorId === transportRows.dns.id ||
	(errorId === transportRows.refused.id && serviceResponded !== true);

function isLastTry(attempted: FailedAttempt): boolean {
	const { attempt, maxTries, failure, idempotency, timeouts = 0 } = attempted;
	return (
		attempt >= maxTries ||
		(isUnreached(attempted) && attempt >= MAX_UNREACHED_TRIES) ||
		(idempotency === 'repeatable' && isTimeout(failure) && timeouts >= MAX_PAID_TIMEOUTS)
	);
}

const cappedBackoffMs = (attempt: number): number =>
	Math.min(2 ** attempt, MAX_BACKOFF_SECONDS) * 1000;

/** Returns the delay after a failed attempt (specification, "Retry rules", rule 4). `attempt` starts at 1. */
export const backoffMs = (attempt: number, random: number): number =>
	Math.round(cappedBackoffMs(attempt) + random * JITTER_MS);

const isRepeatable = ({ failure, idempotency, ownRequest }: FailedAttempt): boolean =>
	failure.retry === 'backoff' ||
	failure.retry === 'sameKey' ||
	(failure.retry === 'ifFree' && idempotency !== 'repeatable') ||
	(failure.retry === 'ifOwnRequest' && ownRequest === true);

export function retryDecision(attempted: FailedAttempt): RetryDecision {
	const { attempt, failure, idempotency, waitLeftMs, random } = attempted;
	if (idempotency === 'unsafe' && failure.possiblyExecuted)
		return { retry: false, reason: 'unsafeToRepeat' };
	if (!isRepeatable(attempted)) return { retry: false, reason: 'notRetryable' };
	if (isLastTry(attempted)) return { retry: false, reason: 'maxTriesReached' };
	const countedMs = Math.max(failure.retryAfterMs ?? 0, cappedBackoffMs(attempt));
	if (countedMs > waitLeftMs) return { retry: false, reason: 'waitTooLong' };
	return { retry: true, delayMs: Math.round(countedMs + random * JITTER_MS), countedMs };
}

const unsentReasons: Partial<Record<string, 'creditLimitReached' | 'waitTooLong'>> = {
	[creditRows.maxCreditsReached.id]: 'creditLimitReached',
	[rateLimitRows.rateLimitPaused.id]: 'waitTooLong',
};

/**
 * Returns the failure of the previous request if the credit limit or a rate limit prevented a retry, and undefined
 * otherwise.
 */
export function unsentRetry(failure: Failure, lastAttempt?: Failure) {
	const { errorId, retryAfterMs, facts } = failure;
	const stopReason = unsentReasons[errorId];
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
