/**
 * What a simulated service allows. All are functions of the time in milliseconds, so that limits can change during a
 * run.
 */
export interface Limits {
	/** Milliseconds that the service works on a request. */
	workMs: number;
	/** Milliseconds from a client to the service and back; a refusal takes only this. */
	roundTripMs: number;
	/** Relative variation of both times, up and down. */
	jitter?: number;
	/** What a 429 says about the wait: nothing, the exact time, or the time in whole seconds. */
	retryAfter: 'none' | 'exact' | 'seconds';
	/** Until this time, every request is refused because of this limit. */
	closed?: { untilMs: number; limit: 'rate' | 'concurrency' };
	/** Maximum concurrent requests. */
	places?: (nowMs: number) => number;
	/** The service queues requests above its concurrency limit, and responds with 408 after this time. */
	queueMs?: number;
	/** Requests per window. A window begins with its first request. */
	rate?: (nowMs: number) => { most: number; windowMs: number; window: 'fixed' | 'sliding' };
}

/** The wait that a 429 for too many concurrent requests asks for. */
export const PLACES_RETRY_AFTER_MS = 2000;

export const vary = (ms: number, { jitter = 0 }: Limits, random: () => number): number =>
	ms * (1 + jitter * (2 * random() - 1));

/** Counts requests against the rate limit. */
export class RateWindow {
	private startedAt = -Infinity;
	private readonly times: number[] = [];

	constructor(private readonly limits: Limits) {}

	/** Milliseconds until the limit allows a request. */
	waitMs(now: number): number {
		const rate = this.limits.rate?.(now);
		if (rate === undefined) return 0;
		this.forget(now);
		if (this.times.length < rate.most) return 0;
		const from =
			rate.window === 'fixed' ? this.startedAt : this.times[this.times.length - rate.most];
		return (from ?? now) + rate.windowMs - now;
	}

	count(now: number): void {
		if (this.limits.rate === undefined) return;
		this.forget(now);
		if (this.times.length === 0) this.startedAt = now;
		this.times.push(now);
	}

	private forget(now: number): void {
		const rate = this.limits.rate?.(now);
		if (rate === undefined) return;
		const isOver = now - this.startedAt >= rate.windowMs;
		if (rate.window === 'fixed' && isOver) this.times.length = 0;
		while (rate.window === 'sliding' && now - (this.times[0] ?? now) >= rate.windowMs) {
			this.times.shift();
		}
	}
}
