const MIN_DELAY_MS = 1000;
const ELAPSED_SHARE = 0.1;
/** Maximum jitter as a fraction of the delay. */
const JITTER_SHARE = 0.1;
const FAILED_DELAY_MS = 2000;
/** After more than this number of consecutive failures, polls become less frequent. */
const FEW_FAILURES = 5;
const OUTAGE_DELAY_MS = 4000;
const FAILED_JITTER_MS = 1000;

export interface PollTiming {
	elapsedMs: number;
	/** Maximum delay between two polls. */
	intervalMs: number;
	remainingMs: number;
	/** Random number, at least 0 and less than 1. */
	random: number;
	failures?: number;
	retryAfterMs?: number;
}

const failedDelayMs = (failures: number, random: number): number =>
	(failures <= FEW_FAILURES ? FAILED_DELAY_MS : OUTAGE_DELAY_MS) + random * FAILED_JITTER_MS;

/**
 * Returns the milliseconds until the next poll.
 * - After a successful poll: a tenth of the elapsed time, at least 1 second and at most `intervalMs`, minus a jitter of
 *   up to 10 percent.
 * - After a failed poll: 2 to 5 seconds, or `retryAfterMs` if it is longer (specification, "Retry rules", rule 3).
 * - The delay never exceeds the remaining time.
 */
export function pollDelayMs(timing: PollTiming): number {
	const { elapsedMs, intervalMs, remainingMs, random, failures = 0, retryAfterMs = 0 } = timing;
	const growing = Math.max(MIN_DELAY_MS, elapsedMs * ELAPSED_SHARE);
	const regular = Math.min(growing, intervalMs) * (1 - random * JITTER_SHARE);
	const delay = Math.max(failures > 0 ? failedDelayMs(failures, random) : regular, retryAfterMs);
	return Math.ceil(Math.max(0, Math.min(delay, remainingMs)));
}
