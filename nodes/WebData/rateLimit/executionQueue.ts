import type { ExecutionLimit } from './executionLimit';
import type { ScheduledRequest } from './scheduledRequest';

/** The requests of one execution that wait for their first attempt, and those that wait for another one. */
interface RequestQueues {
	first: ScheduledRequest[];
	repeats: ScheduledRequest[];
}

/** Removes the next request. One that no longer waits is skipped. */
function shiftRequest(
	{ first, repeats }: RequestQueues,
	repeatsLast: boolean,
): ScheduledRequest | undefined {
	const [now, later] = repeatsLast ? [first, repeats] : [repeats, first];
	for (;;) {
		const request = now.shift() ?? later.shift();
		if (request === undefined || request.isWaiting) return request;
	}
}

/** A queue in which executions take turns. */
export class ExecutionQueue {
	/** The next execution comes first. */
	private readonly queues = new Map<ExecutionLimit, RequestQueues>();

	/** Number of requests that wait. */
	size = 0;

	constructor(private readonly onFree: () => void) {}

	push(request: ScheduledRequest): void {
		const { execution } = request.options;
		const queues = this.queues.get(execution) ?? { first: [], repeats: [] };
		this.queues.set(execution, queues);
		this.size++;
		(request.isRepeat ? queues.repeats : queues.first).push(request);
	}

	/**
	 * Removes the next request of an execution below its maximum. `onFree` is called when another execution is below
	 * it.
	 */
	shift(repeatsLast: boolean): ScheduledRequest | undefined {
		for (const [execution, queues] of this.queues) {
			if (execution.isFull) {
				execution.whenFree(this.onFree);
				continue;
			}
			this.queues.delete(execution);
			const request = shiftRequest(queues, repeatsLast);
			if (request === undefined) continue;
			this.queues.set(execution, queues);
			return request;
		}
		return undefined;
	}

	/** All waiting requests. */
	get waiting(): ScheduledRequest[] {
		const all = [...this.queues.values()].flatMap(({ first, repeats }) => [...repeats, ...first]);
		return all.filter(({ isWaiting }) => isWaiting);
	}
}
