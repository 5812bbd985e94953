import type { Failure } from '../errors/failure';

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

export interface FailedAttempt {
	/** Number of the attempt, starting at 1. */
	attempt: number;
	/** Maximum number of attempts, including the first attempt. */
	maxTries: number;
	failure: Pick<Failure, 'errorId' | 'retry' | 'possiblyExecuted' | 'retryAfterMs'>;
	idempotency: Idempotency;
	/** Whether this node sent the request that the service is still processing. */
	ownRequest?: boolean;
	waitLeftMs: number;
	/** Random number, at least 0 and less than 1. */
	random: number;
}

export type RetryDecision =
	/** `countedMs` is the delay without jitter. */
	| { retry: true; delayMs: number; countedMs: number }
	| { retry: false; reason: 'notRetryable' | 'unsafeToRepeat' | 'maxTriesReached' | 'waitTooLong' };

/** A failed host name lookup is retried only once. */
const MAX_DNS_TRIES = 2;

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
	const { attempt, maxTries, failure, idempotency, waitLeftMs, random } = attempted;
	if (idempotency === 'unsafe' && failure.possiblyExecuted)
		return { retry: false, reason: 'unsafeToRepeat' };
	if (!isRepeatable(attempted)) {
		return { retry: false, reason: 'notRetryable' };
	}
	const allowedTries = failure.errorId === 'dns' ? Math.min(maxTries, MAX_DNS_TRIES) : maxTries;
	if (attempt >= allowedTries) return { retry: false, reason: 'maxTriesReached' };
	const countedMs = Math.max(failure.retryAfterMs ?? 0, cappedBackoffMs(attempt));
	if (countedMs > waitLeftMs) return { retry: false, reason: 'waitTooLong' };
	return { retry: true, delayMs: Math.round(countedMs + random * JITTER_MS), countedMs };
}
