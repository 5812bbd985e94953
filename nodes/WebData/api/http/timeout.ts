// Work that has so much time and no more, whatever it waits for.

import type { Session } from './call';

/**
 * Works with a session that ends after `ms` at the latest: waits for a turn, requests and answers on their way.
 * What that ends comes back as aborted. `work` must not reject.
 */
export async function withTimeout<Result>(
	ms: number,
	session: Session,
	work: (limited: Session) => Promise<Result>,
): Promise<Result> {
	const { runtime, signal } = session;
	const limit = new AbortController();
	// A reason of one's own spares the making of an error that nobody reads.
	const end = (): void => limit.abort('ended');
	const unsubscribe = runtime.onAbort(signal, end);
	const letGo = runtime.setTimer(ms, end);
	if (signal?.aborted) end();
	const result = await work({ ...session, signal: limit.signal });
	unsubscribe();
	letGo();
	return result;
}
