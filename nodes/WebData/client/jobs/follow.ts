import type { JsonObject } from '../../json/json';
import { callApi } from '../call';
import {
	addFacts,
	type ApiRequest,
	type Client,
	type FailedResult,
	failWith,
	noEffort,
	type Result,
	succeedWith,
} from '../client';
import { abortJob, cancelJob } from './end';
import {
	errorText,
	fetchResult,
	forgetJob,
	hasListedStatus,
	type Job,
	jobFailure,
	type JobHandle,
	type JobKind,
	type StartedJob,
	statusResponse,
} from './job';
import { initialPollState, pollDelayMs, pollOnce, type PollState, readStatus } from './poll';
import { startOnce } from './start';

export interface FollowSettings {
	intervalMs: number;
	maxWaitMs: number;
	onTimeout: 'error' | 'unfinished' | 'cancel';
	cancelOnStop: boolean;
}

/**
 * Returns the result of a job after its cancel request, or undefined if a canceled job has no result. With `hasEnded`, the
 * service has refused to cancel the job because it has ended, although its status may say otherwise.
 */
async function resultAfterCancel<Ended>(
	job: JobHandle<Ended>,
	hasEnded: boolean,
	facts: JsonObject,
): Promise<Result<Job<Ended>> | undefined> {
	const { kind, jobId, client } = job;
	if (!hasEnded && kind.hasPartialResult === undefined) return undefined;
	const result = await callApi(kind.poll(jobId), client);
	if (result.ok && hasEnded) {
		const polled = await readStatus(job, result);
		if ('ended' in polled) return await fetchResult(job, polled.ended);
	}
	if (result.ok && kind.hasPartialResult?.(result.answer)) {
		return await fetchResult(job, succeedWith(result, statusResponse(kind, result.answer)));
	}
	if (result.ok && !hasEnded) return undefined;
	const lastError = result.ok ? undefined : errorText(result.failure);
	return failWith(result, jobFailure(kind, 'resultNotFetched', { ...facts, lastError }));
}

/** The stored job ID is deleted only after the service has confirmed the cancel request. */
async function cancelTimedOut<Ended>(
	job: JobHandle<Ended>,
	cancel: ApiRequest,
	facts: JsonObject,
): Promise<Result<Job<Ended>>> {
	const { kind, jobId, client } = job;
	const result = await cancelJob(job, cancel);
	if (!result.ok) {
		const lastCancel = errorText(result.failure);
		return failWith(result, jobFailure(kind, 'maxWaitOver', { ...facts, lastCancel }));
	}
	client.running?.delete(jobId);
	const hasEnded = result.answer.outcome === 'alreadyFinished';
	const read = await resultAfterCancel(job, hasEnded, facts);
	if (read !== undefined) return read;
	forgetJob(client);
	return failWith(result, jobFailure(kind, 'maxWaitOverCancelled', facts));
}

function failTimedOut(
	kind: JobKind,
	{ status, lastFailure }: PollState,
	facts: JsonObject,
): FailedResult {
	const neverPolled = Object.keys(status).length === 0;
	// If every poll failed, the failure of the last poll is more helpful than a timeout error.
	if (neverPolled && lastFailure !== undefined) return addFacts(lastFailure, facts);
	const isUnknown = !neverPolled && !hasListedStatus(kind, status);
	const errorId = isUnknown ? 'maxWaitOverUnknownStatus' : 'maxWaitOver';
	const { completed, total } = status;
	const failure = jobFailure(kind, errorId, { ...facts, completed, total });
	const advice = kind.partialResultAdvice?.(status);
	const remedy = advice === undefined ? failure.remedy : `${advice} ${failure.remedy}`;
	return failWith(noEffort, { ...failure, remedy });
}

