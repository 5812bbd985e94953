import type { ErrorId } from '../errors/errorId';
import { failureOfRow, type Failure } from '../errors/failure';
import type { JobErrorId } from '../errors/rows/job';
import type { CallResult, Session } from '../http/call';
import type { ApiRequest } from '../http/request';
import { nonEmptyText, type JsonObject } from '../http/response';
import { isPathId } from '../schema/pathId';
import { jobRowsFor } from './jobRows';

/** Phase of a job, derived from its status. `unknown` means that the job kind does not list the status. */
export type JobPhase = 'running' | 'completed' | 'failed' | 'unknown';

export type CancelOutcome = 'cancelling' | 'alreadyCancelling' | 'alreadyFinished';

/** Describes a job kind, such as crawls or agent runs. */
export interface JobKind {
	/** Name of the job kind in messages, for example `agent run`. */
	name: string;
	/** Maps each known status to a phase. */
	phases: Readonly<Record<string, Exclude<JobPhase, 'unknown'>>>;
	/** Returns the status in a `poll` response. */
	statusOf(response: JsonObject): unknown;
	/** Whether a response with an unknown status shows that the job has ended. */
	hasEnded(response: JsonObject): boolean;
	/** Returns the request that reads the status, with as little of the result as the service allows. */
	poll(jobId: string): ApiRequest;
	/** Fields of a `poll` response that contain only part of the result. These fields are removed. */
	partialFields?: readonly string[];
	/** Returns the request that cancels a job. Undefined if the service cannot cancel jobs of this kind. */
	cancel?(jobId: string): ApiRequest;
	/** Fetches the result of a completed job. By default, the `poll` response is the result. */
	fetchResult?(jobId: string, response: JsonObject, session: Session): Promise<CallResult>;
	/**
	 * Whether a job in the phase `failed` may return a partial result, such as pages scraped before a cancel request.
	 */
	hasPartialResult?(response: JsonObject): boolean;
	/** Returns the failure of a job in the phase `failed`. May send additional requests. */
	failureOf(jobId: string, response: JsonObject, session: Session): Promise<Failure>;
	/**
	 * Searches for the job created by a start request that received no clear response. `sentAt` is in milliseconds
	 * since the epoch. `isTaken` tells whether a job was started by another request. If `findStarted` is undefined, the
	 * outcome of such a start request stays unknown.
	 */
	findStarted?(
		request: ApiRequest,
		session: Session,
		start: { sentAt?: number; isTaken(jobId: string): boolean },
	): Promise<FoundStart>;
	/** Fields of the start response that are part of the job result. */
	startFacts?: readonly string[];
	/** ID of the error for a job that no longer exists. */
	goneErrorId: ErrorId;
	/** Outcomes by error ID, for cancel requests that fail because the job has ended or is already being canceled. */
	cancelOutcomes: Readonly<Partial<Record<ErrorId, CancelOutcome>>>;
}

/** The job created by a start request whose response was lost, or the error from the search for that job. */
export type FoundStart = { jobId: string } | { lookupError?: string };

export type FailedCall = CallResult & { ok: false };

const listedPhase = ({ phases, statusOf }: JobKind, response: JsonObject): JobPhase | undefined => {
	const status = statusOf(response);
	return typeof status === 'string' && Object.hasOwn(phases, status) ? phases[status] : undefined;
};

/** Whether the status in a response is one of the job kind's documented statuses. */
export const hasListedStatus = (kind: JobKind, response: JsonObject): boolean =>
	listedPhase(kind, response) !== undefined;

export function phaseOf(kind: JobKind, response: JsonObject): JobPhase {
	const listed = listedPhase(kind, response);
	if (listed !== undefined) return listed;
	if (response.success === false) return 'failed';
	return kind.hasEnded(response) ? 'completed' : 'unknown';
}

/** Removes partial results from a `poll` response. */
export const statusResponse = ({ partialFields = [] }: JobKind, response: JsonObject): JsonObject =>
	Object.fromEntries(Object.entries(response).filter(([name]) => !partialFields.includes(name)));

/** Returns the fields of a start response that are part of the job result. */
export const startFactsIn = ({ startFacts = [] }: JobKind, response: JsonObject): JsonObject =>
	Object.fromEntries(Object.entries(response).filter(([name]) => startFacts.includes(name)));

/** Returns a job ID from a response, or undefined if the ID cannot be used in a path. */
export const validJobId = (id: unknown): string | undefined =>
	typeof id === 'string' && isPathId(id) ? id : undefined;

/** Returns a job failure that the node detected. */
export const jobFailure = (kind: JobKind, errorId: JobErrorId, facts: JsonObject): Failure =>
	failureOfRow(jobRowsFor(kind.name)[errorId], facts);

/** Returns the failure of a job with status `failed`. The `error` text of the response becomes the message. */
export const failureOfStatus = (kind: JobKind, jobId: string, response: JsonObject): Failure => {
	const { data: _data, error, success: _success, ...facts } = response;
	const failure = jobFailure(kind, 'jobFailed', { ...facts, jobId });
	return { ...failure, message: nonEmptyText(error) ?? failure.message };
};

/**
 * Deletes the record of a job, so that the next attempt starts another job. If the endpoint accepts idempotency keys,
 * that attempt uses a new key.
 */
export function forgetJob({ replayStore }: Session): void {
	const { usedKeys } = replayStore.get();
	replayStore.set(usedKeys === undefined ? {} : { usedKeys: usedKeys + 1 });
}

/** Returns the error text of a failed request, to add it to the facts of another failure. */
export const errorText = ({ serviceMessage, message }: Failure): string =>
	serviceMessage ?? message;

/** Replaces the result of a call with a failure that is not retried. */
export const failWith = (
	{ attempts, waits }: Pick<CallResult, 'attempts' | 'waits'>,
	failure: Failure,
): FailedCall => ({ ok: false, failure, stopReason: 'notRetryable', attempts, waits });
