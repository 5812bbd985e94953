import type { JsonObject } from '../../json/json';
import {
	abortedResult,
	addFacts,
	callApi,
	failWith,
	type FailedResult,
	type Result,
} from '../call';
import type { Client } from '../client';
import type { ApiRequest } from '../request';
import { abortJob, cancelJob } from './end';
import {
	errorText,
	fetchResult,
	forgetJob,
	hasListedStatus,
	type Job,
	jobFailure,
	type JobKind,
	type StartedJob,
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

interface FollowedJob<Ended> {
	kind: JobKind<Ended>;
	jobId: string;
	client: Client;
}

const readResult = async <Ended>(
	{ kind, jobId, client }: FollowedJob<Ended>,
	polled: Result & { ok: true },
): Promise<Result<Job<Ended>>> => {
	const answer = statusResponse(kind, polled.answer);
	return await fetchResult(kind, jobId, { ...polled, answer }, client);
};

/**
 * Returns the result of a job after its cancel request, or undefined if a canceled job has no result. With `hasEnded`, the
 * service has refused to cancel the job because it has ended, although its status may say otherwise.
 */
async function resultAfterCancel<Ended>(
	job: FollowedJob<Ended>,
	hasEnded: boolean,
	facts: JsonObject,
): Promise<Result<Job<Ended>> | undefined> {
	const { kind, jobId, client } = job;
	if (!hasEnded && kind.hasPartialResult === undefined) return undefined;
	const result = await callApi(kind.poll(jobId), client);
	if (result.ok && hasEnded) {
		const polled = await readStatus(kind, jobId, result, client);
		if ('ended' in polled) return await fetchResult(kind, jobId, polled.ended, client);
	}
	if (result.ok && kind.hasPartialResult?.(result.answer)) return await readResult(job, result);
	if (result.ok && !hasEnded) return undefined;
	const lastError = result.ok ? undefined : errorText(result.failure);
	return failWith(result, jobFailure(kind, 'resultNotFetched', { ...facts, lastError }));
}

/** The stored job ID is deleted only after the service has confirmed the cancel request. */
async function cancelTimedOut<Ended>(
	job: FollowedJob<Ended>,
	facts: JsonObject,
): Promise<Result<Job<Ended>>> {
	const { kind, jobId, client } = job;
	const result = await cancelJob(kind, jobId, client);
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
	return failWith(abortedResult(), jobFailure(kind, errorId, facts));
}

async function timedOut<Ended>(
	job: FollowedJob<Ended>,
	state: PollState,
	{ onTimeout, cancelOnStop }: TimeoutSettings,
): Promise<Result<Job<Ended>>> {
	const { kind, jobId, client } = job;
	const { status, lastFailure } = state;
	if (kind.hasPartialResult?.(status) && kind.hasEnded(status)) {
		const polled = { ok: true as const, answer: status, attempts: 1, waits: [] };
		return await readResult(job, polled);
	}
	if (onTimeout === 'unfinished') {
		return { ok: true, answer: { jobId, startFacts: {}, status }, attempts: 1, waits: [] };
	}
	const lastPoll = lastFailure && errorText(lastFailure.failure);
	const facts = { jobId, status: kind.statusOf(status), lastPoll };
	if (onTimeout === 'error') return failTimedOut(kind, state, facts);
	const result = await cancelTimedOut(job, facts);
	return client.stop.signal?.aborted ? await abortJob(kind, jobId, client, cancelOnStop) : result;
}

export interface FollowSettings extends TimeoutSettings {
	intervalMs: number;
	maxWaitMs: number;
}

/** Polls a job until the job ends, the maximum wait has passed, or the execution is aborted. */
export async function followJob<Ended>(
	kind: JobKind<Ended>,
	jobId: string,
	client: Client,
	settings: FollowSettings,
	before: PollState = initialPollState,
): Promise<Result<Job<Ended>>> {
	const { runtime } = client;
	const { signal } = client.stop;
	const { intervalMs, maxWaitMs, cancelOnStop } = settings;
	const endLate = () => timedOut({ kind, jobId, client }, state, settings);
	const abort = () => abortJob(kind, jobId, client, cancelOnStop);
	let state = before;
	let elapsedMs = 0;
	for (;;) {
		const sentAt = runtime.elapsed();
		const polled = await pollOnce(kind, jobId, state, maxWaitMs - elapsedMs, client);
		if (signal?.aborted) return await abort();
		if ('ended' in polled) return await fetchResult(kind, jobId, polled.ended, client);
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

function forgetIfGone(kind: JobKind, result: FailedResult, client: Client): FailedResult {
	if (result.failure.errorId !== kind.goneErrorId) return result;
	const { httpCode, facts = {} } = result.failure;
	forgetJob(client);
	return failWith(result, { ...jobFailure(kind, 'jobGone', facts), httpCode });
}

/** A job that the node has found after a lost response may belong to another client. */
const withoutCancel = ({ onTimeout, ...settings }: FollowSettings): FollowSettings => ({
	...settings,
	cancelOnStop: false,
	onTimeout: onTimeout === 'cancel' ? 'error' : onTimeout,
});

export async function followStarted<Ended>(
	kind: JobKind<Ended>,
	{ answer: { jobId, response }, attempts }: Result<StartedJob> & { ok: true },
	client: Client,
	settings: FollowSettings,
): Promise<Result<Job<Ended>>> {
	const state: PollState = { ...initialPollState, confirmed: true };
	const careful = response.recovered === true ? withoutCancel(settings) : settings;
	const followed = await followJob(kind, jobId, client, careful, state);
	if (followed.ok) {
		return {
			...followed,
			answer: { ...followed.answer, startFacts: startFactsIn(kind, response) },
		};
	}
	const isAttached = attempts === 0;
	return isAttached ? forgetIfGone(kind, followed, client) : followed;
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
