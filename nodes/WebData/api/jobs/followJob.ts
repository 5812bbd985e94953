// An agent run from its start to its end: started once, followed until a terminal status, cancelled when the execution is stopped.

import { stoppedRun } from './cancelJob';
import { abortedResult, callApi, type CallResult, type Session } from '../http/call';
import { failureOfRow } from '../errors/failure';
import { runRows } from '../errors/rows/job';
import { pollDelayMs } from './pollDelay';
import type { ApiRequest } from '../http/request';
import { failing, lookAt, nothingKnown, timeOver, type Ending, type Known } from './pollOnce';

export interface FollowSettings extends Ending {
	/** Longest pause between two polls in milliseconds. */
	intervalMs: number;
	/** Milliseconds to wait for the end of the run. */
	maxWaitMs: number;
}

/** Milliseconds that a start on its way may still take when all work is ended. */
const LATE_START_MS = 10_000;

/**
 * Makes a call whose request, once it has left, outlives the end of all work by some seconds: its answer tells the
 * run that was begun, to be cancelled, or found again where another item has ended the node.
 */
async function callToItsEnd(
	request: ApiRequest,
	session: Session,
	cancelOnStop: boolean,
): Promise<CallResult> {
	const { runtime, signal } = session;
	if (signal === undefined) return await callApi(request, session);
	const late = new AbortController();
	const end = () => {
		const isLetGo = session.isStopped() && !cancelOnStop;
		if (isLetGo) late.abort();
		else void runtime.sleep(LATE_START_MS).then(() => late.abort());
	};
	const unsubscribe = runtime.onAbort(signal, end);
	const result = await callApi(request, { ...session, requestSignal: late.signal });
	unsubscribe();
	return result;
}

/**
 * Sends the start of a run, at most once for the item: a run that was started before is given back as
 * `{ success, id }` without a request, and a start whose outcome is not known is not sent again.
 * When the execution is stopped while the start is on its way, its answer is awaited for a few
 * seconds and the run is cancelled (`cancelOnStop`). A start that has not left by then is not sent.
 */
export async function startOnce(
	request: ApiRequest,
	session: Session,
	cancelOnStop: boolean,
): Promise<CallResult> {
	const { replayStore } = session;
	const { runId, unsettled } = replayStore.get();
	if (runId !== undefined) {
		return { ok: true, answer: { success: true, id: runId }, attempts: 0, waits: [] };
	}
	if (unsettled) return failing(abortedResult(), failureOfRow(runRows.startUnsettled, {}));
	replayStore.set({ unsettled: true });
	const result = await callToItsEnd(request, session, cancelOnStop);
	return await settled(result, session, cancelOnStop);
}

async function settled(
	result: CallResult,
	session: Session,
	cancelOnStop: boolean,
): Promise<CallResult> {
	if (!result.ok) {
		if (!result.failure.possiblyExecuted) session.replayStore.set({});
		return result;
	}
	const { id } = result.answer;
	if (typeof id !== 'string') return failing(result, failureOfRow(runRows.noRunId, {}));
	session.replayStore.set({ runId: id });
	return session.signal?.aborted === true ? await stoppedRun(id, session, cancelOnStop) : result;
}

/**
 * Polls a run until it ends, the time to wait is over, or the execution is stopped. The answer of
 * `completed`, and of a status that nobody knows, is a success with the run's id in it; `failed` is a
 * failure with the reason from the trace. No failure loses the id: it is in its facts as `jobId`.
 * `before` is what is known of the run without having looked.
 */
export async function followRun(
	jobId: string,
	session: Session,
	follow: FollowSettings,
	before: Known = nothingKnown,
): Promise<CallResult> {
	const { runtime, signal } = session;
	let elapsedMs = 0;
	let known = before;
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
		await runtime.sleep(delayMs, signal);
		elapsedMs += delayMs;
		if (signal?.aborted) return await stoppedRun(jobId, session, follow.cancelOnStop);
	}
}

/**
 * A run that the service no longer knows would be asked for in every other try: it is forgotten, and the failure says
 * so. Specification: Agent errors, `Agent job not found`.
 */
function orForgotten(result: CallResult, session: Session): CallResult {
	if (result.ok || result.failure.errorId !== 'agentJobNotFound') return result;
	const { httpCode, facts = {} } = result.failure;
	session.replayStore.set({});
	return failing(result, { ...failureOfRow(runRows.runGone, facts), httpCode });
}

/** Starts a run, or attaches to the one that was started for this item before, and follows it. */
export async function runToEnd(
	request: ApiRequest,
	session: Session,
	follow: FollowSettings,
): Promise<CallResult> {
	const started = await startOnce(request, session, follow.cancelOnStop);
	if (!started.ok) return started;
	const jobId = String(started.answer.id);
	if (started.attempts > 0) return await followRun(jobId, session, follow);
	const known = { ...nothingKnown, isThere: true };
	return orForgotten(await followRun(jobId, session, follow, known), session);
}
