import type { ErrorId } from '../errors/errorId';
import { failureOfRow, type Failure } from '../errors/failure';
import type { JobErrorId } from '../errors/rows/job';
import type { CallResult, Session } from '../http/call';
import type { ApiRequest } from '../http/request';
import { nonEmptyText, type JsonObject } from '../http/response';
import { isPathId } from '../schema/pathId';
import { jobRowsFor } from './jobRows';

/** The meaning of a status for the client. `unknown` is a status that the kind of job does not list. */
export type JobPhase = 'running' | 'completed' | 'failed' | 'unknown';

/** The effect of a cancel request. */
export type CancelOutcome = 'cancelling' | 'alreadyCancelling' | 'alreadyFinished';

/** Everything that the engine needs about one kind of job. */
export interface JobKind {
	/** Used in messages, for example `agent run`. */
	name: string;
	/** The documented statuses. */
	phases: Readonly<Record<string, Exclude<JobPhase, 'unknown'>>>;
	/** The status in a response to `poll`. */
	statusOf(response: JsonObject): unknown;
	/** Whether a response with an unknown status shows that the job has ended. */
	hasEnded(response: JsonObject): boolean;
	/** Requests the status, with as little of the result as the service allows. */
	poll(jobId: string): ApiRequest;
	/** Fields of a response to `poll` that contain only part of the result. They are removed. */
	partialFields?: readonly string[];
	/** Not set for a kind of job that the service cannot cancel. */
	cancel?(jobId: string): ApiRequest;
	/** Fetches the result of a completed job. By default, the response to `poll` is the result. */
	fetchResult?(jobId: string, response: JsonObject, session: Session): Promise<CallResult>;
	/** Whether a job with the phase `failed` may have a result, such as the pages finished before a cancel. */
	hasPartialResult?(response: JsonObject): boolean;
	/** The failure of a job whose response has the phase `failed`. May send more requests. */
	failureOf(jobId: string, response: JsonObject, session: Session): Promise<Failure>;
	/**
	 * Searches for the job that a start request without a clear response may have started. `sentAt` is in milliseconds
	 * since the epoch; `isTaken` returns whether another request started a job. Without this function, the outcome of
	 * such a start stays unknown.
	 */
	findStarted?(
		request: ApiRequest,
		session: Session,
		start: { sentAt?: number; isTaken(jobId: string): boolean },
	): Promise<FoundStart>;
	/** Fields of the response to a start that belong to the result of the job. */
	startFacts?: readonly string[];
	/** Id of the error for a job that the service does not know. */
	goneErrorId: ErrorId;
	/** Ids of errors of a cancel request after which the job ends anyway. */
	cancelOutcomes: Readonly<Partial<Record<ErrorId, CancelOutcome>>>;
}

/** The job that a lost start request started, or why it is not known. */
export type FoundStart = { jobId: string } | { lookupError?: string };

export type FailedCall = CallResult & { ok: false };

const listedPhase = ({ phases, statusOf }: JobKind, response: JsonObject): JobPhase | undefined => {
	const status = statusOf(response);
	return typeof status === 'string' && Object.hasOwn(phases, status) ? phases[status] : undefined;
};

/** Whether the kind of job lists the status of a response. */
export const hasListedStatus = (kind: JobKind, response: JsonObject): boolean =>
	listedPhase(kind, response) !== undefined;

export function phaseOf(kind: JobKind, response: JsonObject): JobPhase {
	const listed = listedPhase(kind, response);
	if (listed !== undefined) return listed;
	if (response.success === false) return 'failed';
	return kind.hasEnded(response) ? 'completed' : 'unknown';
}

/** A response to `poll` without partial results. */
export const statusResponse = ({ partialFields = [] }: JobKind, response: JsonObject): JsonObject =>
	Object.fromEntries(Object.entries(response).filter(([name]) => !partialFields.includes(name)));

/** The fields of a start response that belong to the result of the job. */
export const startFactsIn = ({ startFacts = [] }: JobKind, response: JsonObject): JsonObject =>
	Object.fromEntries(Object.entries(response).filter(([name]) => startFacts.includes(name)));

/** The id of a job in a response, if it can be used in a path. */
export const validJobId = (id: unknown): string | undefined =>
	typeof id === 'string' && isPathId(id) ? id : undefined;

/** A failure detected by the engine itself. */
export const jobFailure = (kind: JobKind, errorId: JobErrorId, facts: JsonObject): Failure =>
	failureOfRow(jobRowsFor(kind.name)[errorId], facts);

/** The failure of a job with status `failed` and the reason in `error`. */
export const failureOfStatus = (kind: JobKind, jobId: string, response: JsonObject): Failure => {
	const { data: _data, error, success: _success, ...facts } = response;
	const failure = jobFailure(kind, 'jobFailed', { ...facts, jobId });
	return { ...failure, message: nonEmptyText(error) ?? failure.message };
};

/** The text of a failed request, for the facts of another failure. */
export const errorText = ({ serviceMessage, message }: Failure): string =>
	serviceMessage ?? message;

/** Replaces the result of a call. No retry of the call can change it. */
export const failWith = (
	{ attempts, waits }: Pick<CallResult, 'attempts' | 'waits'>,
	failure: Failure,
): FailedCall => ({ ok: false, failure, stopReason: 'notRetryable', attempts, waits });
