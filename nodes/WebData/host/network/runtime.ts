import * as workflow from 'n8n-workflow';
import type { Runtime } from '../../transport/http';
import { MAX_TIMER_MS, onAbort } from '../../transport/signals';

/** The `n8n-workflow` module of the n8n instance. Older versions lack some functions and constants. */
export const n8nWorkflow: Partial<typeof workflow> = workflow;

export const hostRuntime: Runtime = {
	now: () => Date.now(),
	elapsed: () => performance.now(),
	random: () => Math.random(),
	/** In versions before 2.34, n8n-workflow's `sleep` ignores signals, so this function listens to `signal` itself. */
	async sleep(ms, signal) {
		if (signal?.aborted) return;
		const controller = new AbortController();
		await new Promise<void>((resolve) => {
			const unsubscribe = onAbort(signal, () => {
				resolve();
				// A string as the reason avoids the cost of an error with a stack trace.
				controller.abort('no longer needed');
			});
			const end = () => {
				unsubscribe();
				resolve();
			};
			workflow.sleep(Math.min(ms, MAX_TIMER_MS), controller.signal).then(end, end);
		});
	},
	onAbort,
	/** Unlike `sleep`, this timer does not keep the process alive. */
	setTimer: (ms, callback) =>
		// `AbortSignal.timeout` accepts only whole milliseconds.
		onAbort(AbortSignal.timeout(Math.min(Math.ceil(ms), MAX_TIMER_MS)), callback),
};
