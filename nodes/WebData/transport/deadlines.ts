/** Longest delay of a timer in Node.js. */
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
		nextMs = deadlineMs;
		const delayMs = Math.ceil(Math.max(deadlineMs - monotonicNow(), 1));
		AbortSignal.timeout(Math.min(delayMs, MAX_TIMER_MS)).addEventListener('abort', () => {
			// An earlier deadline may have been scheduled since.
			if (nextMs !== deadlineMs) return;
			nextMs = Infinity;
			schedule(expire(monotonicNow()));
		});
	};
}
