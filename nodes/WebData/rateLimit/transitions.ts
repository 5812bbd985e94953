// The pace of one account: how many requests may be on their way, and when the next one may start. Clock and chance are handed in.

import { heldFor, heldUntil, holdAtStart, isHeld, noHold, withoutScout } from './rateLimitPause';
import { counted, countIn } from './slidingCount';
import { FIRST_STRIDE, type Pace, type Verdict } from './limiterState';

/** Beyond what was tried so far, the next starts after about this time: a refusal is seen before many are sent. */
const STEP_MS = 5;
/** From this number in flight on the steps shrink: more in flight then cost a constant share of refusals, and little time. */
const STRIDING = 16;
/** A late timer is made up for by at most this much. */
const LAG_MS = 50;

/** How long a refusal for too many at a time stops all starts, when the service names no time: a burst's other refusals come in. */
const BUSY_PAUSE_MS = 200;
/** The same for a rate limit: Retry rules 4 without the jitter, so that the refused request's own wait is never the shorter one. */
const RATE_PAUSE_MS = 2000;
/** Retry rules 4: no back-off is longer. */
const LONGEST_PAUSE_MS = 30_000;

/** A pace's patience is doubled each time in vain, up to this. */
const MOST_PATIENCE = 40;
/** What is left of the number in flight when it is lowered: those with much give more than those with little. */
const KEPT_IN_FLIGHT = 0.95;

const MINUTE_MS = 60_000;
/** Starts per minute after the first rate limit, unless more were achieved. */
const FIRST_RATE = 60;
/** One start in two minutes. */
const LOWEST_RATE = 0.5;
/** A gap below 2 ms holds nothing back. */
const FREE_RATE = 30_000;
/** What is left of the achieved rate after a refusal, and of the set rate at least. */
const KEPT_RATE = 0.9;
const KEPT_AT_LEAST = 0.5;
/** The rate grows after this time and this many successes, or a minute with one. */
const RATE_STEP_MS = 10_000;
const RATE_STEP_SERVED = 5;
/** At this rate it grows by the pace's stride, and by the root of that for other rates: a slow worker gains on a fast one. */
const STRIDE_RATE = 60;
const LARGEST_GAIN = 0.5;
/** A rate that stands in for a number in flight below one grows by this factor with each success: there is room again. */
const ROOM_GAIN = 1.2;

/** How long a refusal is remembered when the account is idle. */
const REMEMBERED_MS = 5 * MINUTE_MS;

/** Milliseconds until the next request may start; 0 for now, `Infinity` for not before one has ended. */
export function startsIn(pace: Pace, now: number, random: number): number {
	if (isHeld(pace.hold, now)) return heldFor(pace.hold, now, random);
	if (pace.inFlight >= pace.limit) return Infinity;
	const stepAt = pace.inFlight >= pace.ground ? pace.stepAt : 0;
	return Math.max(0, pace.nextStartAt - now, stepAt - now);
}

const stepMs = (inFlight: number): number => (STEP_MS * STRIDING) / Math.max(STRIDING, inFlight);

/** A request starts. Its epoch, to be told at its end, is the one of the pace before. */
export function started(pace: Pace, now: number, random: number): Pace {
	const inFlight = pace.inFlight + 1;
	return {
		...pace,
		inFlight,
		hold: holdAtStart(pace.hold, now),
		nextStartAt: Math.max(pace.nextStartAt, now - LAG_MS) + MINUTE_MS / pace.rate,
		ground: Math.max(pace.ground, inFlight),
		stepAt: inFlight >= pace.ground ? now + stepMs(inFlight) * (0.5 + random) : pace.stepAt,
	};
}

const rateUpTo = (rate: number) =>
	rate > FREE_RATE ? { rate: Infinity, rateForRoom: false } : { rate };

const fasterRate = (pace: Pace, now: number): Pace => {
	const cleanMs = now - pace.changedAt;
	const isEnough = cleanMs >= MINUTE_MS || pace.served >= RATE_STEP_SERVED;
	if (cleanMs < RATE_STEP_MS || !isEnough) return pace;
	const gain = pace.stride * Math.sqrt(pace.rate * STRIDE_RATE);
	const rate = pace.rate + Math.min(gain, pace.rate * LARGEST_GAIN);
	return {
		...pace,
		...rateUpTo(rate),
		stride: pace.stride * 2,
		served: 0,
		changedAt: now,
	};
};

const higherLimit = (pace: Pace, now: number): Pace => {
	if (pace.served < pace.patience * pace.limit) return pace;
	return {
		...pace,
		limit: pace.limit + 1,
		patience: pace.probing ? Math.max(1, pace.patience / 2) : pace.patience,
		probing: true,
		served: 0,
		changedAt: now,
	};
};

