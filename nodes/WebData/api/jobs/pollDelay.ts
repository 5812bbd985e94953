// When a run is asked again how it is doing, and what its status says.

/** Polls begin this many milliseconds after each other. */
const QUICKEST_MS = 1000;
/** Later the pause is this share of the time that the run has taken: its end is noticed at most so much too late. */
const SHARE_OF_ELAPSED = 0.1;
/** Up to this share of a pause is taken off by chance, so that many runs do not ask in step. */
const JITTER_SHARE = 0.1;
/** The pause after one failed poll; it doubles with each further one. */
const FIRST_BACKOFF_MS = 2000;

export interface PollMoment {
	/** Polls that failed since the last one that did not. */
	failures?: number;
	/** Milliseconds that the service asked to wait when it refused the last poll. */
	askedMs?: number;
	/** Milliseconds since the run was begun or first asked about. */
	elapsedMs: number;
	/** Longest pause in milliseconds. */
	intervalMs: number;
	/** Milliseconds that are left of the time to wait. */
	leftMs: number;
	/** From 0 up to 1. */
	random: number;
}

/**
 * Milliseconds until the next poll: 1 second at first, then a tenth of the elapsed time, at most
 * `intervalMs`, less up to a tenth of jitter. After polls that failed it is 2, 4, 8 … seconds plus up to
 * one (Retry rules 4), not beyond `intervalMs`, and never less than the service asked for (Retry rules 3).
 * The last poll is made when the time to wait is over.
 */
export function pollDelayMs(moment: PollMoment): number {
	const { elapsedMs, intervalMs, leftMs, random, failures = 0, askedMs = 0 } = moment;
	const grown = Math.max(QUICKEST_MS, elapsedMs * SHARE_OF_ELAPSED);
	const steady = Math.min(grown, intervalMs) * (1 - random * JITTER_SHARE);
	const longest = Math.max(intervalMs, FIRST_BACKOFF_MS);
	const backoff = Math.min(FIRST_BACKOFF_MS * 2 ** (failures - 1), longest) + random * 1000;
	const pause = Math.max(steady, failures > 0 ? backoff : 0, askedMs);
	// Rounded up: a pause of nothing before the end would never reach it on a clock that stands still in between.
	return Math.ceil(Math.max(0, Math.min(pause, leftMs)));
}

/** What a status means: only a known one that is not the end keeps a client asking. */
export type StatusMeaning = 'running' | 'completed' | 'failed' | 'unknown';

const meanings: ReadonlyMap<string, StatusMeaning> = new Map([
	['processing', 'running'],
	['pending', 'running'],
	['completed', 'completed'],
	['failed', 'failed'],
]);

/** Specification shows `failed`; the others are the living service's. Anything else is unknown, and an end. */
export function meaningOf(status: unknown): StatusMeaning {
	return (typeof status === 'string' ? meanings.get(status) : undefined) ?? 'unknown';
}
