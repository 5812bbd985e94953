export type OnAbort = (signal: AbortSignal | undefined, callback: () => void) => () => void;

interface Subscription {
	callbacks: Set<() => void>;
	listener: () => void;
}

/**
 * Returns a function that registers callbacks for abort signals. Each signal has one listener, which calls all
 * callbacks of the signal.
 *
 * All items of an execution share one signal, and Node.js prints a MaxListenersExceededWarning at the 11th listener.
 * To avoid this warning, all transports of the process share one such function.
 */
export function shareSignals(): OnAbort {
	const subscriptions = new Map<AbortSignal, Subscription>();

	function subscribe(signal: AbortSignal): Subscription {
		const callbacks = new Set<() => void>();
		const listener = () => callbacks.forEach((callback) => callback());
		signal.addEventListener('abort', listener);
		subscriptions.set(signal, { callbacks, listener });
		return { callbacks, listener };
	}

	return (signal, callback) => {
		if (signal === undefined) return () => undefined;
		const { callbacks, listener } = subscriptions.get(signal) ?? subscribe(signal);
		callbacks.add(callback);
		return () => {
			callbacks.delete(callback);
			if (callbacks.size > 0) return;
			signal.removeEventListener('abort', listener);
			subscriptions.delete(signal);
		};
	};
}

export const onAbort = shareSignals();
