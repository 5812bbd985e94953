import type { ExecutionLimit } from './executionLimit';
import type { ScheduledRequest } from './scheduledRequest';

/**
 * The requests of one execution that are waiting for their first attempt, and those that are waiting for another
 * attempt.
 */
type RequestQueues = Record<'first' | 'repeats', Set<ScheduledRequest>>;

/** The waiting requests. Executions take turns. */
export class ExecutionQueue {
	/** The next execution comes first. Only executions with waiting requests are listed. */
	private readonly queues = new Map<ExecutionLimit, RequestQueues>();

	constructor(private readonly onFree: () => void) {}

	get isEmpty(): boolean {
		return this.queues.size === 0;
	}

	add(request: ScheduledRequest): void {
		const { execution } = request.options;
		const queues = this.queues.get(execution) ?? { first: new Set(), repeats: new Set() };
		this.queues.set(execution, queues);
		queues[request.isRepeat ? 'repeats' : 'first'].add(request);
	}

	delete(request: ScheduledRequest): void {
		const { execution } = request.options;
		const queues = this.queues.get(execution);
		queues?.first.delete(request);
		queues?.repeats.delete(request);
		if (queues?.first.size === 0 && queues.repeats.size === 0) this.queues.delete(execution);
	}

	/**
	 * Returns the next request of an execution that is below its maximum, or `undefined` if there is none. When a
	 * request of a full execution ends, `onFree` is called.
	 */
	next(repeatsLast: boolean): ScheduledRequest | undefined {
		for (const [execution, queues] of this.queues) {
			if (execution.isFull) {
				execution.whenFree(this.onFree);
				continue;
			}
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
