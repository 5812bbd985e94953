/** Maximum number of requests in flight. A higher number does not make an n8n process faster. */
export const MAX_IN_FLIGHT = 200;
/** Number of successful requests per slot before a higher limit is tested. With a smaller number, more tests are refused. */
const ROUNDS = 30;
/** If fewer requests than this succeed between two pauses, there are probably more processes than slots. */
const CROWDED_SUCCESSES = 50;
/** Minimum time between two probes if there are more processes than slots. */
const MIN_BACKOFF_MS = 2000;
/**
 * Maximum wait before a probe, even if the service requests a longer wait. With a longer time, requests fail because they
 * have waited too long, and changes of the limits are noticed late.
 */
export const MAX_PROBE_WAIT_MS = 60_000;
/** Factor by which the time between two probes grows. With a smaller factor, more probes are refused. */
const BACKOFF_FACTOR = 4;
/** Weight of one response in the smoothed limit. It is low, because a single response says little about the limit. */
const CONCURRENCY_SMOOTHING = 0.1;
/**
 * Maximum number of requests in the service's queue, as a share of the limit. It is above 0, because slots stay unused
 * while the queue is empty.
 */
const QUEUE_SHARE = 0.1;

export class ConcurrencyLimit {
	/** Minimum time between two probes. Above 0 only if there are more processes than slots. */
	backoffMs = 0;
	private inFlight = 0;
	private limit = MAX_IN_FLIGHT;
	/** Whether a higher limit is being tested. */
	private isTesting = false;
	private nextIncreaseAt = 0;
	/** Successful requests since the last test of a higher limit. */
	private successes = 0;
	/** Whether any response reported that its request waited in the service's queue. */
	private serviceQueues = false;

	get isKnown(): boolean {
		return this.limit < MAX_IN_FLIGHT;
	}

	/** Milliseconds until the next request may start; `Infinity` if a request in flight must end first. */
	delayMs(now: number): number {
		if (this.inFlight + 1 <= this.limit) return 0;
		const mayGrow = this.isTesting && this.isKnown;
		return mayGrow ? Math.max(0, this.nextIncreaseAt - now) : Infinity;
	}

	/** Starts a request. Returns the number of requests in flight, including this request. */
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

	/** Records a refusal. `level` is the number of requests in flight when the request started. */
	refused(level: number): void {
		this.limit = Math.min(this.limit, level - 1);
		this.successes = 0;
		this.isTesting = false;
	}

	/** Records that no slot was free. Resets a known limit to 1. */
	restart(successes: number): void {
		const longerMs = Math.max(BACKOFF_FACTOR * this.backoffMs, MIN_BACKOFF_MS);
		const ms = successes < CROWDED_SUCCESSES ? longerMs : this.backoffMs / 2;
		this.backoffMs = ms < MIN_BACKOFF_MS ? 0 : Math.min(ms, MAX_PROBE_WAIT_MS);
		if (!this.isKnown) return;
		this.limit = 1;
		this.successes = 0;
		this.isTesting = this.backoffMs === 0;
	}

	/** Records that a request was accepted after `queuedMs` in the service's queue. */
	accepted(level: number, tookMs: number, queuedMs: number): void {
		this.serviceQueues ||= queuedMs > 0;
		// Little's law gives the number of requests that the service runs at a time.
		const running = level * (1 - Math.min(1, queuedMs / Math.max(1, tookMs)));
		if (this.serviceQueues) this.followQueue(running, queuedMs > 0);
		else if (this.inFlight + 1 >= this.limit && ++this.successes >= this.limit * ROUNDS)
			this.isTesting = true;
	}

	private followQueue(running: number, wasQueued: boolean): void {
		const wanted = running + 1 + this.limit * QUEUE_SHARE;
		if (wasQueued === wanted > this.limit) return;
		const limit = this.limit + (wanted - this.limit) * CONCURRENCY_SMOOTHING;
		this.limit = Math.min(limit, MAX_IN_FLIGHT);
	}
}
