/** More requests in flight do not make one n8n process faster. */
export const MAX_IN_FLIGHT = 200;
/** A higher limit is tested after this many successes per slot: with 10 slots, tests are 1 % of the requests. */
const ROUNDS = 10;
/** Weight of one response in the estimate of how many requests the service runs at a time. */
const CONCURRENCY_SMOOTHING = 0.1;
/**
 * Share of requests in addition to those that the service runs: its queue is never empty, and a larger plan is noticed.
 */
const QUEUE_SHARE = 0.1;

/** How many requests may be in flight. There is no known limit until the service refuses or queues a request. */
export class ConcurrencyLimit {
	private inFlight = 0;
	private limit = MAX_IN_FLIGHT;
	private loweredAt = -Infinity;
	/** Whether a higher limit is being tested: it grows by one whenever the latest request was not refused. */
	private isIncreasing = false;
	private nextIncreaseAt = 0;
	private successes = 0;
	/** Whether a response has reported time in the service's queue. */
	private serviceQueues = false;

	/** Whether a refusal was expected for a request that started with `level` in flight. */
	isBeyond(level: number, startedAt: number): boolean {
		return level > this.limit || startedAt < this.loweredAt;
	}

	/** Milliseconds until another request may start; `Infinity` if one has to end first. */
	delayMs(now: number): number {
		if (this.inFlight + 1 <= this.limit) return 0;
		if (!this.isIncreasing || this.limit >= MAX_IN_FLIGHT) return Infinity;
		return Math.max(0, this.nextIncreaseAt - now);
	}

	/**
	 * Returns the number in flight, including the new request. `testMs` is the time after which it counts as accepted.
	 */
	start(now: number, testMs: number): number {
		this.inFlight++;
		if (this.inFlight > this.limit) {
			this.limit = this.inFlight;
			this.nextIncreaseAt = now + testMs;
		}
		return this.inFlight;
	}

	end(): void {
		this.inFlight--;
	}

	/** A request that started with `level` in flight was refused. */
	refused(level: number, now: number): void {
		this.limit = Math.max(1, Math.min(this.limit, level - 1));
		this.loweredAt = now;
		this.isIncreasing = false;
		this.successes = 0;
	}

	/** No slot was free. After the pause, a known limit is approached again from 1. */
	reset(): void {
		if (this.loweredAt === -Infinity) return;
		this.limit = 1;
		this.isIncreasing = true;
		this.successes = 0;
	}

	/** A request that started with `level` in flight was accepted, after `queuedMs` in the service's queue. */
	accepted(level: number, tookMs: number, queuedMs: number): void {
		this.serviceQueues ||= queuedMs > 0;
		// Little's law: the share of the time outside the queue is the share of the requests that were running.
		const running = level * (1 - Math.min(1, queuedMs / Math.max(1, tookMs)));
		if (this.serviceQueues) this.followQueue(running, queuedMs > 0);
		else if (this.inFlight + 1 >= this.limit)
			this.isIncreasing ||= ++this.successes >= this.limit * ROUNDS;
	}

	private followQueue(running: number, wasQueued: boolean): void {
		const wanted = running + 1 + this.limit * QUEUE_SHARE;
		if (wasQueued === wanted > this.limit) return;
		this.limit = Math.min(
			MAX_IN_FLIGHT,
			this.limit + (wanted - this.limit) * CONCURRENCY_SMOOTHING,
		);
	}
}
