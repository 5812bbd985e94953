// An agent run from its start to its end: started once, followed until a terminal status, cancelled when the execution is stopped.

import { stoppedRun } from './cancelRun';
import { abortedCall, call, type CallResult, type Session } from './client';
import { failureOfRow } from './failures/runFailure';
import { runRows } from './failures/runRows';
import { pollDelayMs } from './polling';
import type { ApiRequest } from './request';
import { failing, lookAt, nothingKnown, timeOver, type Ending } from './runEnd';

export interface FollowSettings extends Ending {
	/** Longest pause between two polls in milliseconds. */
	intervalMs: number;
	/** Milliseconds to wait for the end of the run. */
	maxWaitMs: number;
}

/** Milliseconds that a start on its way may still take after a stop, so that its run can be cancelled. */
const LATE_START_MS = 10_000;

/** Makes a call whose request outlives a stop of the execution by some seconds. */
async function callPastStop(request: ApiRequest, session: Session): Promise<CallResult> {
	const { runtime, signal } = session;
	if (signal === undefined) return await call(request, session);
	const late = new AbortController();
	const end = () => void runtime.pause(LATE_START_MS).then(() => late.abort());
	const takeBack = runtime.onAbort(signal, end);
	const result = await call(request, { ...session, requestSignal: late.signal });
	takeBack();
	return result;
}

/**
 * Sends the start of a run, at most once for the item: a run that was started before is given back as
 * `{ success, id }` without a request, and a start whose outcome is not known is not sent again.
 * When the execution is stopped while the start is on its way, its answer is awaited for a few
 * seconds and the run is cancelled (`cancelOnStop`).
 */
export async function startOnce(
	request: ApiRequest,
	session: Session,
	cancelOnStop: boolean,
): Promise<CallResult> {
	const { memo } = session;
	const { runId, startUnsettled } = memo.recall();
	if (runId !== undefined) {
		return { ok: true, answer: { success: true, id: runId }, attempts: 0, waits: [] };
	}
	if (startUnsettled) return failing(abortedCall(), failureOfRow(runRows.startUnsettled, {}));
	memo.keep({ startUnsettled: true });
	const result = await (cancelOnStop ? callPastStop : call)(request, session);
	return await settled(result, session, cancelOnStop);
}

async function settled(
	result: CallResult,
	session: Session,
	cancelOnStop: boolean,
): Promise<CallResult> {
	if (!result.ok) {
		if (!result.failure.mayHaveRun) session.memo.keep({});
		return result;
	}
	const { id } = result.answer;
	if (typeof id !== 'string') return failing(result, failureOfRow(runRows.noRunId, {}));
	session.memo.keep({ runId: id });
	return session.signal?.aborted === true ? await stoppedRun(id, session, cancelOnStop) : result;
}

/**
 * Polls a run until it ends, the time to wait is over, or the execution is stopped. The answer of
 * `completed`, and of a status that nobody knows, is a success with the run's id in it; `failed` is a
 * failure with the reason from the trace. No failure loses the id: it is in its facts as `jobId`.
 */
export async function followRun(
	jobId: string,
	session: Session,
	follow: FollowSettings,
): Promise<CallResult> {
	const { runtime, signal } = session;
	let elapsedMs = 0;
	let known = nothingKnown;
	const leftMs = (): number => follow.maxWaitMs - elapsedMs;
	for (;;) {
		const askedAt = runtime.now();
		const look = await lookAt(jobId, known, leftMs(), session);
		if (signal?.aborted) return await stoppedRun(jobId, session, follow.cancelOnStop);
		if ('end' in look) return look.end;
		known = look.goesOn;
		// The pauses are counted, not read off the clock: it may be set while a run is followed.
		elapsedMs += Math.max(0, runtime.now() - askedAt);
		if (leftMs() <= 0) return await timeOver(jobId, known, session, follow);
		const delayMs = pollDelayMs({
			elapsedMs,
			intervalMs: follow.intervalMs,
			leftMs: leftMs(),
			random: runtime.random(),
			failures: known.failures,
			askedMs: known.failed?.failure.retryAfterMs,
		});
		await runtime.pause(delayMs, signal);
		elapsedMs += delayMs;
		if (signal?.aborted) return await stoppedRun(jobId, session, follow.cancelOnStop);
	}
}

/** Starts a run, or attaches to the one that was started for this item before, and follows it. */
export async function runToEnd(
	request: ApiRequest,
	session: Session,
	follow: FollowSettings,
): Promise<CallResult> {
	const started = await startOnce(request, session, follow.cancelOnStop);
	if (!started.ok) return started;
	return await followRun(String(started.answer.id), session, follow);
}
