interface Subscription {
	callbacks: Set<() => void>;
	listener: () => void;
}

const subscriptions = new Map<AbortSignal, Subscription>();

function subscribe(signal: AbortSignal): Subscription {
	const callbacks = new Set<() => void>();
	const listener = () => callbacks.forEach((callback) => callback());
	signal.addEventListener('abort', listener);
	subscriptions.set(signal, { callbacks, listener });
	return { callbacks, listener };
}

/**
 * Calls `callback` when the signal is aborted. The returned function removes the callback.
 *
 * All items of an execution share one signal, and Node.js prints a MaxListenersExceededWarning at the 11th listener.
 * Therefore, each signal has one listener, which calls all callbacks of the signal.
 */
export function onAbort(signal: AbortSignal | undefined, callback: () => void): () => void {
	if (signal === undefined) return () => undefined;
	const { callbacks, listener } = subscriptions.get(signal) ?? subscribe(signal);
	callbacks.add(callback);
	return () => {
		callbacks.delete(callback);
		if (callbacks.size > 0) return;
		signal.removeEventListener('abort', listener);
		subscriptions.delete(signal);
	};
}

/** Maximum delay of a Node.js timer. If a delay is longer, Node.js sets the delay to 1 ms. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

export const monotonicNow = performance.now.bind(performance);

/**
 * Returns a function that schedules deadlines. When the earliest deadline passes, `expire` is called and returns the
 * next deadline.
 *
 * n8n Cloud forbids `setTimeout`. Therefore, abort signals are used as timers.
 */
export function scheduleDeadlines(expire: (nowMs: number) => number): (deadlineMs: number) => void {
	let nextMs = Infinity;
	return function schedule(deadlineMs) {
		if (deadlineMs >= nextMs) return;
		const nowMs = monotonicNow();
		const wakeMs = Math.min(deadlineMs, nowMs + MAX_TIMER_MS);
		nextMs = wakeMs;
		const delayMs = Math.min(Math.ceil(Math.max(wakeMs - nowMs, 1)), MAX_TIMER_MS);
		AbortSignal.timeout(delayMs).addEventListener('abort', () => {
			if (nextMs !== wakeMs) return;
			nextMs = Infinity;
			// Node.js timers may fire up to 1 ms early.
			schedule(expire(Math.max(wakeMs, monotonicNow())));
		});
	};
}
