import { abortedResult, addFacts, callApi, type CallResult, type Session } from '../http/call';
import type { JsonObject } from '../http/response';
import { abortJob, cancelJob } from './cancelJob';
import { fetchResult } from './fetchResult';
import {
	errorText,
	failWith,
	forgetJob,
	hasListedStatus,
	jobFailure,
	statusResponse,
	type JobKind,
} from './job';
import { readStatus, type PollState } from './pollOnce';

export type OnTimeout = 'error' | 'unfinished' | 'cancel';

export interface TimeoutSettings {
	onTimeout: OnTimeout;
	cancelOnStop: boolean;
}

const readResult = async (
	kind: JobKind,
	jobId: string,
	result: CallResult & { ok: true },
	session: Session,
): Promise<CallResult> => {
	const answer = { ...statusResponse(kind, result.answer), jobId };
	return await fetchResult(kind, jobId, { ...result, answer }, session);
};

/** Returns the result of a job that ended before its cancel request arrived. */
async function finishedLate(
	kind: JobKind,
	jobId: string,
	facts: JsonObject,
	session: Session,
): Promise<CallResult> {
	const result = await callApi(kind.poll(jobId), session);
	const polled = result.ok ? await readStatus(kind, jobId, result, session) : undefined;
	if (polled !== undefined && 'ended' in polled) {
		const { ended } = polled;
		return ended.ok ? await fetchResult(kind, jobId, ended, session) : ended;
	}
	// The service has refused to cancel the job because it has ended, although its status may say otherwise.
	if (result.ok && kind.hasPartialResult?.(result.answer)) {
		return await readResult(kind, jobId, result, session);
	}
	const lastError = result.ok ? undefined : errorText(result.failure);
	return failWith(result, jobFailure(kind, 'resultNotFetched', { ...facts, lastError }));
}

/** Returns the finished pages of a canceled job, or undefined if no page is finished. */
async function partialResult(
	kind: JobKind,
	jobId: string,
	facts: JsonObject,
	session: Session,
): Promise<CallResult | undefined> {
	if (kind.hasPartialResult === undefined) return undefined;
	const result = await callApi(kind.poll(jobId), session);
	if (!result.ok) {
		const lastError = errorText(result.failure);
		return failWith(result, jobFailure(kind, 'resultNotFetched', { ...facts, lastError }));
	}
	if (!kind.hasPartialResult(result.answer)) return undefined;
	return await readResult(kind, jobId, result, session);
}

/** The stored job ID is deleted only after the service has confirmed the cancel request. */
async function cancelTimedOut(
	kind: JobKind,
	jobId: string,
	facts: JsonObject,
	session: Session,
): Promise<CallResult> {
	const result = await cancelJob(kind, jobId, session);
	if (!result.ok) {
		const lastCancel = errorText(result.failure);
		return failWith(result, jobFailure(kind, 'maxWaitOver', { ...facts, lastCancel }));
	}
	session.running?.delete(jobId);
	if (result.answer.outcome === 'alreadyFinished') {
		return await finishedLate(kind, jobId, facts, session);
	}
	const partial = await partialResult(kind, jobId, facts, session);
	if (partial !== undefined) return partial;
	forgetJob(session);
	return failWith(result, jobFailure(kind, 'maxWaitOverCancelled', facts));
}

function failTimedOut(
	kind: JobKind,
	{ response, lastFailure }: PollState,
	facts: JsonObject,
): CallResult {
	const neverPolled = Object.keys(response).length === 0;
	// If every poll failed, the failure of the last poll is more helpful than a timeout error.
	if (neverPolled && lastFailure !== undefined) return addFacts(lastFailure, facts);
	const isUnknown = !neverPolled && !hasListedStatus(kind, response);
	const errorId = isUnknown ? 'maxWaitOverUnknownStatus' : 'maxWaitOver';
	return failWith(abortedResult(), jobFailure(kind, errorId, facts));
}

export async function timedOut(
	kind: JobKind,
	jobId: string,
	state: PollState,
	session: Session,
	{ onTimeout, cancelOnStop }: TimeoutSettings,
): Promise<CallResult> {
	const { response, lastFailure } = state;
	if (kind.hasPartialResult?.(response) && kind.hasEnded(response)) {
		const ended = { ok: true as const, answer: response, attempts: 1, waits: [] };
		return await readResult(kind, jobId, ended, session);
	}
	if (onTimeout === 'unfinished') {
		return { ok: true, answer: { ...response, jobId }, attempts: 1, waits: [] };
	}
	const status = kind.statusOf(response);
	const facts = { jobId, status, lastPoll: lastFailure && errorText(lastFailure.failure) };
	if (onTimeout === 'error') return failTimedOut(kind, state, facts);
	const result = await cancelTimedOut(kind, jobId, facts, session);
	return session.signal?.aborted ? await abortJob(kind, jobId, session, cancelOnStop) : result;
}
