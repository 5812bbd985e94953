import type { VirtualTime } from './virtualTime';

type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>;

let hostTime: VirtualTime | undefined;
let dateNow: jest.SpyInstance | undefined;

/**
 * Sets a virtual clock for n8n's `sleep` and for `Date.now`, in the node and the test. Pass
 * undefined to restore real time.
 */
export function setHostTime(time: VirtualTime | undefined): void {
	hostTime = time;
	dateNow?.mockRestore();
	dateNow = time && jest.spyOn(Date, 'now').mockImplementation(time.now);
}

const nextTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** Replaces n8n's `sleep`. Rejects when the signal is aborted. */
export const hostSleep =
	(realSleep: Sleep): Sleep =>
	async (ms, signal) => {
		if (hostTime === undefined) return await realSleep(ms, signal);
		// A sleep of 0 ms only waits for the next turn of the event loop, even if jest fakes the timers.
		if (ms === 0) return await nextTurn();
		await hostTime.sleep(ms, signal);
		if (signal?.aborted) throw new Error('aborted');
	};
