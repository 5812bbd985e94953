import type { Failure } from '../errors/failure';

/** Retry rules 4: min(2^attempt, 30) seconds plus up to 1 second of jitter, 5 attempts. */
export const DEFAULT_MAX_TRIES = 5;
const MAX_BACKOFF_SECONDS = 30;
const JITTER_MS = 1000;

/**
 * What a repeat of a request can do.
 *
 * - `read`: reads and cancels: a repeat does no harm and costs nothing
 * - `repeatable`: scrapes: a repeat does no harm, but what was made already is made, and charged for, again
 * - `keyed`: carries `x-request-id`: a repeat replays
 * - `unsafe`: a repeat could do the work, and charge for it, a second time
 */
export type Idempotency = 'read' | 'repeatable' | 'keyed' | 'unsafe';

export interface FailedAttempt {
	/** 1 for the first attempt. */
	attempt: number;
	/** Attempts allowed in all, the first included. */
	maxTries: number;
	failure: Pick<Failure, 'errorId' | 'retry' | 'possiblyExecuted' | 'retryAfterMs'>;
	idempotency: Idempotency;
	/** Whether nobody else can have sent the request that the service is still working on. */
	ownRequest?: boolean;
	/** Milliseconds that may still be spent on waiting. */
	waitLeftMs: number;
	/** From 0 up to 1. */
	random: number;
}

export type RetryDecision =
	/** `countedMs` is the delay without its jitter: chance does not decide which wait is too long. */
	| { retry: true; delayMs: number; countedMs: number }
	| { retry: false; reason: 'notRetryable' | 'unsafeToRepeat' | 'maxTriesReached' | 'waitTooLong' };

/** A host name without an address rarely gets one within seconds, so its error is reported early. */
const MAX_DNS_TRIES = 2;

const cappedBackoffMs = (attempt: number): number =>
	Math.min(2 ** attempt, MAX_BACKOFF_SECONDS) * 1000;

/** Returns the milliseconds until the next attempt, 1 being the first. Retry rules 4. */
export const backoffMs = (attempt: number, random: number): number =>
	Math.round(cappedBackoffMs(attempt) + random * JITTER_MS);

const isRepeatable = ({ failure, idempotency, ownRequest }: FailedAttempt): boolean =>
	failure.retry === 'backoff' ||
	failure.retry === 'sameKey' ||
	(failure.retry === 'ifFree' && idempotency !== 'repeatable') ||
	(failure.retry === 'ifOwnRequest' && ownRequest === true);

/**
 * Decides about one failed attempt. A wait that the service asks for and that is longer than what is
 * left means no retry, not a shorter wait: an early repeat would be refused again.
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
