/**
 * The limits of a simulated service. Limits are functions of the time in milliseconds, so that they
 * can change during a run.
 */
export interface Limits {
	/** Milliseconds that the service needs to process a request. */
	workMs: number;
	/** Milliseconds for the network round trip. A refusal takes no additional time. */
	roundTripMs: number;
	/** Maximum relative deviation of the processing time and of the round-trip time. */
	jitter?: number;
	/** `Retry-After` of a 429 response: absent, exact, or rounded to whole seconds. */
	retryAfter: 'none' | 'exact' | 'seconds';
	/** Until `untilMs`, the service refuses every request as if the request exceeded `limit`. */
	closed?: { untilMs: number; limit: 'rate' | 'concurrency' };
	/** Returns the maximum number of concurrent requests. */
	places?: (nowMs: number) => number;
	/**
	 * Maximum time that a request waits in the service's queue, in milliseconds. Requests above the
	 * concurrency limit are queued, and fail with 408 after this time.
	 */
	queueMs?: number;
	/**
	 * Returns the maximum number of requests per window. A fixed window starts with its first
	 * request.
	 */
	rate?: (nowMs: number) => { most: number; windowMs: number; window: 'fixed' | 'sliding' };
}

/** Retry-After of a 429 for too many concurrent requests, in milliseconds. */
export const PLACES_RETRY_AFTER_MS = 2000;

export const vary = (ms: number, { jitter = 0 }: Limits, random: () => number): number =>
	ms * (1 + jitter * (2 * random() - 1));

/** Counts requests for the rate limit. */
export class RateWindow {
	private startedAt = -Infinity;
	private readonly times: number[] = [];

	constructor(private readonly limits: Limits) {}

	/** Returns the milliseconds until the rate limit allows a request. */
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
