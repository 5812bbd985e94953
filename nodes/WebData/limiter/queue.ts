import type { Acquired } from '../client/client';
import type { Route } from '../client/request';

/** Limits the number of requests that an execution has in flight, across all its accounts. */
export class ExecutionLimit {
	private inFlight = 0;
	private readonly listeners = new Set<() => void>();

	constructor(private readonly maxConcurrency = Infinity) {}

	/** Whether another request may start. If not, `onFree` is called when a request ends. */
	mayStart(onFree: () => void): boolean {
		const isFull = this.inFlight >= this.maxConcurrency;
		if (isFull) this.listeners.add(onFree);
		return !isFull;
	}

	started(): void {
		this.inFlight++;
	}

	ended(): void {
		this.inFlight--;
		const listeners = [...this.listeners];
		this.listeners.clear();
		listeners.forEach((listener) => listener());
	}
}

/** The waiting requests. Executions take turns. */
export class ExecutionQueue {
	/** New and refused requests of the executions with waiting requests, in the order of their turns. */
	private readonly queues = new Map<
		ExecutionLimit,
		Record<'first' | 'repeats', Set<WaitingRequest>>
	>();

	/** `onFree` is called when a blocked execution may start another request. */
	constructor(private readonly onFree: () => void) {}

	get isEmpty(): boolean {
		return this.queues.size === 0;
	}

	add(request: WaitingRequest): void {
		const { execution } = request.options;
		const queues = this.queues.get(execution) ?? { first: new Set(), repeats: new Set() };
		this.queues.set(execution, queues);
		queues[request.attempts > 0 ? 'repeats' : 'first'].add(request);
	}

	delete(request: WaitingRequest): void {
		const { execution } = request.options;
		const queues = this.queues.get(execution);
		queues?.first.delete(request);
		queues?.repeats.delete(request);
		if (queues?.first.size === 0 && queues.repeats.size === 0) this.queues.delete(execution);
	}

	/** Returns the next request of the first execution that may start another request. */
	next(repeatsLast: boolean): WaitingRequest | undefined {
		for (const [execution, queues] of this.queues) {
			if (!execution.mayStart(this.onFree)) continue;
			this.queues.delete(execution);
			this.queues.set(execution, queues);
			const { first, repeats } = queues;
			const [request] = first.size > 0 && (repeatsLast || repeats.size === 0) ? first : repeats;
			return request;
		}
		return undefined;
	}

	get all(): WaitingRequest[] {
		return [...this.queues.values()].flatMap(({ first, repeats }) => [...repeats, ...first]);
	}
}

export interface LimiterOptions extends Pick<Route, 'rateClass' | 'usesBrowser'> {
	execution: ExecutionLimit;
	signal?: AbortSignal;
}

/** A request in the rate limiter, from its first attempt to its last. */
export class WaitingRequest {
	attempts = 0;
	/** Number of consecutive refusals up to the last attempt. */
	refusals = 0;
	/** Number of refusals that the account's limit has caused. */
	excused = 0;
	/** Whether the service refused this request while it accepted other requests. */
	isOwnProblem = false;
	/** Start time of the last attempt, and the number of requests in flight at that time. */
	startedAt = 0;
	level = 0;
	/** Maximum duration of the current wait during a pause. */
	maxWaitMs = Infinity;
	/** Ends the request's wait. */
	proceed: (end: Acquired['kind']) => void = () => undefined;

	constructor(
		readonly options: LimiterOptions,
		/** Time at which the current wait started. */
		public waitsSince: number,
	) {}
}
