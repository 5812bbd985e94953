/** The requests of one execution, over all its accounts, up to its own ceiling. */
export class ExecutionLimit {
	private inFlight = 0;
	private waiting: (() => void)[] = [];

	constructor(private readonly maxConcurrency = Infinity) {}

	get isFull(): boolean {
		return this.inFlight >= this.maxConcurrency;
	}

	/** Calls `listener` once, when a request of the execution has ended. */
	whenFree(listener: () => void): void {
		this.waiting.push(listener);
	}

	started(): void {
		this.inFlight++;
	}

	ended(): void {
		this.inFlight--;
		const listeners = this.waiting;
		this.waiting = [];
		listeners.forEach((listener) => listener());
	}
}
