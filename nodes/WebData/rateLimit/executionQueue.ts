import type { ExecutionLimit } from './executionLimit';
import type { ScheduledRequest } from './scheduledRequest';

/** Waiting requests of one execution: new requests and refused requests. */
type RequestQueues = Record<'first' | 'repeats', Set<ScheduledRequest>>;

/** The waiting requests. Executions take turns. */
export class ExecutionQueue {
	/** Executions with waiting requests, in the order of their turns. */
	private readonly queues = new Map<ExecutionLimit, RequestQueues>();

	/** `onFree` is called when a blocked execution may start another request. */
	constructor(private readonly onFree: () => void) {}

	get isEmpty(): boolean {
		return this.queues.size === 0;
	}

	add(request: ScheduledRequest): void {
		const { execution } = request.options;
		const queues = this.queues.get(execution) ?? { first: new Set(), repeats: new Set() };
		this.queues.set(execution, queues);
		queues[request.attempts > 0 ? 'repeats' : 'first'].add(request);
	}

	delete(request: ScheduledRequest): void {
		const { execution } = request.options;
		const queues = this.queues.get(execution);
		queues?.first.delete(request);
		queues?.repeats.delete(request);
		if (queues?.first.size === 0 && queues.repeats.size === 0) this.queues.delete(execution);
	}

	/** Returns the next request of the first execution that may start another request. */
	next(repeatsLast: boolean): ScheduledRequest | undefined {
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

	/** All waiting requests. */
	get all(): ScheduledRequest[] {
		return [...this.queues.values()].flatMap(({ first, repeats }) => [...repeats, ...first]);
	}
}
