import { hostRuntime } from '../network/runtime';

/**
 * Resolves like `promise`, or rejects as soon as the signal is aborted. Required because n8n's binary store accepts no
 * signal.
 */
export async function untilAborted<Result>(
	promise: Promise<Result>,
	signal: AbortSignal,
): Promise<Result> {
	let unsubscribe: () => void = () => undefined;
	const aborted = new Promise<never>((_resolve, reject) => {
		const abort = () => reject(new Error('The execution was stopped'));
		unsubscribe = hostRuntime.onAbort(signal, abort);
		if (signal.aborted) abort();
	});
	try {
		return await Promise.race([promise, aborted]);
	} finally {
		unsubscribe();
	}
}
