import { generalRows } from '../../errors/rows/general';
import type { JsonObject } from '../../json/json';
import { call } from '../call';
import { type Client, ServiceError, serviceError } from '../client';
import type { ApiRequest } from '../request';
import { abortJob, forgetJob, jobError, type JobKind, type StartedJob, validJobId } from './job';

interface Start {
	kind: JobKind;
	request: ApiRequest;
	client: Client;
	/** Time of the start request in milliseconds since the epoch. */
	sentAt: number;
	/** Error of the start request. Undefined if an earlier attempt for the item has sent it. */
	error?: ServiceError;
}

function claim({ kind, client }: Start, jobId: string, startedAt?: number): void {
	client.account.knownJobs.set(jobId, startedAt);
	client.running.set(jobId, { name: kind.name });
}

async function started(
	{ kind, request, client }: Start,
	jobId: string,
	response: JsonObject,
	cancelOnStop: boolean,
): Promise<StartedJob> {
	client.creditGuard.started(jobId, request);
	client.replayStore.set({ jobId, response });
	if (client.stop.signal?.aborted) return await abortJob({ kind, jobId, client }, cancelOnStop);
	return { jobId, response };
}

/** Looks for a job whose start response was lost. Returns undefined if the execution is stopped. */
async function recover(start: Start): Promise<StartedJob | undefined> {
	const { kind, request, client, sentAt, error } = start;
	if (kind.findStarted === undefined || client.stop.signal?.aborted) return undefined;
	const isTaken = (jobId: string): boolean => client.account.knownJobs.has(jobId);
	const lookup = await kind.findStarted(request, client, { sentAt, isTaken });
	if ('jobId' in lookup) {
		claim(start, lookup.jobId);
		const response = { success: true, recovered: true };
		// The found job may belong to another client, so the node never cancels it.
		const job = await started(start, lookup.jobId, response, false);
		return { ...job, isAttached: error === undefined };
	}
	if (client.stop.signal?.aborted) return undefined;
	const { attempts = 0, text: lastError, failure: { httpCode } = {} } = error ?? {};
	throw jobError(kind, 'startNotFound', { lastError, ...lookup }, { httpCode, attempts });
}

async function afterFailedStart(start: Start, error: ServiceError): Promise<StartedJob> {
	const { failure, attempts } = error;
	// A response with `success: false` means that the service did not start the job.
	const isRejected = failure.errorId === generalRows.failedAt200.id;
	if (failure.possiblyExecuted && !isRejected) {
		const recovered = await recover({ ...start, error });
		if (recovered !== undefined) return recovered;
		throw error;
	}
	forgetJob(start.client);
	throw isRejected
		? new ServiceError({ ...failure, possiblyExecuted: false }, { attempts })
		: error;
}

/**
 * Starts at most one job per item.
 * - If the item already has a job, returns the `jobId` of that job.
 * - If the response to an earlier start request was lost, looks for the job. If no job is found, throws an error.
 */
export async function startOnce(
	kind: JobKind,
	request: ApiRequest,
	client: Client,
	cancelOnStop: boolean,
): Promise<StartedJob> {
	const { replayStore, runtime } = client;
	const record = replayStore.get();
	const sentAt = 'sentAt' in record ? (record.sentAt ?? runtime.now()) : runtime.now();
	const start = { kind, request: { ...request, cancelOnStop }, client, sentAt };
	if ('jobId' in record) {
		const { jobId, response = { success: true } } = record;
		claim(start, jobId);
		return { jobId, response, isAttached: true };
	}
	if ('unsettled' in record) {
		const recovered = await recover(start);
		if (recovered !== undefined) return recovered;
		throw jobError(kind, 'startUnsettled', {}, { attempts: 0 });
	}
	replayStore.set({ unsettled: true, sentAt });
	const answer = await call(start.request, client).catch(serviceError);
	if (answer instanceof ServiceError) return await afterFailedStart(start, answer);
	const { id, ...response } = answer;
	const jobId = validJobId(id);
	if (jobId === undefined) throw jobError(kind, 'noJobId', { answer });
	claim(start, jobId, runtime.now());
	return await started(start, jobId, response, cancelOnStop);
}
