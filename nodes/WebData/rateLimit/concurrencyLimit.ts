/** The requests in flight for which more do not make one n8n process faster. */
export const MAX_IN_FLIGHT = 200;
/** The number in flight grows by a factor of e in this time. A refusal takes 5 to 50 ms, so few are sent in vain. */
export const RAMP_MS = 80;
/** A ramp makes up for timers that fire late by at most this much. */
const MAX_LAG_MS = 50;
/** A limit that refused is tested after this many successes for each place: one refusal in ten requests for each place. */
const FIRST_ROUNDS = 10;
/** Each test that fails adds rounds, because the limit is likely to stay. */
const MORE_ROUNDS = 5;
/** A limit is tested after this time at the latest, if there were a few rounds. */
const MAX_TEST_GAP_MS = 15_000;
const MIN_ROUNDS = 5;
/** The share of one response in the estimate of how many requests the service runs. */
const SMOOTHING = 0.1;
/** Requests beyond what the service runs: its queue never runs empty, and a larger plan is noticed. */
const QUEUE_SHARE = 0.1;

/** Returns when the next step of a ramp is due. */
export function nextStep(dueAt: number, now: number, stepMs: number): number {
	return stepMs + (now - dueAt <= MAX_LAG_MS ? dueAt : now);
}

/** How many requests may be in flight. */
export class ConcurrencyLimit {
	private inFlight = 0;
	private limit = 1;
	/** The limit from which the increase began; 0 if no limit is known. */
	private base = 0;
	private isIncreasing = true;
	private nextIncreaseAt = -Infinity;
	private successes = 0;
	private rounds = FIRST_ROUNDS;
	private roundsSince = 0;
	/** Whether a response has reported time in the service's queue. */
	private serviceQueues = false;

	/** Whether a refusal with this number in flight was to be expected. */
	isBeyond(level: number): boolean {
		return level > this.limit || (this.base > 0 && level > this.base);
	}

	/** Milliseconds until one more may start; `Infinity` if another one has to end first. */
	delayMs(now: number): number {
		if (this.inFlight + 1 <= this.limit) return 0;
		if (!this.isIncreasing || this.limit >= MAX_IN_FLIGHT) return Infinity;
		return Math.max(0, this.nextIncreaseAt - now);
	}

	/** Returns the number in flight, with the new one. `testMs` is the time between two tests of a known limit. */
	start(now: number, testMs: number): number {
		this.inFlight++;
		if (this.isIncreasing && this.inFlight > this.limit) {
			this.limit = this.inFlight;
			const stepMs = (this.base > 0 ? testMs : RAMP_MS) / (this.limit - this.base);
			this.nextIncreaseAt = nextStep(this.nextIncreaseAt, now, stepMs);
		}
		return this.inFlight;
	}

	end(): void {
		this.inFlight--;
	}

	/** A request that started with `level` in flight was refused. */
	refused(level: number): void {
		const limit = Math.min(this.limit, level - 1);
		const wasTest = this.isIncreasing && this.base > 0;
		if (limit > this.base) this.rounds = FIRST_ROUNDS;
		else if (wasTest) this.rounds += MORE_ROUNDS;
		this.lowerTo(limit);
	}

	/** A limit is tested only after rounds without a pause. */
	restartRounds(): void {
		this.successes = 0;
	}

	/** No place was free. The limit is found again from 1. */
	reset(): void {
		this.lowerTo(1);
		this.isIncreasing = true;
		this.nextIncreaseAt = -Infinity;
	}

	/** A request that started with `level` in flight was accepted, after `queuedMs` in the service's queue. */
	accepted(now: number, level: number, tookMs: number, queuedMs: number): void {
		this.serviceQueues ||= queuedMs > 0;
		// Little's law: the share of the time outside the queue is the share of the requests that were running.
		const running = level * (1 - Math.min(1, queuedMs / Math.max(1, tookMs)));
		if (this.serviceQueues) this.followQueue(running, queuedMs > 0);
		else if (!this.isIncreasing) this.countSuccess(now);
	}

	private followQueue(running: number, wasQueued: boolean): void {
		this.isIncreasing = false;
		const wanted = running + 1 + this.limit * QUEUE_SHARE;
		if (wasQueued === wanted > this.limit) return;
		this.limit = Math.min(MAX_IN_FLIGHT, this.limit + (wanted - this.limit) * SMOOTHING);
	}

	private countSuccess(now: number): void {
		if (this.inFlight + 1 < this.limit) return;
		if (this.successes++ === 0) this.roundsSince = now;
		const isLate = now - this.roundsSince >= MAX_TEST_GAP_MS;
		if (this.successes < this.limit * (isLate ? MIN_ROUNDS : this.rounds)) return;
		this.isIncreasing = true;
		this.nextIncreaseAt = -Infinity;
	}

	private lowerTo(limit: number): void {
		this.limit = Math.max(1, limit);
		this.base = this.limit;
		this.isIncreasing = false;
		this.successes = 0;
	}
}
