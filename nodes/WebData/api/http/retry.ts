import type { Failure } from '../errors/failure';

/** Retry rules 4: min(2^attempt, 30) seconds plus up to 1 second of jitter, 5 attempts. */
export const DEFAULT_MAX_TRIES = 5;
const MAX_BACKOFF_SECONDS = 30;
const JITTER_MS = 1000;

/**
 * The effect of repeating a request.
 * - `read`: reads and cancels: harmless and free
 * - `repeatable`: scrapes: harmless, but completed work is done and charged again
 * - `keyed`: has an `x-request-id`: the service returns the first result
 * - `unsafe`: the work could be done and charged a second time
 */
export type Idempotency = 'read' | 'repeatable' | 'keyed' | 'unsafe';

export interface FailedAttempt {
	/** 1 for the first attempt. */
	attempt: number;
	/** Maximum number of attempts, including the first. */
	maxTries: number;
	failure: Pick<Failure, 'errorId' | 'retry' | 'possiblyExecuted' | 'retryAfterMs'>;
	idempotency: Idempotency;
	/** Whether only this node can have sent the request that the service is still processing. */
	ownRequest?: boolean;
	/** Milliseconds left for waiting. */
	waitLeftMs: number;
	/** From 0 up to 1. */
	random: number;
}

export type RetryDecision =
	/** `countedMs` is the delay without its jitter, so that randomness does not decide which wait is too long. */
	| { retry: true; delayMs: number; countedMs: number }
	| { retry: false; reason: 'notRetryable' | 'unsafeToRepeat' | 'maxTriesReached' | 'waitTooLong' };

/** A host name without an address rarely gets one within seconds, so the error is reported early. */
const MAX_DNS_TRIES = 2;

const cappedBackoffMs = (attempt: number): number =>
	Math.min(2 ** attempt, MAX_BACKOFF_SECONDS) * 1000;

/** Returns the milliseconds until the next attempt; `attempt` is 1 for the first. Retry rules 4. */
export const backoffMs = (attempt: number, random: number): number =>
	Math.round(cappedBackoffMs(attempt) + random * JITTER_MS);

const isRepeatable = ({ failure, idempotency, ownRequest }: FailedAttempt): boolean =>
	failure.retry === 'backoff' ||
	failure.retry === 'sameKey' ||
	(failure.retry === 'ifFree' && idempotency !== 'repeatable') ||
	(failure.retry === 'ifOwnRequest' && ownRequest === true);

/**
 * Decides what follows a failed attempt. If the service asks for a longer wait than remains, there is no retry instead
 * of a shorter wait: an early attempt would be rejected again.
 */
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
