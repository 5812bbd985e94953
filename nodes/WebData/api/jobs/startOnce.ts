import { abortedResult, callApi, type CallResult, type Session } from '../http/call';
import type { ApiRequest } from '../http/request';
import { abortJob } from './cancelJob';
import { failWith, jobFailure, validJobId, type FailedCall, type JobKind } from './job';

/** Milliseconds that a start request may still take after the execution was stopped. */
const LATE_START_MS = 10_000;

/**
 * Sends a request that continues after a stop once it has been sent: its response contains the id of the job, which is
 * then cancelled, or stored for the next attempt.
 */
async function sendStart(
	request: ApiRequest,
	session: Session,
	cancelOnStop: boolean,
): Promise<CallResult> {
	const { runtime, signal } = session;
	if (signal === undefined) return await callApi(request, session);
	const late = new AbortController();
	const onAbort = (): void => {
		const leavesJobRunning = session.isStopped() && !cancelOnStop;
		if (leavesJobRunning) late.abort();
		else void runtime.sleep(LATE_START_MS).then(() => late.abort());
	};
	const unsubscribe = runtime.onAbort(signal, onAbort);
	const result = await callApi(request, { ...session, requestSignal: late.signal });
	unsubscribe();
	return result;
}

/** A response with `success: false` is a definite answer: the job was not started. */
function markRejected(failed: FailedCall): FailedCall {
	const { failure } = failed;
	if (failure.errorId !== 'failedAt200') return failed;
	return {
		...failed,
		failure: { ...failure, possiblyExecuted: false },
		stopReason: 'notRetryable',
		possiblyExecuted: false,
	};
}

async function settle(
	kind: JobKind,
	result: CallResult,
	session: Session,
	cancelOnStop: boolean,
): Promise<CallResult> {
	const { replayStore, signal } = session;
	if (!result.ok) {
		const failed = markRejected(result);
		if (!failed.failure.possiblyExecuted) replayStore.set({});
		return failed;
	}
	const jobId = validJobId(result.answer.id);
	if (jobId === undefined) {
		return failWith(result, jobFailure(kind, 'noJobId', { answer: result.answer }));
	}
	replayStore.set({ jobId });
	if (signal?.aborted === true) return await abortJob(kind, jobId, session, cancelOnStop);
	const { id: _id, ...answer } = result.answer;
	return { ...result, answer: { ...answer, jobId } };
}

/**
 * Sends the start request of a job at most once per item. If the job was started before, returns its `jobId` without a
 * request. If the outcome of an earlier start is unknown, returns a failure. If the execution is stopped while the
 * request is in flight, waits some seconds for the response and cancels the job (`cancelOnStop`).
 */
export async function startOnce(
	kind: JobKind,
	request: ApiRequest,
	session: Session,
	cancelOnStop: boolean,
): Promise<CallResult> {
	const { replayStore } = session;
	const { jobId, unsettled } = replayStore.get();
	if (jobId !== undefined) {
		return { ok: true, answer: { success: true, jobId }, attempts: 0, waits: [] };
	}
	if (unsettled) return failWith(abortedResult(), jobFailure(kind, 'startUnsettled', {}));
	replayStore.set({ unsettled: true });
	const result = await sendStart(request, session, cancelOnStop);
	return await settle(kind, result, session, cancelOnStop);
}
