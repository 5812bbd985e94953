import { failureOfKind } from '../../errors/failure';
import type { Failure } from '../../errors/row';
import { responseRows } from '../../errors/rows/response';
import type { JsonObject } from '../../json/json';
import { call, isNotFoundYet } from '../call';
import { ServiceError, serviceError, withTimeout } from '../client';
import { type ApiRequest, readTimeoutMs } from '../request';
import { forgetJob, type JobHandle, phaseOf, statusResponse } from './job';

export interface PollState {
	/** Latest status response. */
	status: JsonObject;
	lastError?: ServiceError;
	failures: number;
	/** Number of polls that failed with status 401, 403, or 404 since the last successful poll. */
	notFoundCount: number;
	/** Whether the job is known to exist, because this node started the job or a poll succeeded. */
	confirmed: boolean;
}

export const initialPollState: PollState = {
	status: {},
	failures: 0,
	notFoundCount: 0,
	confirmed: false,
};

/** `ended` is the last status of a job that has ended and whose result can be fetched. */
type PollResult = { running: PollState } | { ended: JsonObject };

/** Minimum value of `maxPauseMs` in a poll request. */
const MIN_PAUSE_MS = 100;
const LATE_POLL_MS = 5000;

const MAX_CONSECUTIVE_NOT_FOUND = 3;

/** Whether a failed poll says nothing about the state of the job. */
const isInconclusive = ({ errorId, retry, httpCode = 0 }: Failure): boolean =>
	retry === 'backoff' ||
	retry === 'ifFree' ||
	httpCode >= 500 ||
	(httpCode >= 300 && httpCode < 400) ||
	// The status of a response that is too complex would be too complex again.
	(Object.hasOwn(responseRows, errorId) && errorId !== responseRows.tooComplex.id);

/** Returns the state with which the polling continues after a failed poll, or undefined if the failure is final. */
function pollDecision(
	error: ServiceError,
	state: PollState,
	notFoundYet: boolean,
): PollState | undefined {
	const { failure } = error;
	// A proxy may return these status codes temporarily, for example, during a deployment.
	const isTransient = [401, 403, 404].includes(failure.httpCode ?? 0);
	const notFoundCount = state.notFoundCount + (isTransient ? 1 : 0);
	const keepsPolling =
		notFoundYet ||
		isInconclusive(failure) ||
		(isTransient && state.confirmed && notFoundCount < MAX_CONSECUTIVE_NOT_FOUND);
	return keepsPolling
		? { ...state, lastError: error, failures: state.failures + 1, notFoundCount }
		: undefined;
}

export async function readStatus(
	{ kind, jobId, client }: JobHandle,
	response: JsonObject,
): Promise<PollResult> {
	const status = statusResponse(kind, response);
	const phase = phaseOf(kind, response);
	if (phase === 'running' || phase === 'unknown') {
		return { running: { ...initialPollState, status, confirmed: true } };
	}
	client.running.delete(jobId);
	if (phase === 'completed' || kind.hasPartialResult?.(response)) return { ended: status };
	forgetJob(client);
	throw new ServiceError(await kind.failureOf(jobId, status, client));
}

/** Polls a job once, without retries. The timeout is 5 seconds longer than `remainingMs`. */
export async function pollOnce(
	job: JobHandle,
	poll: ApiRequest,
	state: PollState,
	remainingMs: number,
): Promise<PollResult> {
	const { jobId, client } = job;
	const settings = { ...client.settings, maxTries: 1 };
	const timeMs = Math.max(remainingMs, 0);
	const request = {
		...poll,
		headTimeoutMs: readTimeoutMs(state.failures + 1),
		maxPauseMs: Math.max(timeMs, MIN_PAUSE_MS),
	};
	return await withTimeout(timeMs + LATE_POLL_MS, client, async (timed) => {
		const polled = await call(request, { ...timed, settings }).catch(serviceError);
		if (!(polled instanceof ServiceError))
			return await readStatus({ ...job, client: timed }, polled);
		const { failure, isAborted } = polled;
		if (isAborted && !failure.possiblyExecuted) return { running: state };
		const error = isAborted ? new ServiceError(failureOfKind('headTimeout', true)) : polled;
		const running = pollDecision(error, state, isNotFoundYet(request, failure, client));
		if (running === undefined) throw error.withFacts({ jobId });
		return { running };
	});
}

/** After more than this number of consecutive failures, polls become less frequent. */
const FEW_FAILURES = 5;

interface PollTiming {
	elapsedMs: number;
	/** Maximum delay between two polls. */
	intervalMs: number;
	remainingMs: number;
	/** Random number, at least 0 and less than 1. */
	random: number;
	failures?: number;
	retryAfterMs?: number;
}

/**
 * Returns the milliseconds until the next poll.
 * - After a successful poll: a tenth of the elapsed time, at least 1 second and at most `intervalMs`, minus a jitter of
 *   up to 10 percent.
 * - After a failed poll: 2 to 3 seconds, during an outage 4 to 5 seconds, or `retryAfterMs` if it is longer
 *   (specification, "Retry rules", rule 3).
 * - The delay never exceeds the remaining time.
 */
export function pollDelayMs(timing: PollTiming): number {
	const { elapsedMs, intervalMs, remainingMs, random, failures = 0, retryAfterMs = 0 } = timing;
	const growing = Math.max(1000, elapsedMs * 0.1);
	const regular = Math.min(growing, intervalMs) * (1 - random * 0.1);
	const afterFailure = (failures <= FEW_FAILURES ? 2000 : 4000) + random * 1000;
	const delay = Math.max(failures > 0 ? afterFailure : regular, retryAfterMs);
	return Math.ceil(Math.max(0, Math.min(delay, remainingMs)));
}
