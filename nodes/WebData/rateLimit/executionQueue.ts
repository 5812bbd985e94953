import type { ExecutionLimit } from './executionLimit';
import type { ScheduledRequest } from './scheduledRequest';

/** The requests of one execution that wait for their first attempt, and those that wait for another one. */
interface Line {
	first: ScheduledRequest[];
	repeats: ScheduledRequest[];
}

/** Removes the next request. One that no longer waits is skipped. */
function shiftLine({ first, repeats }: Line, repeatsLast: boolean): ScheduledRequest | undefined {
	const [now, later] = repeatsLast ? [first, repeats] : [repeats, first];
	for (;;) {
		const request = now.shift() ?? later.shift();
		if (request === undefined || request.isWaiting) return request;
	}
}

/** A queue in which executions take turns. */
export class ExecutionQueue {
	/** The next execution comes first. */
	private readonly lines = new Map<ExecutionLimit, Line>();

	/** Number of requests that wait. */
	size = 0;

	constructor(private readonly onFree: () => void) {}

	push(request: ScheduledRequest): void {
		const { execution } = request.options;
		const line = this.lines.get(execution) ?? { first: [], repeats: [] };
		this.lines.set(execution, line);
		this.size++;
		(request.isRepeat ? line.repeats : line.first).push(request);
	}

	/**
	 * Removes the next request of an execution below its maximum. `onFree` is called when another execution is below
	 * it.
	 */
	shift(repeatsLast: boolean): ScheduledRequest | undefined {
		for (const [execution, line] of this.lines) {
			if (execution.isFull) {
				execution.whenFree(this.onFree);
				continue;
			}
			this.lines.delete(execution);
			const request = shiftLine(line, repeatsLast);
			if (request === undefined) continue;
			this.lines.set(execution, line);
			return request;
		}
		return undefined;
	}

	/** All waiting requests. */
	get waiting(): ScheduledRequest[] {
		const all = [...this.lines.values()].flatMap(({ first, repeats }) => [...repeats, ...first]);
		return all.filter(({ isWaiting }) => isWaiting);
	}
}
