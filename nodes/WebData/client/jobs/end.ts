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
import { type JobHandle, withTimeout } from './job';

/** Maximum time that a stopped execution waits for the response to a cancel request. */
const STOP_CANCEL_MS = 5_000;

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

/** Sends a request once and immediately, on its own connections and regardless of rate limits. */
export async function sendAfterStop(request: ApiRequest, client: Client): Promise<Result> {
	const { stop, stopTransport = client.transport } = client;
	const unstopped = {
		...client,
		transport: stopTransport,
		limiter: unlimited,
		settings: { ...client.settings, maxTries: 1 },
		stop: { ...stop, signal: undefined },
	};
	return await withTimeout(STOP_CANCEL_MS, unstopped, (limited) => callApi(request, limited));
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
	if (cancel !== undefined) await sendAfterStop(cancel, client);
	return addFacts(abortedResult(), { jobId });
}
