import type { JsonObject } from '../../json/json';
import { isNewJob } from '../account';
import { call } from '../call';
import type { Client, Limiter } from '../client';
import type { ApiRequest } from '../request';
import { DEFAULT_MAX_TRIES } from '../retry';
import { abortedError, ServiceError, serviceError } from '../serviceError';
import { type JobHandle, withTimeout } from './job';

/** Maximum time that a stopped execution waits until a job is canceled. */
const STOP_CANCEL_MS = 10_000;

/** Cancels a job. Also succeeds if the job has ended or is already being canceled. */
export async function cancelJob(
	{ kind, jobId, client }: JobHandle,
	request: ApiRequest,
): Promise<JsonObject> {
	const answer = await call(request, client).catch(serviceError);
	if (!(answer instanceof ServiceError)) {
		return { success: true, ...answer, jobId, outcome: 'cancelling' };
	}
	const { errorId, message } = answer.failure;
	const outcome = kind.cancelOutcomes[errorId];
	if (outcome === undefined) throw answer.withFacts({ jobId });
	return { success: true, jobId, outcome, message };
}

const unlimited: Limiter = {
	open: () => ({
		excused: 0,
		acquire: () => Promise.resolve({ kind: 'start', pausedMs: 0 }),
		release: () => undefined,
		close: () => undefined,
	}),
};

/**
 * Calls `work` with a client that sends requests immediately, on its own connections and regardless of rate limits.
 */
export async function afterStop<Ended>(
	client: Client,
	work: (ending: Client) => Promise<Ended>,
): Promise<Ended> {
	const { stop, stopTransport = client.transport } = client;
	const unstopped = {
		...client,
		transport: stopTransport,
		limiter: unlimited,
		settings: { ...client.settings, maxTries: DEFAULT_MAX_TRIES },
		stop: { ...stop, signal: undefined },
	};
	return await withTimeout(STOP_CANCEL_MS, unstopped, work);
}

async function cancelStopped(job: JobHandle, cancel: ApiRequest): Promise<void> {
	const { kind, jobId, client } = job;
	const canceling = afterStop(client, (ending) => cancelJob({ ...job, client: ending }, cancel));
	const canceled = await canceling.catch(serviceError);
	const isError = canceled instanceof ServiceError;
	// The service may not find a new job yet, although the job runs.
	const mayRun =
		isError &&
		(canceled.failure.errorId !== kind.goneErrorId ||
			isNewJob(jobId, client, client.runtime.now()));
	if (mayRun) client.running?.set(jobId, { name: kind.name });
	else client.running?.delete(jobId);
}

/**
 * Throws an error that reports the abort and contains the job ID. Before, cancels the job if the execution was stopped
 * and `cancelOnStop` is set.
 */
export async function abortJob(job: JobHandle, cancelOnStop: boolean): Promise<never> {
	const { kind, jobId, client } = job;
	const cancel = cancelOnStop && client.stop.isByUser() ? kind.cancel?.(jobId) : undefined;
	if (cancel !== undefined) await cancelStopped(job, cancel);
	throw abortedError().withFacts({ jobId });
}
