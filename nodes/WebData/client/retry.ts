import type { Failure } from '../errors/row';
import { creditRows, rateLimitRows } from '../errors/rows/limits';
import { scrapeRows } from '../errors/rows/scrape';
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
 * - `repeatable`: a scrape, search, map, or parse request; repeating it is harmless, but completed work is charged again
 * - `keyed`: a request with an `x-request-id`; the service returns the first result
 * - `unsafe`: a request whose work could be done and charged twice
 */
export type Idempotency = 'read' | 'repeatable' | 'keyed' | 'unsafe';

interface FailedAttempt {
	/** Number of the attempt, starting at 1. Attempts that the account's rate limit refused do not count. */
	attempt: number;
	/** Whether the account's rate limit refused this attempt. */
	excused?: boolean;
	/** Maximum number of attempts, including the first attempt. */
	maxTries: number;
	failure: Pick<Failure, 'errorId' | 'retry' | 'possiblyExecuted' | 'retryAfterMs' | 'httpCode'>;
	idempotency: Idempotency;
	/** Whether this node sent the request that the service is still processing. */
	ownRequest?: boolean;
	/** Whether the service may not find a job yet because the job has just been started. */
	notFoundYet?: boolean;
	/** Time in which another attempt must end. */
	timeLeftMs?: number;
	/** Number of attempts that timed out, including this attempt. */
	timeouts?: number;
	/** Whether the service has responded before in this execution. */
	serviceResponded?: boolean;
	waitLeftMs: number;
	/** Random number, at least 0 and less than 1. */
	random: number;
}

/** Why no further attempt follows. */
export type StopReason =
	| 'notRetryable'
	| 'unsafeToRepeat'
	| 'waitTooLong'
	/** The setting *Max Tries*. */
	| 'maxTriesReached'
	/** The `totalTimeoutMs` of the request. */
	| 'timeOver'
	/** The server has never responded, so the base URL is probably wrong. */
	| 'unreached'
	/** Each attempt may have been charged. */
	| 'timedOutTwice'
	| 'creditLimitReached'
	| 'aborted';

/** A host name without an address, or a first request to a closed port, is probably an error in the base URL. */
const MAX_UNREACHED_TRIES = 2;
/** The service may charge for each attempt, and a page that times out twice probably always times out. */
const MAX_PAID_TIMEOUTS = 2;

/** Whether the service may have worked on the request until its timeout. */
export const isTimeout = (failure: FailedAttempt['failure']): boolean =>
	failure.possiblyExecuted &&
	failure.errorId !== scrapeRows.stillProcessing.id &&
	(failure.errorId === transportRows.headTimeout.id ||
		failure.httpCode === 408 ||
		failure.httpCode === 504);

/** With less time left than this, no other attempt is sent. */
const MIN_ATTEMPT_MS = 1000;

function endOfTries(attempted: FailedAttempt) {
	const { attempt, maxTries, timeLeftMs = Infinity, timeouts = 0 } = attempted;
	const { failure, idempotency, serviceResponded } = attempted;
	if (timeLeftMs < MIN_ATTEMPT_MS) return 'timeOver';
	if (attempt >= maxTries) return 'maxTriesReached';
	const isUnreached =
		failure.errorId === transportRows.dns.id ||
		(failure.errorId === transportRows.refused.id && serviceResponded !== true);
	if (isUnreached && attempt >= MAX_UNREACHED_TRIES) return 'unreached';
	const mayCostAgain = idempotency === 'repeatable' && isTimeout(failure);
	return mayCostAgain && timeouts >= MAX_PAID_TIMEOUTS ? 'timedOutTwice' : undefined;
}

/** Whether the service refused the request because of a rate limit. */
export const isRateLimited = ({
	httpCode,
	retry,
}: Pick<FailedAttempt['failure'], 'httpCode' | 'retry'>): boolean =>
	httpCode === 429 && retry === 'backoff';

/**
 * Returns the milliseconds until the next attempt (specification, "Retry rules", rules 3 and 4). After a refusal that the
 * account's limit caused, the rate limiter decides when the next attempt starts.
 */
function delayAfter({ attempt, excused, failure, random }: FailedAttempt) {
	const { retryAfterMs = 0 } = failure;
	if (isRateLimited(failure) && (retryAfterMs > 0 || excused === true)) {
		return { minMs: retryAfterMs, delayMs: retryAfterMs };
	}
	const minMs = Math.max(retryAfterMs, Math.min(2 ** attempt, MAX_BACKOFF_SECONDS) * 1000);
	return { minMs, delayMs: Math.round(minMs + random * JITTER_MS) };
}

const isRepeatable = ({ failure, idempotency, ownRequest, notFoundYet }: FailedAttempt): boolean =>
	notFoundYet === true ||
	failure.retry === 'backoff' ||
	failure.retry === 'sameKey' ||
	(failure.retry === 'ifFree' && idempotency !== 'repeatable') ||
	(failure.retry === 'ifOwnRequest' && ownRequest === true);

/** Returns the milliseconds until the next attempt, or why no further attempt follows. */
export function retryDecision(attempted: FailedAttempt): number | StopReason {
	const { failure, idempotency, waitLeftMs } = attempted;
	if (idempotency === 'unsafe' && failure.possiblyExecuted) return 'unsafeToRepeat';
	if (failure.errorId === rateLimitRows.rateLimitPaused.id) return 'waitTooLong';
	if (!isRepeatable(attempted)) return 'notRetryable';
	const end = endOfTries(attempted);
	if (end !== undefined) return end;
	const { minMs, delayMs } = delayAfter(attempted);
	return minMs > waitLeftMs ? 'waitTooLong' : delayMs;
}

const unsentReasons: Partial<Record<string, StopReason>> = {
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
