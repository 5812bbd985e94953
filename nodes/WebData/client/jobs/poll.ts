import { failureOfKind } from '../../errors/classify';
import type { Failure } from '../../errors/row';
import { responseRows } from '../../errors/rows/response';
import type { JsonObject } from '../../json/json';
import { addFacts, callApi, failWith, type FailedResult, type Result } from '../call';
import { isNotFoundYet } from '../attempt';
import { type ApiRequest, readTimeoutMs } from '../request';
import { forgetJob, type JobHandle, phaseOf, statusResponse, withTimeout } from './job';

export interface PollState {
	/** Latest status response. */
	status: JsonObject;
	lastFailure?: FailedResult;
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

type PollResult = { running: PollState } | { ended: Result };

/** Minimum value of `maxPauseMs` in a poll request. */
const MIN_PAUSE_MS = 100;
const LATE_POLL_MS = 5000;

/** Status codes that a proxy may return temporarily, for example, during a deployment. */
const transientStatuses: ReadonlySet<number | undefined> = new Set([401, 403, 404]);
const MAX_CONSECUTIVE_NOT_FOUND = 3;

/** Whether a failed poll says nothing about the state of the job. */
const isInconclusive = ({ errorId, retry, httpCode = 0 }: Failure): boolean =>
	retry === 'backoff' ||
	retry === 'ifFree' ||
	httpCode >= 500 ||
	(httpCode >= 300 && httpCode < 400) ||
	// The status of a response that is too complex would be too complex again.
	(Object.hasOwn(responseRows, errorId) && errorId !== responseRows.tooComplex.id);

function afterFailure(
	failed: FailedResult,
	state: PollState,
	jobId: string,
	notFoundYet: boolean,
): PollResult {
	const { failure, stopReason } = failed;
	const isTransient = transientStatuses.has(failure.httpCode);
	const notFoundCount = state.notFoundCount + (isTransient ? 1 : 0);
	const keepsPolling =
		notFoundYet ||
		isInconclusive(failure) ||
		(isTransient && state.confirmed && notFoundCount < MAX_CONSECUTIVE_NOT_FOUND);
	if (!keepsPolling || stopReason === 'aborted') return { ended: addFacts(failed, { jobId }) };
	return {
		running: { ...state, lastFailure: failed, failures: state.failures + 1, notFoundCount },
	};
}

export async function readStatus(
	{ kind, jobId, client }: JobHandle,
	result: Result & { ok: true },
): Promise<PollResult> {
	const answer = statusResponse(kind, result.answer);
	const phase = phaseOf(kind, result.answer);
	if (phase === 'completed' || phase === 'failed') client.running?.delete(jobId);
	switch (phase) {
		case 'running':
		case 'unknown':
			return { running: { ...initialPollState, status: answer, confirmed: true } };
		case 'completed':
			return { ended: { ...result, answer } };
		case 'failed':
			if (kind.hasPartialResult?.(result.answer)) return { ended: { ...result, answer } };
			forgetJob(client);
			return { ended: failWith(result, await kind.failureOf(jobId, answer, client)) };
	}
}

function afterTimeout(state: PollState, possiblySent: boolean): PollState {
	if (!possiblySent) return state;
	const effort = { attempts: 1, waits: [] };
	const lastFailure = failWith(effort, failureOfKind('headTimeout', possiblySent));
	return { ...state, lastFailure, failures: state.failures + 1 };
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
		headTimeoutMs: () => readTimeoutMs(state.failures + 1),
		maxPauseMs: Math.max(timeMs, MIN_PAUSE_MS),
	};
	const polled = await withTimeout(timeMs + LATE_POLL_MS, client, async (limited) => {
		const result = await callApi(request, { ...limited, settings });
		if (result.ok) return await readStatus({ ...job, client: limited }, result);
		return afterFailure(result, state, jobId, isNotFoundYet(request, result.failure, client));
	});
	if ('running' in polled || polled.ended.ok || polled.ended.stopReason !== 'aborted') {
		return polled;
	}
	return { running: afterTimeout(state, polled.ended.failure.possiblyExecuted) };
}

const MIN_DELAY_MS = 1000;
const ELAPSED_SHARE = 0.1;
/** Maximum jitter as a fraction of the delay. */
const JITTER_SHARE = 0.1;
const FAILED_DELAY_MS = 2000;
/** After more than this number of consecutive failures, polls become less frequent. */
const FEW_FAILURES = 5;
const OUTAGE_DELAY_MS = 4000;
const FAILED_JITTER_MS = 1000;

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

const failedDelayMs = (failures: number, random: number): number =>
	(failures <= FEW_FAILURES ? FAILED_DELAY_MS : OUTAGE_DELAY_MS) + random * FAILED_JITTER_MS;

/**
 * Returns the milliseconds until the next poll.
 * - After a successful poll: a tenth of the elapsed time, at least 1 second and at most `intervalMs`, minus a jitter of
 *   up to 10 percent.
 * - After a failed poll: 2 to 5 seconds, or `retryAfterMs` if it is longer (specification, "Retry rules", rule 3).
 * - The delay never exceeds the remaining time.
 */
export function pollDelayMs(timing: PollTiming): number {
	const { elapsedMs, intervalMs, remainingMs, random, failures = 0, retryAfterMs = 0 } = timing;
	const growing = Math.max(MIN_DELAY_MS, elapsedMs * ELAPSED_SHARE);
	const regular = Math.min(growing, intervalMs) * (1 - random * JITTER_SHARE);
	const delay = Math.max(failures > 0 ? failedDelayMs(failures, random) : regular, retryAfterMs);
	return Math.ceil(Math.max(0, Math.min(delay, remainingMs)));
}
