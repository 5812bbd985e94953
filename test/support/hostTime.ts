import type { VirtualTime } from './virtualTime';

type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>;

let hostTime: VirtualTime | undefined;
let dateNow: jest.SpyInstance | undefined;

/** Puts n8n's `sleep` and `Date.now` on a virtual clock, for the node and the test. Pass undefined to restore them. */
export function setHostTime(time: VirtualTime | undefined): void {
	hostTime = time;
	dateNow?.mockRestore();
	dateNow = time && jest.spyOn(Date, 'now').mockImplementation(time.now);
}

/** n8n's `sleep`, which rejects when its signal is aborted. */
export const hostSleep =
	(realSleep: Sleep): Sleep =>
	async (ms, signal) => {
		// A sleep of 0 ms takes no time: it only ends the turn of the event loop.
		if (hostTime === undefined || ms === 0) return await realSleep(ms, signal);
		await hostTime.sleep(ms, signal);
		if (signal?.aborted) throw new Error('aborted');
	};