async function timedOut<Ended>(
	job: JobHandle<Ended>,
	state: PollState,
	{ onTimeout, cancelOnStop }: FollowSettings,
): Promise<Result<Job<Ended>>> {
	const { kind, jobId, client } = job;
	const { status, lastFailure } = state;
	const effort = { attempts: 1, waits: [] };
	if (kind.hasPartialResult?.(status) && kind.hasEnded(status)) {
		return await fetchResult(job, succeedWith(effort, status));
	}
	if (onTimeout === 'unfinished') return succeedWith(effort, { jobId, startFacts: {}, status });
	const lastPoll = lastFailure && errorText(lastFailure.failure);
	const facts = { jobId, status: kind.statusOf(status), lastPoll };
	const cancel = onTimeout === 'cancel' ? kind.cancel?.(jobId) : undefined;
	if (cancel === undefined) return failTimedOut(kind, state, facts);
	const result = await cancelTimedOut(job, cancel, facts);
	return client.stop.signal?.aborted ? await abortJob(job, cancelOnStop) : result;
}

/** Sends `poll` until the job ends, the maximum wait has passed, or the execution is aborted. */
export async function followJob<Ended>(
	job: JobHandle<Ended>,
	poll: ApiRequest,
	settings: FollowSettings,
	before: PollState = initialPollState,
): Promise<Result<Job<Ended>>> {
	const { runtime, stop } = job.client;
	const { signal } = stop;
	const { intervalMs, maxWaitMs, cancelOnStop } = settings;
	const endLate = () => timedOut(job, state, settings);
	const abort = () => abortJob(job, cancelOnStop);
	let state = before;
	let elapsedMs = 0;
	for (;;) {
		const sentAt = runtime.elapsed();
		const polled = await pollOnce(job, poll, state, maxWaitMs - elapsedMs);
		if (signal?.aborted) return await abort();
		if ('ended' in polled) return await fetchResult(job, polled.ended);
		state = polled.running;
		elapsedMs += runtime.elapsed() - sentAt;
		const remainingMs = maxWaitMs - elapsedMs;
		if (remainingMs <= 0) return await endLate();
		const { failures, lastFailure } = state;
		const { retryAfterMs = 0 } = lastFailure?.failure ?? {};
		const timing = { elapsedMs, intervalMs, remainingMs, failures, retryAfterMs };
		const delayMs = pollDelayMs({ ...timing, random: runtime.random() });
		await runtime.sleep(delayMs, signal);
		elapsedMs += delayMs;
		if (signal?.aborted) return await abort();
		// The service requested a wait that is longer than the remaining time.
		if (retryAfterMs > delayMs) return await endLate();
	}
}

/** Follows a job that was started, or to which the node attached. */
export async function followStarted<Ended>(
	kind: JobKind<Ended>,
	{ answer: { jobId, response }, attempts }: Result<StartedJob> & { ok: true },
	client: Client,
	settings: FollowSettings,
): Promise<Result<Job<Ended>>> {
	const job = { kind, jobId, client };
	const { onTimeout } = settings;
	// A job that the node has found after a lost response may belong to another client.
	const careful: FollowSettings =
		response.recovered === true
			? {
					...settings,
					cancelOnStop: false,
					onTimeout: onTimeout === 'cancel' ? 'error' : onTimeout,
				}
			: settings;
	const state = { ...initialPollState, confirmed: true };
	const followed = await followJob(job, kind.poll(jobId), careful, state);
	if (followed.ok) {
		const { startFacts: names = [] } = kind;
		const facts = Object.entries(response).filter(([name]) => names.includes(name));
		return succeedWith(followed, { ...followed.answer, startFacts: Object.fromEntries(facts) });
	}
	const isAttached = attempts === 0;
	if (!isAttached || followed.failure.errorId !== kind.goneErrorId) return followed;
	forgetJob(client);
	const { httpCode, facts = {} } = followed.failure;
	return failWith(followed, { ...jobFailure(kind, 'jobGone', facts), httpCode });
}

/** Starts a job, or finds the item's earlier job, and polls until the job ends. */
export async function runJob<Ended>(
	kind: JobKind<Ended>,
	request: ApiRequest,
	client: Client,
	settings: FollowSettings,
): Promise<Result<Job<Ended>>> {
	const started = await startOnce(kind, request, client, settings.cancelOnStop);
	return started.ok ? await followStarted(kind, started, client, settings) : started;
}
