import type { JsonObject } from '../../json/json';
import { call } from '../call';
import { type Client, ServiceError, serviceError } from '../client';
import type { ApiRequest } from '../request';
import {
	abortJob,
	cancelJob,
	forgetJob,
	hasListedStatus,
	isReported,
	type Job,
	jobError,
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

/** Returns a job that has ended, with its result. If the result cannot be fetched, the error contains the job ID. */
async function fetchResult<Ended>(
	{ kind, jobId, client }: JobHandle<Ended>,
	status: JsonObject,
): Promise<Job<Ended>> {
	const job = { jobId, startFacts: {}, status };
	if (kind.fetchResult === undefined) return job;
	const result = await kind.fetchResult(jobId, status, client).catch(serviceError);
	if (!(result instanceof ServiceError)) return { ...job, result };
	if (result.isAborted) throw result.withFacts({ jobId });
	const { failure, attempts, text: lastError } = result;
	const { httpCode } = failure;
	const facts = { jobId, status: kind.statusOf(status), lastError };
	throw jobError(kind, 'resultNotFetched', facts, { httpCode, attempts });
}

/**
 * Returns the result of a job after its cancel request, or undefined if a canceled job has no result. With `hasEnded`, the
 * service has refused to cancel the job because it has ended, although its status may say otherwise.
 */
async function resultAfterCancel<Ended>(
	job: JobHandle<Ended>,
	hasEnded: boolean,
	facts: JsonObject,
): Promise<Job<Ended> | undefined> {
	const { kind, jobId, client } = job;
	if (!hasEnded && kind.hasPartialResult === undefined) return undefined;
	const polled = await call(kind.poll(jobId), client).catch(serviceError);
	if (polled instanceof ServiceError) {
		const { attempts, text: lastError } = polled;
		throw jobError(kind, 'resultNotFetched', { ...facts, lastError }, { attempts });
	}
	if (hasEnded) {
		const status = await readStatus(job, polled);
		if ('ended' in status) return await fetchResult(job, status.ended);
	}
	if (kind.hasPartialResult?.(polled)) return await fetchResult(job, statusResponse(kind, polled));
	if (!hasEnded) return undefined;
	throw jobError(kind, 'resultNotFetched', facts);
}

/** The stored job ID is deleted only after the service has confirmed the cancel request. */
async function cancelTimedOut<Ended>(
	job: JobHandle<Ended>,
	cancel: ApiRequest,
	facts: JsonObject,
): Promise<Job<Ended>> {
	const { kind, jobId, client } = job;
	const canceled = await cancelJob(job, cancel).catch(serviceError);
	if (canceled instanceof ServiceError) {
		const { attempts, text: lastCancel } = canceled;
		throw jobError(kind, 'maxWaitOver', { ...facts, lastCancel }, { attempts });
	}
	client.running.delete(jobId);
	const read = await resultAfterCancel(job, canceled.outcome === 'alreadyFinished', facts);
	if (read !== undefined) return read;
	forgetJob(client);
	throw jobError(kind, 'maxWaitOverCancelled', facts);
}

function timeoutError(
	kind: JobKind,
	{ status, lastError }: PollState,
	facts: JsonObject,
): ServiceError {
	const neverPolled = !isReported({ status });
	// If every poll failed, the error of the last poll is more helpful than a timeout error.
	if (neverPolled && lastError !== undefined) return lastError.withFacts(facts);
	const isUnknown = !neverPolled && !hasListedStatus(kind, status);
	const errorId = isUnknown ? 'maxWaitOverUnknownStatus' : 'maxWaitOver';
	const { completed, total } = status;
	const failure = jobFailure(kind, errorId, { ...facts, completed, total });
	const advice = kind.partialResultAdvice?.(status);
	const remedy = [advice ?? [], failure.remedy].flat();
	return new ServiceError({ ...failure, remedy }, { attempts: 0 });
}

async function endLate<Ended>(
	job: JobHandle<Ended>,
	state: PollState,
	{ onTimeout, cancelOnStop }: FollowSettings,
): Promise<Job<Ended>> {
	const { kind, jobId, client } = job;
	const { status, lastError } = state;
	if (kind.hasPartialResult?.(status) && kind.hasEnded(status))
		return await fetchResult(job, status);
	const lastPoll = lastError?.text;
	if (onTimeout === 'unfinished') {
		return { jobId, startFacts: {}, status, lastError: isReported(state) ? undefined : lastPoll };
	}
	const facts = { jobId, status: kind.statusOf(status), lastPoll };
	const cancel = onTimeout === 'cancel' ? kind.cancel?.(jobId) : undefined;
	if (cancel === undefined) throw timeoutError(kind, state, facts);
	const ended = await cancelTimedOut(job, cancel, facts).catch(serviceError);
	if (client.stop.signal?.aborted) return await abortJob(job, cancelOnStop);
	if (ended instanceof ServiceError) throw ended;
	return ended;
}

/**
 * Sends `poll` until the job ends, the maximum wait has passed, or the execution is aborted. `confirmed` says whether the
 * job is known to exist.
 */
export async function followJob<Ended>(
	job: JobHandle<Ended>,
	poll: ApiRequest,
	settings: FollowSettings,
	confirmed = false,
): Promise<Job<Ended>> {
	const { runtime, stop } = job.client;
	const { signal } = stop;
	const { intervalMs, maxWaitMs, cancelOnStop } = settings;
	let state: PollState = { ...initialPollState, confirmed };
	let elapsedMs = 0;
	for (;;) {
		const sentAt = runtime.elapsed();
		const polled = await pollOnce(job, poll, state, maxWaitMs - elapsedMs).catch(serviceError);
		if (signal?.aborted) return await abortJob(job, cancelOnStop);
		if (polled instanceof ServiceError) throw polled;
		if ('ended' in polled) return await fetchResult(job, polled.ended);
		state = polled.running;
		elapsedMs += runtime.elapsed() - sentAt;
		const remainingMs = maxWaitMs - elapsedMs;
		if (remainingMs <= 0) return await endLate(job, state, settings);
		const { failures, lastError } = state;
		const { retryAfterMs = 0 } = lastError?.failure ?? {};
		const timing = { elapsedMs, intervalMs, remainingMs, failures, retryAfterMs };
		const delayMs = pollDelayMs({ ...timing, random: runtime.random() });
		await runtime.sleep(delayMs, signal);
		elapsedMs += delayMs;
		if (signal?.aborted) return await abortJob(job, cancelOnStop);
		// The service requested a wait that is longer than the remaining time.
		if (retryAfterMs > delayMs) return await endLate(job, state, settings);
	}
}

/** A job that the node has found after a lost response may belong to another client. */
const withoutCancel = (settings: FollowSettings): FollowSettings => ({
	...settings,
	cancelOnStop: false,
	onTimeout: settings.onTimeout === 'cancel' ? 'error' : settings.onTimeout,
});

/** Follows a job that was started, or to which the node attached. */
export async function followStarted<Ended>(
	kind: JobKind<Ended>,
	{ jobId, response, isAttached }: StartedJob,
	client: Client,
	settings: FollowSettings,
): Promise<Job<Ended>> {
	const careful = response.recovered === true ? withoutCancel(settings) : settings;
	const job = { kind, jobId, client };
	const ended = await followJob(job, kind.poll(jobId), careful, true).catch(serviceError);
	if (!(ended instanceof ServiceError)) {
		const { startFacts: names = [] } = kind;
		const facts = Object.entries(response).filter(([name]) => names.includes(name));
		return { ...ended, startFacts: Object.fromEntries(facts) };
	}
	const { failure, attempts } = ended;
	if (!isAttached || failure.errorId !== kind.goneErrorId) throw ended;
	forgetJob(client);
	const { httpCode, facts = {} } = failure;
	throw jobError(kind, 'jobGone', facts, { httpCode, attempts });
}

/** Starts a job, or finds the item's earlier job, and polls until the job ends. */
export async function runJob<Ended>(
	kind: JobKind<Ended>,
	request: ApiRequest,
	client: Client,
	settings: FollowSettings,
): Promise<Job<Ended>> {
	const started = await startOnce(kind, request, client, settings.cancelOnStop);
	return await followStarted(kind, started, client, settings);
}
