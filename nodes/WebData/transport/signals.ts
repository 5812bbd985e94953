// Abort signals shared by many requests.

/** Calls `end` when `signal` fires; the returned function takes that back. */
export type OnAbort = (signal: AbortSignal | undefined, end: () => void) => () => void;

interface Watch {
	ends: Set<() => void>;
	listener: () => void;
}

/**
 * Watches signals with one listener each, however many requests wait for the same one:
 * Node warns of a leak at the eleventh listener, and an execution has one signal for all its items.
 * The listener goes when the last request of a signal has ended.
 */
export function shareSignals(): OnAbort {
	const watches = new Map<AbortSignal, Watch>();

	function watch(signal: AbortSignal): Watch {
		const ends = new Set<() => void>();
		const listener = () => ends.forEach((end) => end());
		signal.addEventListener('abort', listener);
		watches.set(signal, { ends, listener });
		return { ends, listener };
	}

	return (signal, end) => {
		if (signal === undefined) return () => undefined;
		const { ends, listener } = watches.get(signal) ?? watch(signal);
		ends.add(end);
		return () => {
			ends.delete(end);
			if (ends.size > 0) return;
			signal.removeEventListener('abort', listener);
			watches.delete(signal);
		};
	};
}
