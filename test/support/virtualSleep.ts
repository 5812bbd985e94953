// n8n's `sleep` on a virtual clock: each wait is noted and over at once, unless its signal fires first.

/** Milliseconds of every wait, in order. */
export const waits: number[] = [];

let onWait: ((ms: number) => void | Promise<void>) | undefined;

/** Calls `then` at the beginning of each wait, for tests that act while the node waits; the wait lasts as long as its promise. */
export function duringWaits(then: ((ms: number) => void | Promise<void>) | undefined): void {
	onWait = then;
}

export async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
	waits.push(ms);
	await onWait?.(ms);
	if (signal?.aborted) throw new Error('aborted');
}
