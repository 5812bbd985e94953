const MIN_DELAY_MS = 1000;
/** The end of a job is noticed late by at most this share of its duration. */
const ELAPSED_SHARE = 0.1;
/** Spreads the polls of jobs that were started together. */
const JITTER_SHARE = 0.1;
const FIRST_BACKOFF_MS = 2000;
const BACKOFF_JITTER_MS = 1000;

export interface PollTiming {
	/** Milliseconds since the first poll. */
	elapsedMs: number;
	/** Maximum delay in milliseconds. */
	intervalMs: number;
	/** Milliseconds until the job is no longer waited for. */
	remainingMs: number;
	/** From 0 up to 1. */
	random: number;
	/** Polls that failed since the last one that succeeded. */
	failures?: number;
	/** Milliseconds that the service asked the client to wait. */
	retryAfterMs?: number;
}

/**
 * Returns the milliseconds until the next poll: 1 second at first, later a tenth of the elapsed time, at most
 * `intervalMs`, minus up to a tenth of jitter. After failed polls, the delay is 2, 4, 8 … seconds plus up to
 * 1 second of jitter (Retry rules 4), at most `intervalMs`, and at least `retryAfterMs` (Retry rules 3). The
 * last poll is sent when no time remains.
 */
export function pollDelayMs(timing: PollTiming): number {
	const { elapsedMs, intervalMs, remainingMs, random, failures = 0, retryAfterMs = 0 } = timing;
	const growing = Math.max(MIN_DELAY_MS, elapsedMs * ELAPSED_SHARE);
	const regular = Math.min(growing, intervalMs) * (1 - random * JITTER_SHARE);
	const maxBackoff = Math.max(intervalMs, FIRST_BACKOFF_MS);
	const exponential = Math.min(FIRST_BACKOFF_MS * 2 ** (failures - 1), maxBackoff);
	const backoff = failures > 0 ? exponential + random * BACKOFF_JITTER_MS : 0;
	const delay = Math.max(regular, backoff, retryAfterMs);
	// Rounded up, because a delay of 0 ms before the end would never reach it on a clock that stands still.
	return Math.ceil(Math.max(0, Math.min(delay, remainingMs)));
}
