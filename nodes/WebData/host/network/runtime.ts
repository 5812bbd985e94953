// Clock, chance and waiting of a real n8n.

import * as workflow from 'n8n-workflow';
import type { Runtime } from '../../transport/runtime';
import { shareSignals } from '../../transport/signals';

const onAbort = shareSignals();

/** Without a reason of one's own, an abort makes an error with its stack for nobody. */
const NO_LONGER_NEEDED = 'no longer needed';

/**
 * Hosts before n8n-workflow 2.34 have a `sleep` that takes no signal, so the race with the signal is
 * run here. The sleep that lost it is let go through the signal where the host knows one.
 */
async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
	if (signal?.aborted) return;
	const letGo = new AbortController();
	await new Promise<void>((resolve) => {
		const unsubscribe = onAbort(signal, resolve);
		const over = () => {
			unsubscribe();
			resolve();
		};
		workflow.sleep(ms, letGo.signal).then(over, over);
	});
	letGo.abort(NO_LONGER_NEEDED);
}

/** Beside its work, nobody waits for this one: it is none of n8n's waits. */
const setTimer = (ms: number, end: () => void): (() => void) =>
	// Node takes whole milliseconds alone.
	onAbort(AbortSignal.timeout(Math.ceil(ms)), end);

export const hostRuntime: Runtime = {
	now: () => Date.now(),
	random: () => Math.random(),
	sleep: sleep,
	onAbort,
	setTimer: setTimer,
};
