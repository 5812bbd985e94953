// An agent run from its start to its end: started once, followed until a terminal status, cancelled when the execution is stopped.

import { isObject, type JsonObject } from './answer';
import { cancelRun } from './cancelRun';
import { abortedCall, call, withFacts, type CallResult, type Session } from './client';
import { runRows } from './failures/runRows';
import type { Failure, Retry } from './failures/failure';
import {
	failureOfRow,
	failureOfRun,
	reasonIn,
	reasonInStatus,
	type Reason,
} from './failures/runFailure';
import { meaningOf, pollDelayMs } from './polling';
import { cancelRequest, getRun, getTrace } from './agentRequests';
import type { ApiRequest } from './request';

/** What happens to a run that is still going on when the time to wait is over. */
export type WhenOver = 'error' | 'unfinished' | 'cancel';

export interface FollowSettings {
	/** Longest pause between two polls in milliseconds. */
	intervalMs: number;
	/** Milliseconds to wait for the end of the run. */
	maxWaitMs: number;
	whenOver: WhenOver;
	/** Whether a stop of the execution cancels the run. */
	cancelOnStop: boolean;
}

/** Milliseconds that a start on its way may still take after a stop, so that its run can be cancelled. */
const LATE_START_MS = 10_000;
/** Milliseconds that the cancel after a stop may take: the execution waits for it. */
const STOP_CANCEL_MS = 5_000;

type Succeeded = CallResult & { ok: true };

const failing = (from: CallResult, failure: Failure): CallResult => ({
	ok: false,
	failure,
	gaveUp: 'notRetryable',
	attempts: from.attempts,
	waits: from.waits,
});

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

/** Cancels without retries and past the stop of the execution, within a few seconds. */
async function cancelNow(jobId: string, session: Session): Promise<void> {
	const request = { ...cancelRequest(jobId), serviceTimeoutMs: STOP_CANCEL_MS, graceMs: 0 };
	const settings = { ...session.settings, maxTries: 1 };
	await call(request, { ...session, settings, signal: undefined });
}

/** Work ends in the middle of a run. One that only this node's failure left alone goes on: another try attaches to it. */
async function stopped(
	jobId: string,
	session: Session,
	cancelOnStop: boolean,
): Promise<CallResult> {
	if (cancelOnStop && session.isStopped()) await cancelNow(jobId, session);
	return withFacts(abortedCall(), { jobId });
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
	return session.signal?.aborted === true ? await stopped(id, session, cancelOnStop) : result;
}

async function reasonOf(jobId: string, answer: JsonObject, session: Session): Promise<Reason> {
	const trace = await call(getTrace(jobId), session);
	const events = trace.ok && Array.isArray(trace.answer.events) ? trace.answer.events : [];
	const inTrace = reasonIn(events.filter(isObject));
	return inTrace.code === undefined ? reasonInStatus(answer) : inTrace;
}

async function failedRun(jobId: string, result: Succeeded, session: Session): Promise<CallResult> {
	// The run has ended and costs nothing: another try of the node may start another one.
	session.memo.keep({});
	const reason = await reasonOf(jobId, result.answer, session);
	return failing(result, failureOfRun(jobId, result.answer, reason));
}

async function over(
	jobId: string,
	{ answer: last, failed }: Known,
	session: Session,
	{ whenOver }: FollowSettings,
): Promise<CallResult> {
	const answer = { ...last, id: jobId };
	if (whenOver === 'unfinished') return { ok: true, answer, attempts: 1, waits: [] };
	const facts = { jobId, status: last.status, lastPoll: failed?.failure.message };
	if (whenOver === 'error') {
		// A run of which nothing was ever heard is no slow run: the reason is the failed poll's.
		return failed !== undefined && last.status === undefined
			? withFacts(failed, facts)
			: failing(abortedCall(), failureOfRow(runRows.maxWaitOver, facts));
	}
	return await cancelled(jobId, facts, session);
}

/** Cancels a run that took too long. It is forgotten only once that is certain, and one that ended in the meantime keeps its result. */
async function cancelled(jobId: string, facts: JsonObject, session: Session): Promise<CallResult> {
	const result = await cancelRun(jobId, session);
	if (!result.ok) {
		const lastCancel = result.failure.message;
		return failing(result, failureOfRow(runRows.maxWaitOver, { ...facts, lastCancel }));
	}
	if (result.answer.outcome === 'alreadyFinished') {
		const last = await poll(jobId, { answer: {}, failures: 0 }, session);
		if ('end' in last) return last.end;
	}
	session.memo.keep({});
	return failing(result, failureOfRow(runRows.maxWaitOverCancelled, facts));
}

/** What is known of a run that goes on. */
interface Known {
	answer: JsonObject;
	/** The last poll, where it failed. */
	failed?: CallResult & { ok: false };
	/** Polls that failed since the last one that did not. */
	failures: number;
}

type Poll = { end: CallResult } | { goesOn: Known };

/** Failures that say nothing about the run. */
const saysNothing: ReadonlySet<Retry> = new Set(['backoff', 'unlessPaid']);

/** Only a clear no ends the following. */
const afterFailure = (failed: CallResult & { ok: false }, known: Known, jobId: string): Poll =>
	saysNothing.has(failed.failure.retry) && failed.gaveUp !== 'aborted'
		? { goesOn: { ...known, failed, failures: known.failures + 1 } }
		: { end: withFacts(failed, { jobId }) };

/** One look at the run. It is not tried again by itself: the next poll is the next try. */
async function poll(jobId: string, known: Known, session: Session): Promise<Poll> {
	const settings = { ...session.settings, maxTries: 1 };
	const result = await call(getRun(jobId), { ...session, settings });
	if (!result.ok) return afterFailure(result, known, jobId);
	const answer: JsonObject = { ...result.answer, id: jobId };
	const meaning = meaningOf(answer.status);
	if (meaning === 'running') return { goesOn: { answer, failures: 0 } };
	return meaning === 'failed'
		? { end: await failedRun(jobId, { ...result, answer }, session) }
		: { end: { ...result, answer } };
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
	let known: Known = { answer: {}, failures: 0 };
	for (;;) {
		const askedAt = runtime.now();
		const polled = await poll(jobId, known, session);
		if (signal?.aborted) return await stopped(jobId, session, follow.cancelOnStop);
		if ('end' in polled) return polled.end;
		known = polled.goesOn;
		// The pauses are counted, not read off the clock: it may be set while a run is followed.
		elapsedMs += Math.max(0, runtime.now() - askedAt);
		const leftMs = follow.maxWaitMs - elapsedMs;
		if (leftMs <= 0) return await over(jobId, known, session, follow);
		const delayMs = pollDelayMs({
			elapsedMs,
			intervalMs: follow.intervalMs,
			leftMs,
			random: runtime.random(),
			failures: known.failures,
			askedMs: known.failed?.failure.retryAfterMs,
		});
		await runtime.pause(delayMs, signal);
		elapsedMs += delayMs;
		if (signal?.aborted) return await stopped(jobId, session, follow.cancelOnStop);
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
