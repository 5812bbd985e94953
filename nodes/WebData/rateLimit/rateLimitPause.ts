// How long an account is held after a refusal, and who sees in between whether it still is.

/** Whoever waits for the end of a pause starts somewhere in this time after it: other processes wait for the same end. */
const SPREAD_MS = 500;
/**
 * A hold may last a day, and be of no concern to most: what was refused was another kind of request, or the plan
 * was changed. So often one request goes ahead and sees. Retry rules 3 are about the one that was refused.
 */
const SCOUT_AFTER_MS = 60_000;

export interface Hold {
	/** Nothing starts before, but for the scout. */
	readonly until: number;
	/** When one request may go ahead. */
	readonly scoutAt: number;
	/** Whether one has gone ahead and is not back yet. */
	readonly scouting: boolean;
}

export const noHold: Hold = { until: 0, scoutAt: 0, scouting: false };

export const isHeld = ({ until }: Hold, now: number): boolean => now < until;

/** Milliseconds until a hold lets the next request start; 0 for now. */
export function heldFor({ until, scoutAt, scouting }: Hold, now: number, random: number): number {
	const at = scouting ? until : Math.min(scoutAt, until);
	return now < at ? at - now + random * SPREAD_MS : 0;
}

/** The hold after one more refusal. It does not become shorter by that. */
export function heldUntil(hold: Hold, until: number, now: number): Hold {
	const longer = Math.max(hold.until, until);
	return { ...hold, until: longer, scoutAt: Math.min(longer, now + SCOUT_AFTER_MS) };
}

/** A request starts: where the account is held, it is the scout. */
export const holdAtStart = (hold: Hold, now: number): Hold =>
	isHeld(hold, now) ? { ...hold, scouting: true } : noHold;

/** The scout came back and knows nothing new: the next one may go. */
export const withoutScout = (hold: Hold): Hold => ({ ...hold, scouting: false });
