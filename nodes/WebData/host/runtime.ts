// Clock, chance and waiting of a real n8n.

import * as workflow from 'n8n-workflow';
import type { Runtime } from '../api/client';

/** Ends when the signal fires; never ends without one. Takes its listener off through `done`. */
const abortOf = (signal: AbortSignal, done: AbortSignal): Promise<void> =>
	new Promise((resolve) => {
		if (signal.aborted) resolve();
		else signal.addEventListener('abort', () => resolve(), { once: true, signal: done });
	});

/**
 * Hosts before n8n-workflow 2.34 have a `sleep` that takes no signal, so the race with the signal is
 * run here. The sleep that lost it is let go through the signal where the host knows one.
 */
async function pause(ms: number, signal?: AbortSignal): Promise<void> {
	const done = new AbortController();
	const stop = new AbortController();
	const sleeping = workflow.sleep(ms, stop.signal).then(
		() => undefined,
		() => undefined,
	);
	await Promise.race(signal === undefined ? [sleeping] : [sleeping, abortOf(signal, done.signal)]);
	done.abort();
	stop.abort();
}

export const hostRuntime: Runtime = {
	now: () => Date.now(),
	random: () => Math.random(),
	pause,
};