/** The pace after a success that began at this pace: what holds back is what grows, and a rate that holds nothing back is forgotten. */
function grown(pace: Pace, wasFull: boolean, now: number): Pace {
	const more = { ...pace, served: pace.served + 1 };
	if (wasFull && pace.nextStartAt <= now)
		return higherLimit({ ...more, rate: Infinity, rateForRoom: false }, now);
	if (pace.rateForRoom) return { ...more, ...rateUpTo(pace.rate * ROOM_GAIN) };
	return pace.rate < Infinity ? fasterRate(more, now) : pace;
}

function served(pace: Pace, epoch: number, now: number): Pace {
	const left = {
		...pace,
		inFlight: pace.inFlight - 1,
		refusals: epoch === pace.epoch ? 0 : pace.refusals,
		accepted: counted(pace.accepted, now),
	};
	return epoch === pace.epoch ? grown(left, pace.inFlight >= pace.limit, now) : left;
}

const slowed = (pace: Pace, now: number, rateForRoom: boolean): Pace => {
	const achieved = countIn(pace.accepted, now) * KEPT_RATE;
	const rate =
		pace.rate === Infinity
			? Math.max(FIRST_RATE, achieved)
			: Math.max(pace.rate * KEPT_AT_LEAST, Math.min(pace.rate * KEPT_RATE, achieved));
	const kept = Math.max(LOWEST_RATE, rate);
	return { ...pace, rate: kept, rateForRoom, nextStartAt: now + MINUTE_MS / kept };
};

const lowered = (pace: Pace, isNew: boolean): Pace => {
	const { inFlight, refused } = pace.burst;
	const kept = isNew ? Math.floor(pace.limit * KEPT_IN_FLIGHT) : pace.limit;
	return { ...pace, limit: Math.max(1, Math.min(kept, inFlight - refused)) };
};

/** The first refusal since the pace last changed begins a burst. */
const newBurst = (pace: Pace, now: number): Pace => ({
	...pace,
	epoch: pace.epoch + 1,
	burst: { inFlight: pace.inFlight, refused: 0 },
	refusals: pace.refusals + 1,
	served: 0,
	changedAt: now,
	patience: Math.min(pace.patience * (pace.limit === Infinity ? 1 : 2), MOST_PATIENCE),
	probing: false,
	stride: FIRST_STRIDE,
});

type Refusal = Verdict & { kind: 'refused' };

const pauseMs = ({ limit, retryAfterMs }: Refusal, refusals: number): number => {
	if (retryAfterMs !== undefined) return retryAfterMs;
	const firstMs = limit === 'rate' ? RATE_PAUSE_MS : BUSY_PAUSE_MS;
	return Math.min(firstMs * 2 ** (refusals - 1), LONGEST_PAUSE_MS);
};

function refused(before: Pace, epoch: number, refusal: Refusal, now: number): Pace {
	const isNew = epoch === before.epoch;
	const begun = isNew ? newBurst(before, now) : before;
	const burst = { ...begun.burst, refused: begun.burst.refused + 1 };
	const inFlight = before.inFlight - 1;
	const pace: Pace = {
		...begun,
		inFlight,
		burst,
		refusedAt: now,
		ground: 1,
		stepAt: now,
		hold: heldUntil(before.hold, now + pauseMs(refusal, begun.refusals), now),
	};
	if (refusal.limit === 'rate') return isNew ? slowed(pace, now, false) : pace;
	// With nothing left in flight a lower number would be none: only time can be stretched.
	const fewer = lowered(pace, isNew);
	return burst.refused === burst.inFlight ? slowed(fewer, now, true) : fewer;
}

/** The scout is back. That it was refused says that the hold goes on, and nothing of how many requests there may be. */
function scoutEnded(before: Pace, epoch: number, verdict: Verdict, now: number): Pace {
	const pace = { ...before, hold: withoutScout(before.hold) };
	if (verdict.kind === 'served') return served({ ...pace, hold: noHold }, epoch, now);
	const inFlight = pace.inFlight - 1;
	if (verdict.kind === 'silent') return { ...pace, inFlight };
	const until = now + pauseMs(verdict, Math.max(1, pace.refusals));
	return { ...pace, inFlight, refusedAt: now, hold: heldUntil(pace.hold, until, now) };
}

/** A request of the given epoch has ended. */
export function ended(pace: Pace, epoch: number, verdict: Verdict, now: number): Pace {
	// All else that is on its way during a hold began before it.
	if (pace.hold.scouting && epoch === pace.epoch) return scoutEnded(pace, epoch, verdict, now);
	switch (verdict.kind) {
		case 'served':
			return served(pace, epoch, now);
		case 'refused':
			return refused(pace, epoch, verdict, now);
		case 'silent':
			return { ...pace, inFlight: pace.inFlight - 1 };
	}
}

/** Whether an idle account may be forgotten: it was never refused, or not for some minutes. */
export const isForgettable = (pace: Pace, now: number): boolean =>
	pace.inFlight === 0 && !isHeld(pace.hold, now) && now - pace.refusedAt >= REMEMBERED_MS;
