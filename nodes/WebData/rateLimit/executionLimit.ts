/** Limits the number of requests that an execution has in flight, across all its accounts. */
export class ExecutionLimit {
	private inFlight = 0;
	private readonly listeners = new Set<() => void>();

	constructor(private readonly maxConcurrency = Infinity) {}

	get isFull(): boolean {
		return this.inFlight >= this.maxConcurrency;
	}

	/** Calls `listener` once, when a request of the execution has ended. */
	whenFree(listener: () => void): void {
		this.listeners.add(listener);
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
