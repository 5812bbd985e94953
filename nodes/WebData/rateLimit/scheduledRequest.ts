import type { ScheduleRequest, Task } from '../api/http/schedule';
import type { ExecutionLimit } from './executionLimit';

export interface ScheduleOptions extends ScheduleRequest {
	execution: ExecutionLimit;
}

/** Reason why a request is no longer waiting. */
export type Turn = 'start' | 'aborted' | 'waitTooLong';

/** A request in the rate limiter, from its first attempt to its last. */
export class ScheduledRequest<Result = unknown> {
	attempts = 0;
	/** Number of refusals that the request itself may have caused. */
	refusals = 0;
	/** Whether the service refused this request while it accepted other requests. */
	isOwnProblem = false;
	/** Start time of the last attempt, and the number of requests in flight at that time. */
	startedAt = 0;
	level = 0;
	waitedMs = 0;
	/** Ends the request's wait for its turn. */
	proceed: (turn: Turn) => void = () => undefined;

	constructor(
		readonly options: ScheduleOptions,
		readonly task: Task<Result>,
		/** Time at which the current wait started. */
		public waitsSince: number,
	) {}

	get waitLeftMs(): number {
		return this.options.maxWaitMs - this.waitedMs;
	}
}
