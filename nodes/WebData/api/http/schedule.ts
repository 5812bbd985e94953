import type { RateLimitSignal } from './rateLimitSignal';

/** A request and the rules for its refusals. */
export interface ScheduleRequest {
	endpointClass: string;
	usesBrowser: boolean;
	/** Maximum milliseconds that limits may delay the request. */
	maxWaitMs: number;
	/** Maximum number of refusals. Refusals while the account is paused do not count. */
	maxTries: number;
	/**
	 * Returns the milliseconds until the next attempt after this many counted refusals, if the service does not state a
	 * wait.
	 */
	backoffMs(refusals: number): number;
	signal?: AbortSignal;
}

/**
 * How a scheduled request ended. `refusals` contains the counted ones. `waitedMs` is the time between a refusal and the
 * next attempt.
 */
export type Scheduled<Result> = { refusals: number; waitedMs: number } & (
	| { kind: 'done'; result: Result }
	/** Refused `maxTries` times. */
	| { kind: 'refused'; result: Result }
	/** Limits would delay it for longer than `maxWaitMs`. Without a `result`, it was not sent. */
	| { kind: 'waitTooLong'; result?: Result; retryAfterMs?: number; message?: string }
	| { kind: 'aborted' }
);

/** Sends a request when the limits of its account allow it, and again after a refusal. */
export type Schedule = <Result>(
	request: ScheduleRequest,
	send: () => Promise<{ result: Result; signal: RateLimitSignal }>,
) => Promise<Scheduled<Result>>;
