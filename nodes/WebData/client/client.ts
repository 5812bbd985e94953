import type { Attempt, ExpectedResponse } from '../errors/classify';
import type { Failure, ServiceRow } from '../errors/row';
import type { JsonObject } from '../json/json';
import type { FilePart, HttpMethod, Runtime, Transport } from '../transport/http';
import type { JobIds, ServiceState } from './account';
import type { ReplayStore } from './replay';
import type { Idempotency } from './retry';

/** The service's own names, except `cancel`: the limits of other classes must not delay cancel requests. */
type RateClass =
	| 'account'
	| 'browser'
	| 'browserExecute'
	| 'cancel'
	| 'catalog'
	| 'crawl'
	| 'crawlStatus'
	| 'extract'
	| 'extractStatus'
	| 'map'
	| 'research'
	| 'scrape'
	| 'search';

/** Documented credits of work that succeeds. */
export interface Price {
	least: number;
	/** Infinity if the highest price is not known before the work ends. */
	most: number;
	/** Label of the field that limits `most`. */
	field?: string;
}

/** One kind of request: its errors, credits, and rate limit. */
export interface Endpoint {
	/** Rows for errors of this kind of request only. The shared error rows also apply. */
	errors: readonly ServiceRow[];
	/** Path of the credits in a successful response. */
	credits?: readonly string[];
	/** Returns the documented credits of a request before it is sent. By default, they are unknown. */
	price?(request: Pick<ApiRequest, 'body' | 'files'>): Price;
	/** Returns the lowest price of what an answer without credits contains. By default, this is the least `price`. */
	lowestPrice?(answer: JsonObject): number;
	/** Classes of the requests by method. Requests of the same class share one rate limit. The default is `account`. */
	rateClass?: Readonly<Partial<Record<HttpMethod, RateClass>>>;
	/** Whether POST requests open or use a browser, so that they count toward the account's limit on browsers. */
	usesBrowser?: true;
}

export const SERVICE_TIMEOUT_MS = 60_000;

export interface ApiRequest extends ExpectedResponse {
	endpoint: Endpoint;
	method: HttpMethod;
	/** Unescaped path segments after `/v2`. */
	path: readonly string[];
	query?: Record<string, string>;
	/** JSON body, or undefined for GET and DELETE requests. */
	body?: JsonObject;
	/** If set, the request body is multipart and contains `body` as a separate part. */
	files?: readonly FilePart[];
	headers?: Record<string, string>;
	idempotency: Idempotency;
	/** Whether the node generated the `x-request-id`. */
	keyGenerated?: boolean;
	/**
	 * Maximum time from sending the request until the response begins, or a function that computes this time from the
	 * body.
	 */
	serviceTimeoutMs: number | ((body: JsonObject) => number);
	/** Maximum time until the response to an attempt begins. By default, 30 seconds longer than `serviceTimeoutMs`. */
	headTimeoutMs?: (attempt: number) => number;
	/** Maximum time of all attempts together, without the waits between them. By default, only attempts are limited. */
	totalTimeoutMs?: number;
	/** Maximum time for which a rate limit may delay an attempt. */
	maxPauseMs?: number;
	/** Whether the request ends a job or a browser session, which the service may not find yet. */
	endsJob?: true;
	/** Whether the node cancels what the request has started if a user stops the execution. */
	cancelOnStop?: boolean;
}

/** The service answers short reads within seconds, so a lost answer is noticed early. Attempts are counted from 1. */
export const readTimeoutMs = (attempt: number): number => [15_000, 30_000][attempt - 1] ?? 60_000;

/**
 * Returns a function that creates the requests whose paths start with `prefix`. By default, requests only read, and a GET
 * request without `serviceTimeoutMs` is a short read.
 */
export const requestsTo =
	(endpoint: Endpoint, ...prefix: readonly string[]) =>
	(
		method: HttpMethod,
		path: readonly string[],
		{ serviceTimeoutMs, ...rest }: Partial<ApiRequest> = {},
	): ApiRequest => ({
		endpoint,
		method,
		path: [...prefix, ...path],
		idempotency: 'read',
		serviceTimeoutMs: serviceTimeoutMs ?? SERVICE_TIMEOUT_MS,
		headTimeoutMs: method === 'GET' && serviceTimeoutMs === undefined ? readTimeoutMs : undefined,
		...rest,
	});

export interface Wait {
	errorId: string;
	httpCode?: number;
	delayMs: number;
}

export const totalDelayMs = (waits: readonly Wait[]): number =>
	waits.reduce((sum, { delayMs }) => sum + delayMs, 0);

/** What the requests of a client have needed. */
export interface Effort {
	/** Number of attempts of the latest request. */
	attempts: number;
	/** Waits between the attempts of all requests. */
	waits: Wait[];
}

export type RateLimitSignal =
	/** The service accepted the request. `queuedMs` is the time that the request spent in the service's queue. */
	| { kind: 'ok'; queuedMs?: number }
	/** The attempt gives no information about limits, because the service did not respond or failed. */
	| { kind: 'none' }
	/**
	 * The service refused the request. `retryAfterMs` is the requested wait, above 0. `message` is the service's text.
	 */
	| { kind: 'limited'; limit: 'rate' | 'concurrency'; retryAfterMs?: number; message?: string };

/** A request that waits for the rate limiter before each of its attempts. */
export interface LimitedRequest {
	/** Requests of the same class share one rate limit. */
	endpointClass: string;
	/** Whether requests of this class count toward the account's limit on concurrent browsers. */
	usesBrowser: boolean;
	/** Aborts the waits, but not a request in flight. */
	signal?: AbortSignal;
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
	open(request: LimitedRequest): LimiterSlot;
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

export interface Account {
	baseUrl: string;
	apiKey: string;
}

export interface Client {
	account: Account;
	transport: Transport;
	/** Connections for requests that end jobs after the stop. The default is `transport`. */
	stopTransport?: Transport;
	limiter: Limiter;
	runtime: Runtime;
	settings: { maxTries: number; maxWaitMs: number; maxResponseBytes: number };
	replayStore: ReplayStore;
	creditGuard?: CreditGuard;
	service?: ServiceState;
	/** Copies of a client share its effort. */
	effort: Effort;
	knownJobs?: JobIds;
	/** The item's jobs, browser sessions, and created monitors that have not ended, by ID. */
	running?: Map<string, RunningWork>;
	stop: Stop;
}
