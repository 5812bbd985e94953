import type { Transport } from '../../nodes/WebData/transport/http';
import type { Runtime } from '../../nodes/WebData/transport/runtime';
import type { VirtualTime } from '../support/virtualTime';

/** In each period, the event loop is free for FREE_MS and then blocked until the end of the period. */
const PERIOD_MS = 200;
const FREE_MS = 5;
/** After each blocked period, late timers fire first. Then responses are read. */
const READ_MS = 0.5;
const MIN_TIMER_MS = 1;

function freeAt(ms: number): number {
	const sinceBlock = ms % PERIOD_MS;
	return sinceBlock < FREE_MS ? ms : ms - sinceBlock + PERIOD_MS;
}

/**
 * Returns the clock and the timers of a simulated process. The event loop of the process is blocked most of the time,
 * so its timers fire late.
 */
export const busyRuntime = (time: VirtualTime): Runtime => ({
	now: time.now,
	random: time.random,
	onAbort: time.onAbort,
	setTimer: time.setTimer,
	sleep: (ms, signal) => {
		const now = time.now();
		return time.sleep(freeAt(now + Math.max(ms, MIN_TIMER_MS)) - now, signal);
	},
});

/** Wraps the transport of a busy process, so that responses are read late. */
export const busyTransport = (time: VirtualTime, transport: Transport): Transport => ({
	...transport,
	send: async (request) => {
		const response = await transport.send(request);
		const now = time.now();
		if (freeAt(now) > now) await time.sleep(freeAt(now) - now + READ_MS);
		return response;
	},
});
