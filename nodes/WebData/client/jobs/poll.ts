import { failureOfKind } from '../../errors/classify';
import type { Failure } from '../../errors/row';
import { responseRows } from '../../errors/rows/response';
import type { JsonObject } from '../../json/json';
import { callApi, isNotFoundYet } from '../call';
import {
	addFacts,
	type ApiRequest,
	type FailedResult,
	failWith,
	readTimeoutMs,
	type Result,
} from '../client';
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
	// A proxy may return these status codes temporarily, for example, during a deployment.
	const isTransient = [401, 403, 404].includes(failure.httpCode ?? 0);
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
	const polled = await withTimeout(timeMs + LATE_POLL_MS, client, async (timed) => {
		const result = await callApi(request, { ...timed, settings });
		if (result.ok) return await readStatus({ ...job, client: timed }, result);
		return afterFailure(result, state, jobId, isNotFoundYet(request, result.failure, client));
	});
	if ('running' in polled || polled.ended.ok || polled.ended.stopReason !== 'aborted') {
		return polled;
	}
	if (!polled.ended.failure.possiblyExecuted) return { running: state };
	const effort = { attempts: 1, waits: [] };
	const lastFailure = failWith(effort, failureOfKind('headTimeout', true));
	return { running: { ...state, lastFailure, failures: state.failures + 1 } };
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
