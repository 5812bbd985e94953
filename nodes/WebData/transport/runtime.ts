/** The host's clock, random numbers, and timers. Tests pass their own implementation. */
export interface Runtime {
	/** Returns the milliseconds since the Unix epoch. The clock of the machine may be set while the process runs. */
	now(): number;
	/** Returns the milliseconds since an arbitrary moment. Differences measure time, even if the machine's clock is set. */
	elapsed(): number;
	/** Returns a random number from 0 (inclusive) to 1 (exclusive). */
	random(): number;
	/** Resolves after `ms` milliseconds, or as soon as the signal is aborted. Never rejects. */
	sleep(ms: number, signal?: AbortSignal): Promise<void>;
	/** Calls `listener` when the signal is aborted. The returned function removes the listener. */
	onAbort(signal: AbortSignal | undefined, listener: () => void): () => void;
	/** Calls `callback` after `ms` milliseconds. The returned function cancels the timer. */
	setTimer(ms: number, callback: () => void): () => void;
}
