import { failureOfTransport } from '../errors/classify';
import type { Failure } from '../errors/failure';
import { responseRows } from '../errors/rows/response';
import { abortedResult, addFacts, callApi, type CallResult, type Session } from '../http/call';
import type { JsonObject } from '../http/response';
import {
	failWith,
	forgetJob,
	phaseOf,
	statusResponse,
	withTimeout,
	type FailedCall,
	type JobKind,
} from './job';

export interface PollState {
	/** Latest status response, with an additional field `jobId`. */
	response: JsonObject;
	lastFailure?: FailedCall;
	failures: number;
	/** Number of polls that failed with status 401, 403, or 404 since the last successful poll. */
	notFoundCount: number;
	/** Whether the job is known to exist, because this node started the job or a poll succeeded. */
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

export async function readStatus(
	kind: JobKind,
	jobId: string,
	result: Succeeded,
	session: Session,
): Promise<PollResult> {
	const answer: JsonObject = { ...statusResponse(kind, result.answer), jobId };
	const phase = phaseOf(kind, result.answer);
	if (phase === 'completed' || phase === 'failed') session.running?.delete(jobId);
	switch (phase) {
		case 'running':
		case 'unknown':
			return { running: { ...initialPollState, response: answer, confirmed: true } };
		case 'completed':
			return { ended: { ...result, answer } };
		case 'failed':
			if (kind.hasPartialResult?.(result.answer)) return { ended: { ...result, answer } };
			forgetJob(session);
			return { ended: failWith(result, await kind.failureOf(jobId, answer, session)) };
	}
}

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

/** Polls a job once, without retries. The timeout is 5 seconds longer than `remainingMs`. */
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
	return { running: afterTimeout(state, polled.ended.failure.possiblyExecuted) };
}
