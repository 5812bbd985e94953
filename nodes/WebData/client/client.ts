import { failureOfKind } from '../errors/failure';
import type { Failure } from '../errors/row';
import type { JsonObject } from '../json/json';
import type { Runtime, Transport } from '../transport/http';
import type { Account, ServiceState } from './account';
import type { Attempt, RateLimitSignal } from './attempt';
import type { ReplayStore } from './replay';
import type { ApiRequest, Route } from './request';
import { DEFAULT_MAX_TRIES, type StopReason } from './retry';

/** Thrown if a request fails, or the work that it has started. */
export class ServiceError extends Error {
	override readonly name = 'ServiceError';
	readonly stopReason: StopReason;
	/** Number of attempts that were sent. */
	readonly attempts: number;
	/** Total wait between the attempts, in milliseconds. */
	readonly waitedMs: number;

	constructor(
		/** `possiblyExecuted` says whether the service may have executed any attempt. */
		readonly failure: Failure,
		rest: Partial<Pick<ServiceError, 'stopReason' | 'attempts' | 'waitedMs'>> = {},
	) {
		const { stopReason = 'notRetryable', attempts = 1, waitedMs = 0 } = rest;
		super(failure.message);
		this.stopReason = stopReason;
		this.attempts = attempts;
		this.waitedMs = waitedMs;
	}

	/** Whether the node gave up because the execution was stopped, or because another item failed. */
	get isAborted(): boolean {
		return this.stopReason === 'aborted';
	}

	/** The service's text, or the message if there is none. */
	get text(): string {
		return this.failure.serviceMessage ?? this.message;
	}

	/** Returns the error of the same request with another failure. */
	with(failure: Failure): ServiceError {
		return new ServiceError(failure, this);
	}

	withFacts(facts: Failure['facts']): ServiceError {
		return this.with({ ...this.failure, facts: { ...this.failure.facts, ...facts } });
	}
}

/** Returns the error of work that was aborted before it sent a request. */
export const abortedError = (): ServiceError =>
	new ServiceError(failureOfKind('aborted', false), { stopReason: 'aborted', attempts: 0 });

/** Returns the error of a request, so that `catch` can go on without the answer. Throws any other error again. */
export function serviceError(thrown: unknown): ServiceError {
	if (thrown instanceof ServiceError) return thrown;
	throw thrown;
}

/** Returns an empty answer for a request that has failed. Throws any other error again. */
export function noAnswer(thrown: unknown): JsonObject {
	serviceError(thrown);
	return {};
}

export interface Wait {
	httpCode?: number;
	delayMs: number;
}

/** How many attempts and waits the requests of a client took. */
export interface Effort {
	/** Number of attempts of the latest request. */
	attempts: number;
	/** Waits between the attempts of all requests. */
	waits: Wait[];
}

export type Acquired =
	/** `pausedMs` is the part of the wait in which the account was paused. */
	| { kind: 'start'; pausedMs: number }
	| { kind: 'aborted' }
	/** Limits would delay the attempt for too long. `retryAfterMs` and `message` come from the refusal that caused this. */
	| { kind: 'waitTooLong'; retryAfterMs?: number; message?: string };

/** The place of a request in the rate limiter, from its first attempt to its last. */
export interface LimiterSlot {
	/** Number of refused attempts that the account's limit has caused, not the request itself. */
	readonly excused: number;
	/**
	 * Waits until the account's limits allow an attempt. A pause may last until `maxWaitMs` milliseconds after the end of
	 * the last attempt.
	 */
	acquire(maxWaitMs: number): Promise<Acquired>;
	/** Ends an attempt that was started. `signal` is what its result says about the limits. */
	release(signal: RateLimitSignal): void;
	/** Ends the request. The limits of an account are remembered while any of its requests has not ended. */
	close(): void;
}

export interface Limiter {
	/** The signal aborts the waits of a request, but not a request in flight. */
	open(route: Pick<Route, 'rateClass' | 'usesBrowser'>, signal?: AbortSignal): LimiterSlot;
}

