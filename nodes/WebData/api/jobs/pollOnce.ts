import { failureOfTransport } from '../errors/classify';
import type { Failure } from '../errors/failure';
import { responseRows } from '../errors/rows/response';
import { abortedResult, addFacts, callApi, type CallResult, type Session } from '../http/call';
import type { JsonObject } from '../http/response';
import { withTimeout } from '../http/timeout';
import { failWith, phaseOf, statusResponse, type FailedCall, type JobKind } from './job';

/** What the polls of a job have shown. */
export interface PollState {
	/** The last response with a status, including the job's id. */
	response: JsonObject;
	/** The failure of the last poll. */
	lastFailure?: FailedCall;
	/** Polls that failed since the last one that succeeded. */
	failures: number;
	/** How many of these failures said that the job was not found or not readable. */
	notFoundCount: number;
	/** Whether the job is known to exist: it was started by this node, or a poll succeeded. */
	confirmed: boolean;
}

export const initialPollState: PollState = {
	response: {},
	failures: 0,
	notFoundCount: 0,
	confirmed: false,
};

export type PollResult = { running: PollState } | { ended: CallResult };

type Succeeded = CallResult & { ok: true };

/** Shorter than any rate limit pause, so that the last poll fails instead of waiting until a pause ends. */
const MIN_PAUSE_MS = 100;
/** Milliseconds that the last poll may take after the maximum wait is over. */
const LATE_POLL_MS = 5000;

/** A proxy or a deployment may return these for a moment although the job exists. */
const transientStatuses: ReadonlySet<number | undefined> = new Set([401, 403, 404]);
/** Treated as final after this many in a row. */
const MAX_CONSECUTIVE_NOT_FOUND = 3;

/** Whether a failed poll says nothing about the job. A poll is free, so the next one may be sent after any of these. */
const isInconclusive = ({ errorId, retry, httpCode = 0 }: Failure): boolean =>
	retry === 'backoff' ||
	retry === 'ifFree' ||
	httpCode >= 500 ||
	(httpCode >= 300 && httpCode < 400) ||
	Object.hasOwn(responseRows, errorId);

function afterFailure(failed: FailedCall, state: PollState, jobId: string): PollResult {
	const { failure, stopReason } = failed;
	const isTransient = transientStatuses.has(failure.httpCode);
	const notFoundCount = state.notFoundCount + (isTransient ? 1 : 0);
	const keepsPolling =
		isInconclusive(failure) ||
		(isTransient && state.confirmed && notFoundCount < MAX_CONSECUTIVE_NOT_FOUND);
	if (!keepsPolling || stopReason === 'aborted') return { ended: addFacts(failed, { jobId }) };
	return {
		running: { ...state, lastFailure: failed, failures: state.failures + 1, notFoundCount },
	};
}

/** Reads the status of a job that is still running, or its end. */
export async function readStatus(
	kind: JobKind,
	jobId: string,
	result: Succeeded,
	session: Session,
): Promise<PollResult> {
	const answer: JsonObject = { ...statusResponse(kind, result.answer), jobId };
	switch (phaseOf(kind, result.answer)) {
		case 'running':
		case 'unknown':
			return { running: { ...initialPollState, response: answer, confirmed: true } };
		case 'completed':
			return { ended: { ...result, answer } };
		case 'failed':
			if (kind.hasPartialResult?.(result.answer)) return { ended: { ...result, answer } };
			// A failed job costs nothing more, so the next attempt may start another one.
			session.replayStore.set({});
			return { ended: failWith(result, await kind.failureOf(jobId, answer, session)) };
	}
}

/** The state after a poll that was aborted because its time was over. */
function afterTimeout(state: PollState, possiblySent: boolean): PollState {
	if (!possiblySent) return state;
	const failure = failureOfTransport({
		kind: 'failure',
		failure: 'headTimeout',
		possiblySent,
		detail: '',
	});
	const lastFailure = failWith(abortedResult(1), failure);
	return { ...state, lastFailure, failures: state.failures + 1 };
}

/**
 * Polls a job once. The poll has no retries, because the next poll is the retry. It fails if the rate limits delay it
 * for longer than `remainingMs`, and ends some seconds after that time.
 */
export async function pollOnce(
	kind: JobKind,
	jobId: string,
	state: PollState,
	remainingMs: number,
	session: Session,
): Promise<PollResult> {
	const settings = { ...session.settings, maxTries: 1 };
	const timeMs = Math.max(remainingMs, 0);
	const request = { ...kind.poll(jobId), maxPauseMs: Math.max(timeMs, MIN_PAUSE_MS) };
	const polled = await withTimeout(timeMs + LATE_POLL_MS, session, async (limited) => {
		const result = await callApi(request, { ...limited, settings });
		if (result.ok) return await readStatus(kind, jobId, result, limited);
		return afterFailure(result, state, jobId);
	});
	if ('running' in polled || polled.ended.ok || polled.ended.stopReason !== 'aborted') {
		return polled;
	}
	// If the execution itself was aborted, the caller ends the polling.
	return { running: afterTimeout(state, polled.ended.failure.possiblyExecuted) };
}
