import type { EndpointClass } from './endpointClass';

export type RateLimitSignal =
	/** The service accepted the request. `queuedMs` is the time that the request spent in the service's queue. */
	| { kind: 'ok'; queuedMs?: number }
	/** The attempt gives no information about limits, because the service did not respond or failed. */
	| { kind: 'none' }
	/**
	 * The service refused the request. `retryAfterMs` is the requested wait, above 0. `message` is the service's text.
	 */
	| { kind: 'limited'; limit: 'rate' | 'concurrency'; retryAfterMs?: number; message?: string };

export type LimitedSignal = RateLimitSignal & { kind: 'limited' };

export interface ScheduleRequest extends EndpointClass {
	maxWaitMs: number;
	/**
	 * Number of refusals after which the request is not sent again. Only refusals that the request itself may have caused
	 * count.
	 */
	maxTries: number;
	/** Returns the delay before the next attempt if the service does not request a delay. */
	backoffMs(refusals: number): number;
	/** Aborts the waits between attempts, but not a request in flight. */
	signal?: AbortSignal;
}

export type Task<Result> = () => Promise<{ result: Result; signal: RateLimitSignal }>;

export type Outcome<Result> =
	| { kind: 'done'; result: Result }
	/** The service refused the request `maxTries` times. `result` is the result of the last attempt. */
	| { kind: 'refused'; result: Result }
	/**
	 * Limits would delay the request for longer than `maxWaitMs`. `result` is the result of the last attempt, or
	 * undefined if no attempt was sent. `retryAfterMs` and `message` come from the refusal that paused the account.
	 */
	| { kind: 'waitTooLong'; result?: Result; retryAfterMs?: number; message?: string }
	| { kind: 'aborted' };

/** `refusals` counts only refusals that the request itself may have caused. `waitedMs` excludes rate limit pauses. */
export type Scheduled<Result> = Outcome<Result> & { refusals: number; waitedMs: number };

/** Sends a request when the account's limits allow the request. After a refusal, the request is sent again. */
export type Schedule = <Result>(
	request: ScheduleRequest,
	task: Task<Result>,
) => Promise<Scheduled<Result>>;
