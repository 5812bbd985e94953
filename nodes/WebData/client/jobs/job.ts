import { type Failure, failureOfRow } from '../../errors/row';
import { type JobErrorId, jobRows, withJobName } from '../../errors/rows/job';
import { isPathId, type JsonObject, nonEmptyText, omitUndefined } from '../../json/json';
import { call, isNewJob } from '../call';
import { abortedError, afterStop, type Client, ServiceError, serviceError } from '../client';
import type { ApiRequest } from '../request';

type JobPhase = 'running' | 'completed' | 'failed' | 'unknown';

/** A job, as far as the node knows it. */
export interface Job<Ended = unknown> {
	jobId: string;
	/** Data of the start response that is part of the result. */
	startFacts: JsonObject;
	/** Latest status response. Empty if the service has not reported a status. */
	status: JsonObject;
	/** Why the service has not reported a status, if known. */
	lastError?: string;
	/** Result of a job that has ended, if the status is not the result. */
	result?: Ended;
}

export interface StartedJob {
	jobId: string;
	response: JsonObject;
	/** Whether an earlier attempt for the item started the job. */
	isAttached?: boolean;
}

export interface JobKind<Ended = unknown> {
	/** Name of the job kind in messages, for example, `agent run`. */
	name: string;
	phases: Readonly<Record<string, Exclude<JobPhase, 'unknown'>>>;
	statusOf(response: JsonObject): unknown;
	/** Whether a response with an unknown status shows that the job has ended. */
	hasEnded(response: JsonObject): boolean;
	/** Returns a request for the job's status. The response should contain as little of the result as possible. */
	poll(jobId: string): ApiRequest;
	/** Fields of a `poll` response that contain only part of the result. The node removes these fields. */
	partialFields?: readonly string[];
	/** If undefined, the service cannot cancel jobs of this kind. */
	cancel?(jobId: string): ApiRequest;
	/** Fetches the result of a job that has ended. If undefined, the `poll` response is the result. */
	fetchResult?(jobId: string, status: JsonObject, client: Client): Promise<Ended>;
	/** Whether a failed or canceled job may have a partial result, such as the pages scraped before the job ended. */
	hasPartialResult?(response: JsonObject): boolean;
	/** Says which part of the result of a running job can be read already, and how. */
	partialResultAdvice?(response: JsonObject): string | undefined;
	failureOf(jobId: string, response: JsonObject, client: Client): Promise<Failure>;
	/** Searches for a job whose start response was lost. `sentAt` is in milliseconds since the epoch. */
	findStarted?(
		request: ApiRequest,
		client: Client,
		start: { sentAt: number; isTaken(jobId: string): boolean },
	): Promise<FoundStart>;
	/** Fields of the start response that are part of the job result. */
	startFacts?: readonly string[];
	goneErrorId: string;
	/** Errors that the service returns for a cancel request if the job has ended or is already being canceled. */
	cancelOutcomes: Readonly<Partial<Record<string, 'alreadyCancelling' | 'alreadyFinished'>>>;
}

/** A job, and the client that started it or attached to it. */
export interface JobHandle<Ended = unknown> {
	kind: JobKind<Ended>;
	jobId: string;
	client: Client;
}

/** Result of the search for a job whose start response was lost. */
export type FoundStart = { jobId: string } | { lookupError?: string };

const listedPhase = ({ phases, statusOf }: JobKind, response: JsonObject): JobPhase | undefined => {
	const status = statusOf(response);
	return typeof status === 'string' && Object.hasOwn(phases, status) ? phases[status] : undefined;
};

export const hasListedStatus = (kind: JobKind, response: JsonObject): boolean =>
	listedPhase(kind, response) !== undefined;

export function phaseOf(kind: JobKind, response: JsonObject): JobPhase {
	const listed = listedPhase(kind, response);
	if (listed !== undefined) return listed;
	const hasEnded = kind.hasEnded(response);
	if (response.success === false && (hasEnded || nonEmptyText(response.error) !== undefined)) {
		return 'failed';
	}
	return hasEnded ? 'completed' : 'unknown';
}

export const statusResponse = ({ partialFields = [] }: JobKind, response: JsonObject): JsonObject =>
	Object.fromEntries(Object.entries(response).filter(([name]) => !partialFields.includes(name)));

export const isReported = ({ status }: Pick<Job, 'status'>): boolean =>
	Object.keys(status).length > 0;

/** Returns the JSON of a job whose result is its status. */
export const jobJson = ({ startFacts, jobId, ...job }: Job): JsonObject => ({
	...startFacts,
	...(isReported(job) ? job.status : omitUndefined({ status: 'unknown', message: job.lastError })),
	jobId,
});

/** Returns the job ID, or undefined if the value cannot be part of a path. */
export const validJobId = (id: unknown): string | undefined =>
	typeof id === 'string' && isPathId(id) ? id : undefined;

export const jobFailure = (kind: JobKind, errorId: JobErrorId, facts: JsonObject): Failure =>
	withJobName(failureOfRow(jobRows[errorId], facts), kind.name);

/** Returns the error of a job, with facts of the request that has shown the error. */
export const jobError = (
	kind: JobKind,
	errorId: JobErrorId,
	facts: JsonObject,
	{ httpCode, attempts }: { httpCode?: number; attempts?: number } = {},
): ServiceError =>
	new ServiceError({ ...jobFailure(kind, errorId, facts), httpCode }, { attempts });

/** Deletes the stored data about a job, so that a retry starts another job. */
export const forgetJob = ({ replayStore }: Client): void => replayStore.set({});

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

async function cancelStopped(job: JobHandle, cancel: ApiRequest): Promise<void> {
	const { kind, jobId, client } = job;
	const canceling = afterStop(client, (ending) => cancelJob({ ...job, client: ending }, cancel));
	const canceled = await canceling.catch(serviceError);
	const isError = canceled instanceof ServiceError;
	// The service may not find a new job yet, although the job runs.
	const mayRun =
		isError && (canceled.failure.errorId !== kind.goneErrorId || isNewJob(jobId, client));
	if (mayRun) client.running.set(jobId, { name: kind.name });
	else client.running.delete(jobId);
}

/**
 * First, cancels the job if a user has stopped the execution and `cancelOnStop` is set. Then throws an error that reports
 * the abort and contains the job ID.
 */
export async function abortJob(job: JobHandle, cancelOnStop: boolean): Promise<never> {
	const { kind, jobId, client } = job;
	const cancel = cancelOnStop && client.stop.isByUser() ? kind.cancel?.(jobId) : undefined;
	if (cancel !== undefined) await cancelStopped(job, cancel);
	throw abortedError().withFacts({ jobId });
}
