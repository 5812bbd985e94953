import { abortedResult, callApi, type CallResult, type Session } from '../http/call';
import type { Account, ApiRequest } from '../http/request';
import { abortJob } from './cancelJob';
import {
	errorText,
	failWith,
	jobFailure,
	startFactsIn,
	validJobId,
	type FailedCall,
	type JobKind,
} from './job';

/** Milliseconds that a start request may still take after the execution was stopped. */
const LATE_START_MS = 10_000;

/**
 * Sends a request that continues after a stop once it has been sent: its response contains the id of the job, which is
 * then cancelled, or stored for the next attempt.
 */
export async function sendStart(
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

/** The jobs of one execution, by its account, so that no job is assigned to two lost starts. */
const knownJobs = new WeakMap<Account, Set<string>>();

function knownJobsOf({ account }: Session): Set<string> {
	const known = knownJobs.get(account) ?? new Set();
	knownJobs.set(account, known);
	return known;
}

/** Records a job that was started. */
async function started(
	kind: JobKind,
	jobId: string,
	result: CallResult & { ok: true },
	session: Session,
	cancelOnStop: boolean,
): Promise<CallResult> {
	knownJobsOf(session).add(jobId);
	session.creditGuard?.started(jobId);
	const startFacts = startFactsIn(kind, result.answer);
	session.replayStore.set({ jobId, ...(kind.startFacts === undefined ? {} : { startFacts }) });
	if (session.signal?.aborted) return await abortJob(kind, jobId, session, cancelOnStop);
	const { id: _id, ...answer } = result.answer;
	return { ...result, answer: { ...answer, jobId } };
}

const isKeyUsed = (failed?: FailedCall): boolean =>
	failed?.failure.errorId === 'idempotencyKeyUsed';

/** A start request without a clear response. */
interface StartAttempt {
	request: ApiRequest;
	/** Undefined if it was sent by an execution whose record is lost. */
	sentAt?: number;
	/** Whether the request was sent again with the same key. */
	resent?: true;
	/** The result of the request, if it was sent in this attempt. */
	failed?: FailedCall;
}

/** The service accepts a key only once, so a lost request may be sent again. */
const canResend = ({ request, failed, resent }: StartAttempt): boolean =>
	request.uuidKeyHeader !== undefined && resent !== true && !isKeyUsed(failed);

async function resend(
	kind: JobKind,
	lost: StartAttempt,
	session: Session,
	cancelOnStop: boolean,
): Promise<CallResult> {
	// Not limited: the job may exist and be paid for.
	const unlimited = { ...session, creditGuard: undefined };
	const result = await sendStart(lost.request, unlimited, cancelOnStop);
	return await settle(kind, result, { ...lost, resent: true }, session, cancelOnStop);
}

/** Attaches to the job that a lost start request started, if the service lists it. */
async function recover(
	kind: JobKind,
	lost: StartAttempt,
	session: Session,
	cancelOnStop: boolean,
): Promise<CallResult | undefined> {
	const { request, sentAt, failed } = lost;
	if (kind.findStarted === undefined || session.signal?.aborted) return undefined;
	const known = knownJobsOf(session);
	const isTaken = (jobId: string): boolean => known.has(jobId);
	const lookup = await kind.findStarted(request, session, { sentAt, isTaken });
	const effort = failed ?? abortedResult();
	if ('jobId' in lookup) {
		const { attempts, waits } = effort;
		const answer = { success: true, recovered: true };
		return await started(
			kind,
			lookup.jobId,
			{ ok: true, answer, attempts, waits },
			session,
			cancelOnStop,
		);
	}
	if (session.signal?.aborted) return undefined;
	if (canResend(lost)) return await resend(kind, lost, session, cancelOnStop);
	const lastError = failed && errorText(failed.failure);
	const failure = jobFailure(kind, 'startNotFound', { lastError, ...lookup });
	return failWith(effort, { ...failure, httpCode: failed?.failure.httpCode });
}

/** A rejected request has used up its key, so the next attempt needs another one. */
function forgetStart({ uuidKeyHeader }: ApiRequest, { replayStore }: Session): void {
	const { rejections = 0 } = replayStore.get();
	replayStore.set(uuidKeyHeader === undefined ? {} : { rejections: rejections + 1 });
}

async function settle(
	kind: JobKind,
	result: CallResult,
	lost: StartAttempt,
	session: Session,
	cancelOnStop: boolean,
): Promise<CallResult> {
	if (!result.ok) {
		const failed = markRejected(result);
		// Even if the second request was not executed, the first one may have been.
		if (failed.failure.possiblyExecuted || lost.resent) {
			// The key of the first request was used by an execution whose record is lost.
			const sentAt = isKeyUsed(failed) && lost.resent !== true ? undefined : lost.sentAt;
			const recovered = await recover(kind, { ...lost, sentAt, failed }, session, cancelOnStop);
			return recovered ?? failed;
		}
		forgetStart(lost.request, session);
		return failed;
	}
	const jobId = validJobId(result.answer.id);
	return jobId === undefined
		? failWith(result, jobFailure(kind, 'noJobId', { answer: result.answer }))
		: await started(kind, jobId, result, session, cancelOnStop);
}

/**
 * Sends the start request of a job at most once per item. If the job was started before, returns its `jobId` without
 * a request. If the outcome of an earlier start is unknown, looks for its job where the service lists them, else returns
 * a failure. If the execution is stopped while the request is in flight, waits some seconds for the response and
 * cancels the job (`cancelOnStop`).
 */
export async function startOnce(
	kind: JobKind,
	request: ApiRequest,
	session: Session,
	cancelOnStop: boolean,
): Promise<CallResult> {
	const { replayStore, runtime } = session;
	const { jobId, startFacts, unsettled, sentAt, rejections } = replayStore.get();
	if (jobId !== undefined) {
		knownJobsOf(session).add(jobId);
		return { ok: true, answer: { success: true, ...startFacts, jobId }, attempts: 0, waits: [] };
	}
	if (unsettled) {
		const lost = { request, sentAt: sentAt ?? runtime.now() };
		const recovered = await recover(kind, lost, session, cancelOnStop);
		return recovered ?? failWith(abortedResult(), jobFailure(kind, 'startUnsettled', {}));
	}
	const lost = { request, sentAt: runtime.now() };
	replayStore.set({ unsettled: true, sentAt: lost.sentAt, rejections });
	const result = await sendStart(request, session, cancelOnStop);
	return await settle(kind, result, lost, session, cancelOnStop);
}
