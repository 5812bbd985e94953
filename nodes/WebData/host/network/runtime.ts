import * as workflow from 'n8n-workflow';
import type { Runtime } from '../../transport/runtime';
import { onAbort } from '../../transport/signals';

/** A string as the abort reason avoids the cost of an error with a stack trace. */
const NO_LONGER_NEEDED = 'no longer needed';

/** In versions before 2.34, n8n-workflow's `sleep` ignores signals, so this function listens to `signal` itself. */
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

/** Unlike `sleep`, this timer does not keep the process alive. */
const setTimer = (ms: number, callback: () => void): (() => void) =>
	// `AbortSignal.timeout` accepts only whole milliseconds.
	onAbort(AbortSignal.timeout(Math.ceil(ms)), callback);

export const hostRuntime: Runtime = {
	now: () => Date.now(),
	random: () => Math.random(),
	sleep,
	onAbort,
	setTimer,
};
