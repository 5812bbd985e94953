/** Maximum delay of a Node.js timer, in milliseconds. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export const monotonicNow = (): number => performance.now();

/**
 * Returns a function that schedules a deadline. `expire` is called when the earliest deadline has passed, and returns
 * the next deadline.
 *
 * One timer serves all requests of a transport. The timer is an abort signal, because n8n Cloud forbids `setTimeout`.
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
			// Ignores this timer if an earlier deadline was scheduled in the meantime.
			if (nextMs !== wakeMs) return;
			nextMs = Infinity;
			// Node.js timers may fire up to 1 ms early.
			schedule(expire(Math.max(wakeMs, monotonicNow())));
		});
	};
}
