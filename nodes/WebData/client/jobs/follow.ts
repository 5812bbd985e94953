import type { JsonObject } from '../../json/json';
import { abortedResult, addFacts, callApi, type CallResult, type Session } from '../call';
import type { ApiRequest } from '../request';
import { abortJob, cancelJob } from './end';
import {
	errorText,
	failWith,
	fetchResult,
	forgetJob,
	hasListedStatus,
	jobFailure,
	type JobKind,
	startFactsIn,
	statusResponse,
} from './job';
import { initialPollState, pollDelayMs, pollOnce, type PollState, readStatus } from './poll';
import { startOnce } from './start';

type OnTimeout = 'error' | 'unfinished' | 'cancel';

interface TimeoutSettings {
	onTimeout: OnTimeout;
	cancelOnStop: boolean;
}

interface FollowedJob {
	kind: JobKind;
	jobId: string;
	session: Session;
}

const readResult = async (
	{ kind, jobId, session }: FollowedJob,
	result: CallResult & { ok: true },
): Promise<CallResult> => {
	const answer = { ...statusResponse(kind, result.answer), jobId };
	return await fetchResult(kind, jobId, { ...result, answer }, session);
};

/** Returns the result of a job that ended before its cancel request arrived. */
async function finishedLate(job: FollowedJob, facts: JsonObject): Promise<CallResult> {
	const { kind, jobId, session } = job;
	const result = await callApi(kind.poll(jobId), session);
	const polled = result.ok ? await readStatus(kind, jobId, result, session) : undefined;
	if (polled !== undefined && 'ended' in polled) {
		return await fetchResult(kind, jobId, polled.ended, session);
	}
	// The service has refused to cancel the job because it has ended, although its status may say otherwise.
	if (result.ok && kind.hasPartialResult?.(result.answer)) return await readResult(job, result);
	const lastError = result.ok ? undefined : errorText(result.failure);
	return failWith(result, jobFailure(kind, 'resultNotFetched', { ...facts, lastError }));
}

/** Returns the finished pages of a canceled job, or undefined if no page is finished. */
async function partialResult(job: FollowedJob, facts: JsonObject): Promise<CallResult | undefined> {
	const { kind, jobId, session } = job;
	if (kind.hasPartialResult === undefined) return undefined;
	const result = await callApi(kind.poll(jobId), session);
	if (!result.ok) {
		const lastError = errorText(result.failure);
		return failWith(result, jobFailure(kind, 'resultNotFetched', { ...facts, lastError }));
	}
	if (!kind.hasPartialResult(result.answer)) return undefined;
	return await readResult(job, result);
}

