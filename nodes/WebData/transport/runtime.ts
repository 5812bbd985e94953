/** Clock, randomness, sleep and timers of the host, handed in so that every decision can be replayed. */
export interface Runtime {
	/** Milliseconds since the epoch. */
	now(): number;
	/** From 0 up to 1. */
	random(): number;
	/** Resolves after `ms`, or at once when the signal fires. Never rejects. */
	sleep(ms: number, signal?: AbortSignal): Promise<void>;
	/** Calls `listener` when the signal fires. Returns a function that unsubscribes it. */
	onAbort(signal: AbortSignal | undefined, listener: () => void): () => void;
	/** Calls `callback` after `ms`. Returns a function that cancels the timer. */
	setTimer(ms: number, callback: () => void): () => void;
}
