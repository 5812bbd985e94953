import { generalRows } from '../../errors/rows/general';
import { callApi } from '../call';
import {
	type ApiRequest,
	type Client,
	type FailedResult,
	failWith,
	noEffort,
	type Result,
	succeedWith,
} from '../client';
import { abortJob } from './end';
import { errorText, forgetJob, jobFailure, type JobKind, type StartedJob, validJobId } from './job';

interface Start {
	kind: JobKind;
	request: ApiRequest;
	client: Client;
	cancelOnStop: boolean;
	/** Time of the start request in milliseconds since the epoch. */
	sentAt: number;
	failed?: FailedResult;
}

function claim({ kind, client }: Start, jobId: string, startedAt?: number): void {
	client.knownJobs?.add(jobId, startedAt);
	client.running?.set(jobId, { name: kind.name });
}

async function started(
	{ kind, client, cancelOnStop }: Start,
	jobId: string,
	result: Result & { ok: true },
): Promise<Result<StartedJob>> {
	client.creditGuard?.started(jobId);
	const { id: _id, ...response } = result.answer;
	client.replayStore.set({ jobId, response });
	if (client.stop.signal?.aborted) return await abortJob({ kind, jobId, client }, cancelOnStop);
	return succeedWith(result, { jobId, response });
}

async function recover(start: Start): Promise<Result<StartedJob> | undefined> {
	const { kind, request, client, sentAt, failed } = start;
	if (kind.findStarted === undefined || client.stop.signal?.aborted) return undefined;
	const isTaken = (jobId: string): boolean => client.knownJobs?.isTaken(jobId) === true;
	const lookup = await kind.findStarted(request, client, { sentAt, isTaken });
	const effort = failed ?? noEffort;
	if ('jobId' in lookup) {
		claim(start, lookup.jobId);
		const result = succeedWith(effort, { success: true, recovered: true });
		// The found job may belong to another client, so the node never cancels it.
		return await started({ ...start, cancelOnStop: false }, lookup.jobId, result);
	}
	if (client.stop.signal?.aborted) return undefined;
	const lastError = failed && errorText(failed.failure);
	const failure = jobFailure(kind, 'startNotFound', { lastError, ...lookup });
	return failWith(effort, { ...failure, httpCode: failed?.failure.httpCode });
}

async function settle(start: Start, result: Result): Promise<Result<StartedJob>> {
	const { kind, client } = start;
	if (!result.ok) {
		// A response with `success: false` means that the service did not start the job.
		const isRejected = result.failure.errorId === generalRows.failedAt200.id;
		const rejected = { ...result.failure, possiblyExecuted: false };
		const failed = isRejected ? { ...failWith(result, rejected), possiblyExecuted: false } : result;
		if (failed.failure.possiblyExecuted) return (await recover({ ...start, failed })) ?? failed;
		forgetJob(client);
		return failed;
	}
	const jobId = validJobId(result.answer.id);
	if (jobId === undefined) {
		return failWith(result, jobFailure(kind, 'noJobId', { answer: result.answer }));
	}
	claim(start, jobId, client.runtime.now());
	return await started(start, jobId, result);
}

/**
 * Starts at most one job per item.
 * - If the item already has a job, returns the `jobId` of that job.
 * - If the response to an earlier start request was lost, looks for the job. If no job is found, returns a
 *   failure.
 */
export async function startOnce(
	kind: JobKind,
	request: ApiRequest,
	client: Client,
	cancelOnStop: boolean,
): Promise<Result<StartedJob>> {
	const { replayStore, runtime } = client;
	const record = replayStore.get();
	const sentAt = 'sentAt' in record ? (record.sentAt ?? runtime.now()) : runtime.now();
	const start = { kind, request: { ...request, cancelOnStop }, client, cancelOnStop, sentAt };
	if ('jobId' in record) {
		const { jobId, response = { success: true } } = record;
		claim(start, jobId);
		return succeedWith(noEffort, { jobId, response });
	}
	if ('unsettled' in record) {
		const recovered = await recover(start);
		return recovered ?? failWith(noEffort, jobFailure(kind, 'startUnsettled', {}));
	}
	replayStore.set({ unsettled: true, sentAt });
	const result = await callApi(start.request, client);
	return await settle(start, result);
}
