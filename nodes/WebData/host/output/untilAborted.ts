import { hostRuntime } from '../network/runtime';

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
