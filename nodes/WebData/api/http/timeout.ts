import type { Session } from './call';

/** Calls `work` with a session that is aborted after `ms` milliseconds. `work` must not reject. */
export async function withTimeout<Result>(
	ms: number,
	session: Session,
	work: (limited: Session) => Promise<Result>,
): Promise<Result> {
	const { runtime, signal } = session;
	const limit = new AbortController();
	const end = (): void => limit.abort('ended');
	const unsubscribe = runtime.onAbort(signal, end);
	const cancelTimer = runtime.setTimer(ms, end);
	if (signal?.aborted) end();
	const result = await work({ ...session, signal: limit.signal });
	unsubscribe();
	cancelTimer();
	return result;
}
