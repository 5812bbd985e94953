// Runs work with a deadline.

import type { Session } from './call';

/**
 * Calls `work` with a session that is aborted after `ms`. Waits and requests that the deadline ends are returned as
 * aborted. `work` must not reject.
 */
export async function withTimeout<Result>(
	ms: number,
	session: Session,
	work: (limited: Session) => Promise<Result>,
): Promise<Result> {
	const { runtime, signal } = session;
	const limit = new AbortController();
	// An explicit reason avoids creating an error with a stack trace that nothing reads.
	const end = (): void => limit.abort('ended');
	const unsubscribe = runtime.onAbort(signal, end);
	const cancelTimer = runtime.setTimer(ms, end);
	if (signal?.aborted) end();
	const result = await work({ ...session, signal: limit.signal });
	unsubscribe();
	cancelTimer();
	return result;
}
