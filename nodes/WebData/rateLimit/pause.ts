import type { LimitedSignal } from './types';

/** A probe is sent each time the pause has become this much longer: an ended pause is noticed after 7 % of its length. */
const PROBE_SHARE = 0.07;
/** Bounds of the time between two probes in milliseconds: longer than a refusal takes, and a user hardly notices 2 seconds. */
const MIN_PROBE_GAP_MS = 250;
const MAX_PROBE_GAP_MS = 2000;
/** A Retry-After can be a day, although the plan was upgraded or the next request has another limit. */
const LONG_PAUSE_PROBE_MS = 60_000;
/** Processes that wait for the same Retry-After start at different moments: over 2 % of it, at most half a second. */
const SPREAD_SHARE = 0.02;
const MAX_SPREAD_MS = 500;
/** Two pauses of about the same length are the windows of a rate limit: the next one is probed near its end only. */
const REGULAR_DIFFERENCE = 0.15;
const REGULAR_SHARE = 0.9;

/** The time in which every request of a class is refused and only probes are sent. */
export class Pause {
	isActive = false;
	since = 0;
	/** When the service says that it ends. */
	until?: number;
	/** When the next probe may be sent. */
	probeAt = 0;
	/** Length of the last pause in milliseconds. */
	lastMs = 0;
	/** The service's text for the refusal that asked for the longest wait. */
	message?: string;
	private isRegular = false;

	constructor(private readonly random: () => number) {}

	begin(now: number, signal: LimitedSignal): void {
		this.since = now;
		this.until = undefined;
		this.again(now, signal);
	}

	/** A probe was refused. */
	again(now: number, signal: LimitedSignal): void {
		this.isActive = true;
		const gapMs = Math.max(now - this.since, this.lastMs) * PROBE_SHARE;
		const boundedMs = Math.min(Math.max(gapMs, MIN_PROBE_GAP_MS), MAX_PROBE_GAP_MS);
		const expectedEnd = this.isRegular ? this.since + this.lastMs * REGULAR_SHARE : 0;
		this.probeAt = Math.max(now + boundedMs * (0.9 + 0.2 * this.random()), expectedEnd);
		this.extend(now, signal);
	}

	/** A refusal asks for a wait. The longest one counts. */
	extend(now: number, { retryAfterMs = 0, message }: LimitedSignal): void {
		const until = Math.max(now + retryAfterMs, this.until ?? 0);
		if (until > (this.until ?? now)) this.until = until;
		if (this.message === undefined || until === now + retryAfterMs) this.message = message;
		if (this.until === undefined || this.until <= now) return;
		const spreadMs = Math.min(MAX_SPREAD_MS, (until - now) * SPREAD_SHARE) * this.random();
		this.probeAt = Math.min(until, now + LONG_PAUSE_PROBE_MS) + spreadMs;
	}

	end(now: number): void {
		const pauseMs = now - this.since;
		this.isRegular = Math.abs(pauseMs - this.lastMs) <= this.lastMs * REGULAR_DIFFERENCE;
		this.lastMs = pauseMs;
		this.isActive = false;
	}

	/** Milliseconds until the end that the service named. */
	leftMs(now: number): number | undefined {
		return this.until === undefined ? undefined : Math.max(0, Math.ceil(this.until - now));
	}
}
