import type { ExecutionLimit } from './executionLimit';
import type { ScheduleOptions } from './types';

/** Where an attempt stood when it started. */
export interface Start {
	at: number;
	/** Number of requests in flight, with this one. */
	level: number;
	/** Number of pauses before it. */
	period: number;
	/** Number of the attempt since the last pause. */
	ordinal: number;
}

/** Why a request no longer waits. */
export type Turn = 'start' | 'aborted' | 'waitTooLong';

/** One request on its way through the limiter, with all its attempts. */
export class ScheduledRequest {
	attempts = 0;
	/** Refusals that may be its own problem. */
	refusals = 0;
	waitedMs = 0;
	/** Since when limits delay it. */
	waitsSince = 0;
	isWaiting = false;
	/** Whether it was refused while others were accepted. */
	isOwnProblem = false;
	start: Start = { at: 0, level: 0, period: 0, ordinal: 0 };
	/** Ends the wait for its turn. */
	proceed: (turn: Turn) => void = () => undefined;

	constructor(readonly options: ScheduleOptions) {}

	get execution(): ExecutionLimit {
		return this.options.execution;
	}

	get isRepeat(): boolean {
		return this.attempts > 0;
	}

	get isOutOfTries(): boolean {
		return this.refusals >= this.options.maxTries;
	}

	get waitLeftMs(): number {
		return this.options.maxWaitMs - this.waitedMs;
	}

	countRefusal(): void {
		this.refusals++;
	}

	/** Others were refused, too: it was a limit. */
	uncountRefusal(): void {
		this.refusals--;
	}
}
