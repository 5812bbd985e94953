/** The host's clock, random numbers and timers. They are passed in so that tests can control them. */
export interface Runtime {
	/** Returns the milliseconds since the epoch. */
	now(): number;
	/** Returns a random number, at least 0 and less than 1. */
	random(): number;
	/** Resolves after `ms` milliseconds, or immediately when the signal is aborted. Never rejects. */
	sleep(ms: number, signal?: AbortSignal): Promise<void>;
	/** Calls `listener` when the signal is aborted. Returns a function that removes the listener. */
	onAbort(signal: AbortSignal | undefined, listener: () => void): () => void;
	/** Calls `callback` after `ms` milliseconds. Returns a function that cancels the timer. */
	setTimer(ms: number, callback: () => void): () => void;
}
