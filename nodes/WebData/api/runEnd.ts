// One look at an agent run, and what its end comes to: its result, its failure, or that it has not ended in time.

import { getRun, getTrace } from './agentRequests';
import { isObject, type JsonObject } from './answer';
import { cancelRun, stoppedRun } from './cancelRun';
import { abortedCall, call, withFacts, type CallResult, type Session } from './client';
import { answerRows } from './failures/answerRows';
import type { Failure } from './failures/failure';
import { failureOfRow, failureOfRun, reasonOfRun, type Reason } from './failures/runFailure';
import { runRows } from './failures/runRows';
import { meaningOf } from './polling';

/** What happens to a run that is still going on when the time to wait is over. */
export type WhenOver = 'error' | 'unfinished' | 'cancel';

export interface Ending {
	whenOver: WhenOver;
	/** Whether a stop of the execution cancels the run. */
	cancelOnStop: boolean;
}

/** What is known of a run that goes on. */
export interface Known {
	answer: JsonObject;
	/** The last look, where it failed. */
	failed?: CallResult & { ok: false };
	/** Looks that failed since the last one that did not. */
	failures: number;
}

export const nothingKnown: Known = { answer: {}, failures: 0 };

export type Look = { end: CallResult } | { goesOn: Known };

/** In milliseconds, for the last look's place among the requests of a busy account: a hold would be longer. */
const LAST_LOOK_HOLD_MS = 100;

type Succeeded = CallResult & { ok: true };

/** A failure that came of this call, and that no further try of the call makes good. */
export const failing = (from: CallResult, failure: Failure): CallResult => ({
	ok: false,
	failure,
	gaveUp: 'notRetryable',
	attempts: from.attempts,
	waits: from.waits,
});

/**
 * Whether a failed look tells nothing about the run: what failed is the service, something on the way, or the
 * reading. Retry rules 2 say which request may be repeated; the next look is another request.
 */
const saysNothing = ({ row, retry, httpCode = 0 }: Failure): boolean =>
	retry === 'backoff' || httpCode >= 500 || Object.hasOwn(answerRows, row);

/** Only a clear no ends the following. */
const afterFailure = (failed: CallResult & { ok: false }, known: Known, jobId: string): Look =>
	saysNothing(failed.failure) && failed.gaveUp !== 'aborted'
		? { goesOn: { ...known, failed, failures: known.failures + 1 } }
		: { end: withFacts(failed, { jobId }) };

async function reasonOf(jobId: string, answer: JsonObject, session: Session): Promise<Reason> {
	const trace = await call(getTrace(jobId), session);
	const events = trace.ok && Array.isArray(trace.answer.events) ? trace.answer.events : [];
	return reasonOfRun(events.filter(isObject), answer);
}

async function failedRun(jobId: string, result: Succeeded, session: Session): Promise<CallResult> {
	// The run has ended and costs nothing: another try of the node may start another one.
	session.memo.keep({});
	const reason = await reasonOf(jobId, result.answer, session);
	return failing(result, failureOfRun(jobId, result.answer, reason));
}

/** What the status of a run says: it goes on, or this is its end. */
async function read(jobId: string, result: Succeeded, session: Session): Promise<Look> {
	const answer: JsonObject = { ...result.answer, id: jobId };
	const meaning = meaningOf(answer.status);
	if (meaning === 'running') return { goesOn: { answer, failures: 0 } };
	return meaning === 'failed'
		? { end: await failedRun(jobId, { ...result, answer }, session) }
		: { end: { ...result, answer } };
}

/**
 * One look at the run. It is not tried again by itself: the next look is the next try. Where the limits of the
 * account would hold it back for longer than the milliseconds that are left, it fails with the account's refusal.
 */
export async function lookAt(
	jobId: string,
	known: Known,
	leftMs: number,
	session: Session,
): Promise<Look> {
	const settings = { ...session.settings, maxTries: 1 };
	const request = { ...getRun(jobId), maxHoldMs: Math.max(leftMs, LAST_LOOK_HOLD_MS) };
	const result = await call(request, { ...session, settings });
	return result.ok ? await read(jobId, result, session) : afterFailure(result, known, jobId);
}

/** The end of a run that nobody saw in time. Its result is paid for: until it is fetched, the run is not forgotten. */
async function lateEnd(jobId: string, facts: JsonObject, session: Session): Promise<CallResult> {
	const result = await call(getRun(jobId), session);
	const look = result.ok ? await read(jobId, result, session) : undefined;
	if (look !== undefined && 'end' in look) return look.end;
	// Where the look succeeded, the service contradicts itself for the moment: it still says that the run goes on.
	const lastPoll = result.ok ? undefined : result.failure.message;
	return failing(result, failureOfRow(runRows.resultNotFetched, { ...facts, lastPoll }));
}

/** Cancels a run that took too long. It is forgotten only once that is certain, and one that ended in the meantime keeps its result. */
async function cancelled(jobId: string, facts: JsonObject, session: Session): Promise<CallResult> {
	const result = await cancelRun(jobId, session);
	if (!result.ok) {
		const lastCancel = result.failure.message;
		return failing(result, failureOfRow(runRows.maxWaitOver, { ...facts, lastCancel }));
	}
	if (result.answer.outcome === 'alreadyFinished') return await lateEnd(jobId, facts, session);
	session.memo.keep({});
	return failing(result, failureOfRow(runRows.maxWaitOverCancelled, facts));
}

/** What a run comes to that has not ended when the time to wait is over. */
export async function timeOver(
	jobId: string,
	{ answer: last, failed }: Known,
	session: Session,
	{ whenOver, cancelOnStop }: Ending,
): Promise<CallResult> {
	const answer = { ...last, id: jobId };
	if (whenOver === 'unfinished') return { ok: true, answer, attempts: 1, waits: [] };
	const facts = { jobId, status: last.status, lastPoll: failed?.failure.message };
	if (whenOver === 'cancel') {
		const result = await cancelled(jobId, facts, session);
		return session.signal?.aborted ? await stoppedRun(jobId, session, cancelOnStop) : result;
	}
	// A run of which nothing was ever heard is no slow run: the reason is the failed look's.
	return failed !== undefined && last.status === undefined
		? withFacts(failed, facts)
		: failing(abortedCall(), failureOfRow(runRows.maxWaitOver, facts));
}
