/** Maximum number of requests in flight. A higher number does not make an n8n process faster. */
export const MAX_IN_FLIGHT = 200;
/**
 * A higher limit is tested after this many successes per slot. Each request in flight uses one slot. With 10 slots,
 * tests are 1% of the requests.
 */
const MIN_ROUNDS = 10;
/** After each test that finds no higher limit, the interval between tests grows by this factor. */
const ROUNDS_FACTOR = 1.5;
/** Maximum number of successes per slot between two tests. At 1 second per request, 50 successes take 50 seconds. */
const MAX_ROUNDS = 50;
/**
 * If a test finds more additional slots than this, the limit counts as higher. Fewer slots may have been released by
 * other processes.
 */
const MAX_LEFT_SLOTS = 2;
/** If a process loses its last slot after fewer successes than this, it assumes more processes than slots. */
const CROWDED_SUCCESSES = 50;
/**
 * Minimum time between two probes if there are more processes than slots. The service usually sends this time as
 * Retry-After.
 */
const MIN_BACKOFF_MS = 2000;
/** Maximum backoff between two probes. The time in Retry-After is added to the backoff. */
const MAX_BACKOFF_MS = 60_000;
/** If a process loses its last slot after few successes, the time between two probes grows by this factor. */
const BACKOFF_FACTOR = 4;
/** Weight of one response in the estimate of how many requests the service runs at a time. */
const CONCURRENCY_SMOOTHING = 0.1;
/**
 * Number of requests that may wait in the service's queue, as a share of the limit. Waiting requests show that the
 * limit is fully used.
 */
const QUEUE_SHARE = 0.1;

/** Limits the number of requests in flight. There is no known limit until the service refuses or queues a request. */
export class ConcurrencyLimit {
	/** Minimum milliseconds between two probes; above 0 if there are more processes than slots. */
	backoffMs = 0;
	private inFlight = 0;
	private limit = MAX_IN_FLIGHT;
	/** The limit before a test. During the test, `limit` grows by one at a time until a request is refused. */
	private testedFrom?: number;
	private nextIncreaseAt = 0;
	private rounds = MIN_ROUNDS;
	/** Successes since the last test. */
	private successes = 0;
	/** Whether any response reported that its request waited in the service's queue. */
	private serviceQueues = false;

	get isKnown(): boolean {
		return this.limit < MAX_IN_FLIGHT;
	}

	/** Milliseconds until another request may start; `Infinity` if another request must end first. */
	delayMs(now: number): number {
		if (this.inFlight + 1 <= this.limit) return 0;
		const mayGrow = this.testedFrom !== undefined && this.isKnown;
		return mayGrow ? Math.max(0, this.nextIncreaseAt - now) : Infinity;
	}

	/**
	 * Returns the number of requests in flight, including the new request. If this number exceeds the limit, the limit
	 * becomes this number and cannot increase again for `testMs` milliseconds.
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

	/** Records the refusal of a request that started when `level` requests were in flight, including itself. */
	refused(level: number): void {
		this.limit = Math.min(this.limit, level - 1);
		this.successes = 0;
		if (this.testedFrom === undefined) return;
		const isHigher = this.limit > this.testedFrom + MAX_LEFT_SLOTS;
		this.rounds = isHigher ? MIN_ROUNDS : Math.min(this.rounds * ROUNDS_FACTOR, MAX_ROUNDS);
		if (isHigher) this.backoffMs = 0;
		this.testedFrom = undefined;
	}

	/**
	 * Records that no slot was free. `successes` counts the successes since the last pause. A known limit restarts at 1.
	 */
	restart(successes: number): void {
		const longerMs = Math.max(BACKOFF_FACTOR * this.backoffMs, MIN_BACKOFF_MS);
		const ms = successes < CROWDED_SUCCESSES ? longerMs : this.backoffMs / 2;
		this.backoffMs = ms < MIN_BACKOFF_MS ? 0 : Math.min(ms, MAX_BACKOFF_MS);
		if (!this.isKnown) return;
		this.limit = 1;
		this.successes = 0;
		this.testedFrom = this.backoffMs > 0 ? undefined : 1;
	}

	/**
	 * Records that a request was accepted after `queuedMs` in the service's queue. `level` requests were in flight when
	 * the request started, including itself.
	 */
	accepted(level: number, tookMs: number, queuedMs: number): void {
		this.serviceQueues ||= queuedMs > 0;
		// Little's law: the share of time spent outside the queue equals the share of requests that are running.
		const running = level * (1 - Math.min(1, queuedMs / Math.max(1, tookMs)));
		if (this.serviceQueues) this.followQueue(running, queuedMs > 0);
		else if (this.inFlight + 1 >= this.limit && ++this.successes >= this.limit * this.rounds)
			this.testedFrom ??= this.limit;
	}

	private followQueue(running: number, wasQueued: boolean): void {
		const wanted = running + 1 + this.limit * QUEUE_SHARE;
		if (wasQueued === wanted > this.limit) return;
		const limit = this.limit + (wanted - this.limit) * CONCURRENCY_SMOOTHING;
		this.limit = Math.min(limit, MAX_IN_FLIGHT);
	}
}
