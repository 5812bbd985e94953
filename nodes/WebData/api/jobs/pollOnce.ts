// One look at an agent run, and what its end comes to: its result, its failure, or that it has not ended in time.

import { getRun, getTrace } from '../agent/requests';
import { isObject, type JsonObject } from '../http/response';
import { cancelRun, stoppedRun } from './cancelJob';
import { abortedResult, callApi, addFacts, type CallResult, type Session } from '../http/call';
import { withTimeout } from '../http/timeout';
import { responseRows } from '../errors/rows/response';
import { failureOfTransport } from '../errors/classify';
import { failureOfRow, type Failure } from '../errors/failure';
import { failureOfRun, reasonOfRun, type Reason } from '../agent/runError';
import { runRows } from '../errors/rows/job';
import { meaningOf } from './pollDelay';

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
	failed?: Failed;
	/** Looks that failed since the last one that did not. */
	failures: number;
	/** Those of them that said no. */
	noes: number;
	/** Whether the run is known to be there for this key: it was seen, or an earlier try started it. */
	isThere: boolean;
}

export const nothingKnown: Known = { answer: {}, failures: 0, noes: 0, isThere: false };

export type Look = { end: CallResult } | { goesOn: Known };

/** In milliseconds, for the last look's place among the requests of a busy account: a hold would be longer. */
const LAST_LOOK_HOLD_MS = 100;
/** Milliseconds that a look may take beyond the time to wait: the last one is made when that is over. */
const LATE_LOOK_MS = 5000;

/** A proxy or a new release of the service may say so for a moment of a run that is there. */
const passingNoes: ReadonlySet<number | undefined> = new Set([401, 403, 404]);
/** So many in a row are meant. */
const CLEAR_NOES = 3;

type Succeeded = CallResult & { ok: true };
type Failed = CallResult & { ok: false };

/** A failure that came of this call, and that no further try of the call makes good. */
export const failing = (from: CallResult, failure: Failure): Failed => ({
	ok: false,
	failure,
	stopReason: 'notRetryable',
	attempts: from.attempts,
	waits: from.waits,
});

/**
 * Whether a failed look tells nothing about the run: what failed is the service, something on the way, or the
 * reading. Retry rules 2 say which request may be repeated; the next look is another request.
 */
const saysNothing = ({ errorId, retry, httpCode = 0 }: Failure): boolean =>
	retry === 'backoff' ||
	// A look costs nothing, so that its answer is spoilt is no reason against another one.
	retry === 'ifFree' ||
	httpCode >= 500 ||
	(httpCode >= 300 && httpCode < 400) ||
	Object.hasOwn(responseRows, errorId);

/** Only a clear no ends the following. */
function afterFailure(failed: Failed, known: Known, jobId: string): Look {
	const { failure, stopReason } = failed;
	const isNo = passingNoes.has(failure.httpCode);
	const noes = known.noes + (isNo ? 1 : 0);
	const mayPass = saysNothing(failure) || (isNo && known.isThere && noes < CLEAR_NOES);
	return mayPass && stopReason !== 'aborted'
		? { goesOn: { ...known, failed, failures: known.failures + 1, noes } }
		: { end: addFacts(failed, { jobId }) };
}

async function reasonOf(jobId: string, answer: JsonObject, session: Session): Promise<Reason> {
	const trace = await callApi(getTrace(jobId), session);
	const events = trace.ok && Array.isArray(trace.answer.events) ? trace.answer.events : [];
	return reasonOfRun(events.filter(isObject), answer);
}

async function failedRun(jobId: string, result: Succeeded, session: Session): Promise<CallResult> {
	// The run has ended and costs nothing: another try of the node may start another one.
	session.replayStore.set({});
	const reason = await reasonOf(jobId, result.answer, session);
	return failing(result, failureOfRun(jobId, result.answer, reason));
}

/** What the status of a run says: it goes on, or this is its end. */
async function read(jobId: string, result: Succeeded, session: Session): Promise<Look> {
	const answer: JsonObject = { ...result.answer, id: jobId };
	const meaning = meaningOf(answer.status);
	if (meaning === 'running') return { goesOn: { ...nothingKnown, answer, isThere: true } };
	return meaning === 'failed'
		? { end: await failedRun(jobId, { ...result, answer }, session) }
		: { end: { ...result, answer } };
}

/** What a look was to find that was ended for its time: nothing, and where it was sent, that is the service's failure. */
function afterTime(known: Known, possiblySent: boolean): Look {
	if (!possiblySent) return { goesOn: known };
	const failure = failureOfTransport({
		kind: 'failure',
		failure: 'headTimeout',
		possiblySent,
		detail: '',
	});
	const failed = failing(abortedResult(1), failure);
	return { goesOn: { ...known, failed, failures: known.failures + 1 } };
}

/**
 * One look at the run. It is not tried again by itself: the next look is the next try. It fails where the limits of
 * the account would hold it back for longer than the milliseconds that are left, and ends some seconds after them.
 */
export async function lookAt(
	jobId: string,
	known: Known,
	leftMs: number,
	session: Session,
): Promise<Look> {
	const settings = { ...session.settings, maxTries: 1 };
	const timeMs = Math.max(leftMs, 0);
	const request = { ...getRun(jobId), maxPauseMs: Math.max(timeMs, LAST_LOOK_HOLD_MS) };
	const look = await withTimeout(timeMs + LATE_LOOK_MS, session, async (limited) => {
		const result = await callApi(request, { ...limited, settings });
		if (result.ok) return await read(jobId, result, limited);
		return afterFailure(result, known, jobId);
	});
	if ('goesOn' in look || look.end.ok || look.end.stopReason !== 'aborted') return look;
	// Or all work was ended: whoever follows the run sees to that.
	return afterTime(known, look.end.failure.possiblyExecuted);
}

/** The end of a run that nobody saw in time. Its result is paid for: until it is fetched, the run is not forgotten. */
async function lateEnd(jobId: string, facts: JsonObject, session: Session): Promise<CallResult> {
	const result = await callApi(getRun(jobId), session);
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
	session.replayStore.set({});
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
		? addFacts(failed, facts)
		: failing(abortedResult(), failureOfRow(runRows.maxWaitOver, facts));
}
