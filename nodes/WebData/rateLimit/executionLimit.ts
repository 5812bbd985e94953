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