/** Counts the credits of an execution, and prevents requests above its limit. */
export interface CreditGuard {
	/**
	 * Runs an item's work as soon as the remaining credits cover the highest prices of all running work, or no other work
	 * is running. Throws a `ServiceError` if they do not cover the least credits of the request.
	 */
	reserve<Work>(request: ApiRequest, work: () => Promise<Work>): Promise<Work>;
	/** Returns a failure if the limit is reached and the request may cost credits. */
	refusal(request: ApiRequest): Failure | undefined;
	/** Counts the credits of a request that was sent. */
	count(request: ApiRequest, outcome: Attempt): void;
	/** Counts the least credits of work that has started, until the service reports its credits. */
	started(work: string, request: ApiRequest): void;
}

/** How the work of a client ends early. */
export interface Stop {
	/** Aborted when the execution is stopped, or when the node ends because another item failed. */
	signal?: AbortSignal;
	/** Whether a user has stopped the execution. */
	isByUser(): boolean;
}

/** A job, browser session, or monitor that costs credits until it ends. */
export interface RunningWork {
	name: string;
	/** Ends the work if the node ends early, and returns whether it has ended. Must not reject. */
	end?(): Promise<boolean>;
}

/** An account, with its connections and limits, and what requests have shown about it. */
export interface OpenAccount extends Account {
	/** Fingerprint of the base URL and the API key. */
	id: string;
	transport: Transport;
	/** Connections for requests that end jobs after the stop. */
	stopTransport: Transport;
	limiter: Limiter;
	service: ServiceState;
	/**
	 * Jobs of the account that already belong to an item, with the time at which this process started each of them, in
	 * milliseconds since the epoch. Two items must never get the same job.
	 */
	knownJobs: Map<string, number | undefined>;
}

export interface Client {
	account: OpenAccount;
	runtime: Runtime;
	settings: { maxTries: number; maxWaitMs: number; maxResponseBytes: number };
	replayStore: ReplayStore;
	creditGuard: CreditGuard;
	/** Copies of a client share its effort. */
	effort: Effort;
	/** The item's jobs, browser sessions, and created monitors that have not ended, by ID. */
	running: Map<string, RunningWork>;
	stop: Stop;
}

/** Calls `work` with a client that is stopped after `ms` milliseconds. */
export async function withTimeout<Result>(
	ms: number,
	client: Client,
	work: (timed: Client) => Promise<Result>,
): Promise<Result> {
	const { runtime, stop } = client;
	const timeout = new AbortController();
	const end = (): void => timeout.abort('ended');
	const unsubscribe = runtime.onAbort(stop.signal, end);
	const cancelTimer = runtime.setTimer(ms, end);
	if (stop.signal?.aborted) end();
	try {
		return await work({ ...client, stop: { ...stop, signal: timeout.signal } });
	} finally {
		unsubscribe();
		cancelTimer();
	}
}

/** Maximum time that a stopped execution waits until its jobs are canceled. */
const STOP_CANCEL_MS = 10_000;

const unlimited: Limiter = {
	open: () => ({
		excused: 0,
		acquire: () => Promise.resolve({ kind: 'start', pausedMs: 0 }),
		release: () => undefined,
		close: () => undefined,
	}),
};

/**
 * Calls `work` with a client that sends requests immediately, on its own connections and regardless of rate limits.
 */
export async function afterStop<Ended>(
	client: Client,
	work: (ending: Client) => Promise<Ended>,
): Promise<Ended> {
	const { account, stop } = client;
	const unstopped = {
		...client,
		account: { ...account, transport: account.stopTransport, limiter: unlimited },
		settings: { ...client.settings, maxTries: DEFAULT_MAX_TRIES },
		stop: { ...stop, signal: undefined },
	};
	return await withTimeout(STOP_CANCEL_MS, unstopped, work);
}
