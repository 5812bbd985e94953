import type { EndpointClass } from './endpointClass';

/** What the end of one attempt says about the limits of the account. */
export type RateLimitSignal =
	/** Accepted. `queuedMs`: milliseconds in the service's own queue. */
	| { kind: 'ok'; queuedMs?: number }
	/** Nothing: no response, or a failure of the service itself. */
	| { kind: 'none' }
	/** Refused. `retryAfterMs`: milliseconds that the service asks to wait, above 0. `message`: its text. */
	| { kind: 'limited'; limit: 'rate' | 'concurrency'; retryAfterMs?: number; message?: string };

export type LimitedSignal = RateLimitSignal & { kind: 'limited' };

/** A request and the rules for its refusals. */
export interface ScheduleRequest extends EndpointClass {
	/** Maximum milliseconds that limits may delay the request, in all its waits together. */
	maxWaitMs: number;
	/** Maximum number of refusals. Refusals while the account is paused do not count. */
	maxTries: number;
	/**
	 * Returns the milliseconds until the next attempt after this many counted refusals, if the service does not state a
	 * wait.
	 */
	backoffMs(refusals: number): number;
	/** Ends the wait. A request in flight is ended by its task. */
	signal?: AbortSignal;
}

/** Sends one attempt. */
export type Task<Result> = () => Promise<{ result: Result; signal: RateLimitSignal }>;

/** How a scheduled request ended. */
export type Outcome<Result> =
	| { kind: 'done'; result: Result }
	/** Refused `maxTries` times; `result` is the last attempt's. */
	| { kind: 'refused'; result: Result }
	/**
	 * Limits would delay it for longer than `maxWaitMs`. `result` is the last attempt's, if one was sent. `retryAfterMs`
	 * and `message` come from the refusal that paused the account.
	 */
	| { kind: 'waitTooLong'; result?: Result; retryAfterMs?: number; message?: string }
	| { kind: 'aborted' };

/** `refusals` are those that count, `waitedMs` the milliseconds between a refusal and the next attempt. */
export type Scheduled<Result> = Outcome<Result> & { refusals: number; waitedMs: number };

/** Sends a request when the limits of its account allow it, and again after a refusal. */
export type Schedule = <Result>(
	request: ScheduleRequest,
	task: Task<Result>,
) => Promise<Scheduled<Result>>;