/** The stored job ID is deleted only after the service has confirmed the cancel request. */
async function cancelTimedOut(job: FollowedJob, facts: JsonObject): Promise<CallResult> {
	const { kind, jobId, session } = job;
	const result = await cancelJob(kind, jobId, session);
	if (!result.ok) {
		const lastCancel = errorText(result.failure);
		return failWith(result, jobFailure(kind, 'maxWaitOver', { ...facts, lastCancel }));
	}
	session.running?.delete(jobId);
	if (result.answer.outcome === 'alreadyFinished') return await finishedLate(job, facts);
	const partial = await partialResult(job, facts);
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

async function timedOut(
	job: FollowedJob,
	state: PollState,
	{ onTimeout, cancelOnStop }: TimeoutSettings,
): Promise<CallResult> {
	const { kind, jobId, session } = job;
	const { response, lastFailure } = state;
	if (kind.hasPartialResult?.(response) && kind.hasEnded(response)) {
		const ended = { ok: true as const, answer: response, attempts: 1, waits: [] };
		return await readResult(job, ended);
	}
	if (onTimeout === 'unfinished') {
		return { ok: true, answer: { ...response, jobId }, attempts: 1, waits: [] };
	}
	const status = kind.statusOf(response);
	const facts = { jobId, status, lastPoll: lastFailure && errorText(lastFailure.failure) };
	if (onTimeout === 'error') return failTimedOut(kind, state, facts);
	const result = await cancelTimedOut(job, facts);
	return session.stop.signal?.aborted ? await abortJob(kind, jobId, session, cancelOnStop) : result;
}

export interface FollowSettings extends TimeoutSettings {
	intervalMs: number;
	maxWaitMs: number;
}

/** Polls a job until the job ends, the maximum wait has passed, or the execution is aborted. */
export async function followJob(
	kind: JobKind,
	jobId: string,
	session: Session,
	settings: FollowSettings,
	before: PollState = initialPollState,
): Promise<CallResult> {
	const { runtime } = session;
	const { signal } = session.stop;
	const { intervalMs, maxWaitMs, cancelOnStop } = settings;
	const endLate = () => timedOut({ kind, jobId, session }, state, settings);
	const abort = () => abortJob(kind, jobId, session, cancelOnStop);
	let state = before;
	let elapsedMs = 0;
	for (;;) {
		const sentAt = runtime.elapsed();
		const polled = await pollOnce(kind, jobId, state, maxWaitMs - elapsedMs, session);
		if (signal?.aborted) return await abort();
		if ('ended' in polled) return await fetchResult(kind, jobId, polled.ended, session);
		state = polled.running;
		elapsedMs += runtime.elapsed() - sentAt;
		const remainingMs = maxWaitMs - elapsedMs;
		if (remainingMs <= 0) return await endLate();
		const delayMs = pollDelayMs({
			elapsedMs,
			intervalMs,
			remainingMs,
			random: runtime.random(),
			failures: state.failures,
			retryAfterMs: state.lastFailure?.failure.retryAfterMs,
		});
		await runtime.sleep(delayMs, signal);
		elapsedMs += delayMs;
		if (signal?.aborted) return await abort();
		// The service requested a wait that is longer than the remaining time.
		if ((state.lastFailure?.failure.retryAfterMs ?? 0) > delayMs) return await endLate();
	}
}

function forgetIfGone(kind: JobKind, result: CallResult, session: Session): CallResult {
	if (result.ok || result.failure.errorId !== kind.goneErrorId) return result;
	const { httpCode, facts = {} } = result.failure;
	forgetJob(session);
	return failWith(result, { ...jobFailure(kind, 'jobGone', facts), httpCode });
}

const withStartFacts = (kind: JobKind, started: JsonObject, result: CallResult): CallResult =>
	result.ok ? { ...result, answer: { ...startFactsIn(kind, started), ...result.answer } } : result;

/** A job that the node has found after a lost response may belong to another client. */
const withoutCancel = ({ onTimeout, ...settings }: FollowSettings): FollowSettings => ({
	...settings,
	cancelOnStop: false,
	onTimeout: onTimeout === 'cancel' ? 'error' : onTimeout,
});

export async function followStarted(
	kind: JobKind,
	started: CallResult & { ok: true },
	session: Session,
	settings: FollowSettings,
): Promise<CallResult> {
	const jobId = String(started.answer.jobId);
	const state: PollState = { ...initialPollState, confirmed: true };
	const careful = started.answer.recovered === true ? withoutCancel(settings) : settings;
	const followed = await followJob(kind, jobId, session, careful, state);
	const result = withStartFacts(kind, started.answer, followed);
	const isAttached = started.attempts === 0;
	return isAttached ? forgetIfGone(kind, result, session) : result;
}

/** Starts a job, or finds the item's earlier job, and polls until the job ends. */
export async function runJob(
	kind: JobKind,
	request: ApiRequest,
	session: Session,
	settings: FollowSettings,
): Promise<CallResult> {
	const started = await startOnce(kind, request, session, settings.cancelOnStop);
	return started.ok ? await followStarted(kind, started, session, settings) : started;
}
