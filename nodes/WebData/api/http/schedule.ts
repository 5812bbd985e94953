import type { EndpointClass } from './endpointClass';

/** Rate limit information from one attempt. */
export type RateLimitSignal =
	/** The service accepted the request. `queuedMs` is the time in the service's own queue, in milliseconds. */
	| { kind: 'ok'; queuedMs?: number }
	/** No information, because the service did not respond or failed. */
	| { kind: 'none' }
	/**
	 * The service refused the request. `retryAfterMs` is the requested wait in milliseconds, above 0. `message` is the
	 * service's text.
	 */
	| { kind: 'limited'; limit: 'rate' | 'concurrency'; retryAfterMs?: number; message?: string };

export type LimitedSignal = RateLimitSignal & { kind: 'limited' };

/** A request, with its maximum wait and its rules for refusals. */
export interface ScheduleRequest extends EndpointClass {
	/** Maximum total time in milliseconds for which rate limits may delay the request. */
	maxWaitMs: number;
	/** Maximum number of refusals. Refusals while the account is paused do not count. */
	maxTries: number;
	/**
	 * Returns the milliseconds until the next attempt if the service does not request a wait. `refusals` is the number
	 * of counted refusals.
	 */
	backoffMs(refusals: number): number;
	/** Aborts waits between attempts. The task that sends an attempt handles the abort of a request in flight. */
	signal?: AbortSignal;
}

/** Sends one attempt of a request. */
export type Task<Result> = () => Promise<{ result: Result; signal: RateLimitSignal }>;

export type Outcome<Result> =
	| { kind: 'done'; result: Result }
	/** The service refused the request `maxTries` times. `result` is the result of the last attempt. */
	| { kind: 'refused'; result: Result }
	/**
	 * Limits would delay the request for longer than `maxWaitMs`. `result` is the result of the last attempt, if an
	 * attempt was sent. `retryAfterMs` and `message` come from the refusal that paused the account.
	 */
	| { kind: 'waitTooLong'; result?: Result; retryAfterMs?: number; message?: string }
	| { kind: 'aborted' };

/**
 * `refusals` is the number of counted refusals. `waitedMs` is the total time in milliseconds from each refusal to the
 * next attempt.
 */
export type Scheduled<Result> = Outcome<Result> & { refusals: number; waitedMs: number };

/** Sends a request when the limits of its account allow the request, and sends it again after a refusal. */
export type Schedule = <Result>(
	request: ScheduleRequest,
	task: Task<Result>,
) => Promise<Scheduled<Result>>;
