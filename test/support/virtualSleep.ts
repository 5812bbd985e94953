// n8n's `sleep` on a virtual clock: each wait is noted and over at once, unless its signal fires first.

/** Milliseconds of every wait, in order. */
export const waits: number[] = [];

let onWait: ((ms: number) => void | Promise<void>) | undefined;

/** Calls `then` at the beginning of each wait, for tests that act while the node waits; the wait lasts as long as its promise. */
export function duringWaits(then: ((ms: number) => void | Promise<void>) | undefined): void {
	onWait = then;
}

/** Longer than the node remembers that an account was throttled. */
export const FORGOTTEN_MS = 600_000;
const realNow = Date.now;
let aheadMs = 0;

/** From here on `Date.now` moves on with each wait. It begins so late that the node has forgotten every account's pace. */
export function moveClockWithWaits(): void {
	aheadMs += FORGOTTEN_MS;
	jest.spyOn(Date, 'now').mockImplementation(() => realNow() + aheadMs);
}

export async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
	const untilMs = aheadMs + ms;
	waits.push(ms);
	await onWait?.(ms);
	aheadMs = Math.max(aheadMs, untilMs);
	if (signal?.aborted) throw new Error('aborted');
}
