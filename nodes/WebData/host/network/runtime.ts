import * as workflow from 'n8n-workflow';
import type { Runtime } from '../../transport/runtime';
import { onAbort } from '../../transport/signals';

/** An explicit reason avoids creating an error with a stack trace that nothing reads. */
const NO_LONGER_NEEDED = 'no longer needed';

/**
 * n8n-workflow before 2.34 has a `sleep` without a signal, so the signal is raced here. Later versions also get a
 * signal that ends the sleep that lost the race.
 */
async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
	if (signal?.aborted) return;
	const controller = new AbortController();
	await new Promise<void>((resolve) => {
		const unsubscribe = onAbort(signal, resolve);
		const end = () => {
			unsubscribe();
			resolve();
		};
		workflow.sleep(ms, controller.signal).then(end, end);
	});
	controller.abort(NO_LONGER_NEEDED);
}

/** Unlike `sleep`, this does not keep the process alive. */
const setTimer = (ms: number, callback: () => void): (() => void) =>
	// AbortSignal.timeout only accepts whole milliseconds.
	onAbort(AbortSignal.timeout(Math.ceil(ms)), callback);

/** Clock, randomness, sleep and timers of the host. */
export const hostRuntime: Runtime = {
	now: () => Date.now(),
	random: () => Math.random(),
	sleep,
	onAbort,
	setTimer,
};
