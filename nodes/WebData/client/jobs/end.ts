import { isNewJob } from '../account';
import { callApi } from '../call';
import {
	abortedResult,
	addFacts,
	type ApiRequest,
	type Client,
	type FailedResult,
	type Limiter,
	type Result,
	succeedWith,
} from '../client';
import { DEFAULT_MAX_TRIES } from '../retry';
import { type JobHandle, withTimeout } from './job';

/** Maximum time that a stopped execution waits until a job is canceled. */
const STOP_CANCEL_MS = 10_000;

/** Cancels a job. Also succeeds if the job has ended or is already being canceled. */
export async function cancelJob(
	{ kind, jobId, client }: JobHandle,
	request: ApiRequest,
): Promise<Result> {
	const result = await callApi(request, client);
	if (result.ok) {
		const answer = { success: true, ...result.answer, jobId, outcome: 'cancelling' };
		return { ...result, answer };
	}
	const { errorId, message } = result.failure;
	const outcome = kind.cancelOutcomes[errorId];
	if (outcome === undefined) return addFacts(result, { jobId });
	return succeedWith(result, { success: true, jobId, outcome, message });
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
 * `work` must not reject.
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

/**
 * Returns a failure that reports the abort and contains the job ID. Cancels the job if the execution was stopped and
 * `cancelOnStop` is set.
 */
export async function abortJob(
	{ kind, jobId, client }: JobHandle,
	cancelOnStop: boolean,
): Promise<FailedResult> {
	const cancel = cancelOnStop && client.stop.isByUser() ? kind.cancel?.(jobId) : undefined;
	if (cancel !== undefined) {
		const result = await afterStop(client, (ending) =>
			cancelJob({ kind, jobId, client: ending }, cancel),
		);
		// The service may not find a new job yet, although the job runs.
		const isGone =
			!result.ok &&
			result.failure.errorId === kind.goneErrorId &&
			!isNewJob(jobId, client, client.runtime.now());
		if (result.ok || isGone) client.running?.delete(jobId);
		else client.running?.set(jobId, { name: kind.name });
	}
	return addFacts(abortedResult(), { jobId });
}
