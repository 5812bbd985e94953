import type { RateLimitSignal } from './rateLimitSignal';

/** What decides when a request is sent. */
export interface ScheduleRequest {
	endpointClass: string;
	usesBrowser: boolean;
	/** Maximum milliseconds that limits may delay the request. */
	maxWaitMs: number;
	/** Maximum number of refusals. Refusals while everything is refused do not count. */
	maxTries: number;
	/** Returns the milliseconds until the next attempt after that many counted refusals, if the service names no time. */
	backoffMs(refusals: number): number;
	signal?: AbortSignal;
}

/** How a scheduled request ended. `refusals` are those that count, `waitedMs` the time between a refusal and the next attempt. */
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
