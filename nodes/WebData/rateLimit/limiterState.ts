// What is known of an account's limits, and what the end of a request says about them.

import { noHold, type Hold } from './rateLimitPause';
import { nothingYet, type LastMinute } from './slidingCount';

/** Requests that a new account is trusted with at once: the default of 'Max Concurrency'. */
const TRUSTED = 5;
/** A limit that refused is tried again after this many rounds of successes. */
const FIRST_PATIENCE = 10;
/** Share by which a rate grows at first; doubled as long as nothing is refused. */
export const FIRST_STRIDE = 0.02;

/** What the end of a request says about the account's limits. */
export type Verdict =
	| { kind: 'served' }
	/** Nothing: no answer came, or the service itself failed. */
	| { kind: 'silent' }
	| { kind: 'refused'; limit: 'concurrency' | 'rate'; retryAfterMs?: number };

export interface Pace {
	readonly inFlight: number;
	/** Most that may be in flight; `Infinity` until the service has refused. */
	readonly limit: number;
	/** Starts per minute; `Infinity` until the service has refused. */
	readonly rate: number;
	/** Whether `rate` answers a limit on requests at a time. */
	readonly rateForRoom: boolean;
	/** For how long everything waits because of a refusal. */
	readonly hold: Hold;
	/** Where the rate allows the next start. */
	readonly nextStartAt: number;
	/** The number in flight that was tried, and when it may be passed. */
	readonly ground: number;
	readonly stepAt: number;
	/** Requests that began before the last new refusal belong to its burst. */
	readonly epoch: number;
	readonly burst: { inFlight: number; refused: number };
	/** Bursts without a success between them. */
	readonly refusals: number;
	readonly refusedAt: number;
	/** Successes since the pace last changed, and when it did. */
	readonly served: number;
	readonly changedAt: number;
	readonly patience: number;
	/** Whether the limit has grown since it last refused. */
	readonly probing: boolean;
	readonly stride: number;
	/** Requests that succeeded. */
	readonly accepted: LastMinute;
}

export const newPace: Pace = {
	inFlight: 0,
	limit: Infinity,
	rate: Infinity,
	rateForRoom: false,
	hold: noHold,
	nextStartAt: 0,
	ground: TRUSTED,
	stepAt: 0,
	epoch: 0,
	burst: { inFlight: 0, refused: 0 },
	refusals: 0,
	refusedAt: -Infinity,
	served: 0,
	changedAt: 0,
	patience: FIRST_PATIENCE,
	probing: false,
	stride: FIRST_STRIDE,
	accepted: nothingYet,
};
