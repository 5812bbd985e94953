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

/** Thrown if the execution was stopped, or if the failure of another item ended the node's execution. */
export class AbortedError extends Error {}

/**
 * Rejects with an `AbortedError` as soon as the signal is aborted. Needed for n8n functions that do not accept a signal.
 */
export async function untilAborted<Result>(
	promise: Promise<Result>,
	signal: AbortSignal,
): Promise<Result> {
	let unsubscribe: () => void = () => undefined;
	const aborted = new Promise<never>((_resolve, reject) => {
		const abort = () => reject(new AbortedError('The execution was stopped'));
		unsubscribe = hostRuntime.onAbort(signal, abort);
		if (signal.aborted) abort();
	});
	try {
		return await Promise.race([promise, aborted]);
	} finally {
		unsubscribe();
	}
}
