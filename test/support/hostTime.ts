import type { VirtualTime } from './virtualTime';

type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>;

let hostTime: VirtualTime | undefined;
let clocks: jest.SpyInstance[] = [];

/**
 * Replaces n8n's `sleep`, `Date.now`, and `performance.now` with a virtual clock in the node and the test. `undefined` restores real time.
 */
export function setHostTime(time: VirtualTime | undefined): void {
	hostTime = time;
	for (const clock of clocks) clock.mockRestore();
	clocks = time
		? [
				jest.spyOn(Date, 'now').mockImplementation(time.now),
				jest.spyOn(performance, 'now').mockImplementation(time.elapsed),
			]
		: [];
}

const nextTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

export const hostSleep =
	(realSleep: Sleep): Sleep =>
	async (ms, signal) => {
		if (hostTime === undefined) return await realSleep(ms, signal);
		// A sleep of 0 ms yields to the event loop and does not use the virtual clock.
		if (ms === 0) return await nextTurn();
		await hostTime.sleep(ms, signal);
		if (signal?.aborted) throw new Error('aborted');
	};
