import { abortedResult, callApi, type CallResult, type Session } from '../http/call';
import type { Account, ApiRequest } from '../http/request';
import { abortJob } from './cancelJob';
import {
	errorText,
	failWith,
	forgetJob,
	jobFailure,
	startFactsIn,
	validJobId,
	type FailedCall,
	type JobKind,
} from './job';

/** Milliseconds that a start request in flight may continue after the execution was stopped. */
const LATE_START_MS = 10_000;

/**
 * Sends a start request. If the execution is stopped while the request is in flight, still waits for the response. The
 * job ID in the response is used to cancel the job, or is stored for the next attempt.
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

/** Marks a response with `success: false` as definitive, because the service did not start the job. */
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

/**
 * IDs of the jobs in each execution, by account. Prevents two start requests whose responses were lost from claiming
 * the same job.
 */
const knownJobs = new WeakMap<Account, Set<string>>();

function knownJobsOf({ account }: Session): Set<string> {
	const known = knownJobs.get(account) ?? new Set();
	knownJobs.set(account, known);
	return known;
}

/** Records a started job. If the execution was stopped, cancels the job if `cancelOnStop` is set. */
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
	const { usedKeys } = session.replayStore.get();
	const facts = kind.startFacts === undefined ? {} : { startFacts };
	session.replayStore.set({ jobId, usedKeys, ...facts });
	if (session.signal?.aborted) return await abortJob(kind, jobId, session, cancelOnStop);
	const { id: _id, ...answer } = result.answer;
	return { ...result, answer: { ...answer, jobId } };
}

const isKeyUsed = (failed?: FailedCall): boolean =>
	failed?.failure.errorId === 'idempotencyKeyUsed';

/** A start request that received no clear response. */
interface StartAttempt {
	request: ApiRequest;
	/**
	 * Time when the request was sent, in milliseconds since the epoch. Undefined if the record of the execution that
	 * sent the request is lost.
	 */
	sentAt?: number;
	/** Whether the request was sent again with the same key. */
	resent?: true;
	/** Failure of the request, if this attempt sent the request. */
	failed?: FailedCall;
}

/**
 * Whether a lost request can be sent again. The service accepts each key only once, so sending the same key again is
 * safe.
 */
const canResend = ({ request, failed, resent }: StartAttempt): boolean =>
	request.uuidKeyHeader !== undefined && resent !== true && !isKeyUsed(failed);

async function resend(
	kind: JobKind,
	lost: StartAttempt,
	session: Session,
	cancelOnStop: boolean,
): Promise<CallResult> {
	// The credit limit does not apply, because the job may already exist and have been paid for.
	const unlimited = { ...session, creditGuard: undefined };
	const result = await sendStart(lost.request, unlimited, cancelOnStop);
	return await settle(kind, result, { ...lost, resent: true }, session, cancelOnStop);
}

/**
 * Continues with the job created by a start request whose response was lost, if the service lists the job. Otherwise,
 * sends the request again if possible, or returns a failure.
 */
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

async function settle(
	kind: JobKind,
	result: CallResult,
	lost: StartAttempt,
	session: Session,
	cancelOnStop: boolean,
): Promise<CallResult> {
	if (!result.ok) {
		const failed = markRejected(result);
		// The service may have executed the first request, even if it did not execute the second request.
		if (failed.failure.possiblyExecuted || lost.resent) {
			// An execution whose record is lost already used the key, so the time when it sent its request is unknown.
			const sentAt = isKeyUsed(failed) && lost.resent !== true ? undefined : lost.sentAt;
			const recovered = await recover(kind, { ...lost, sentAt, failed }, session, cancelOnStop);
			return recovered ?? failed;
		}
		forgetJob(session);
		return failed;
	}
	const jobId = validJobId(result.answer.id);
	return jobId === undefined
		? failWith(result, jobFailure(kind, 'noJobId', { answer: result.answer }))
		: await started(kind, jobId, result, session, cancelOnStop);
}

/**
 * Sends the start request of a job at most once per item.
 * - If an earlier attempt started the job, returns the `jobId` without sending a request.
 * - If the outcome of an earlier start request is unknown, looks for the job in the service's lists. If no job is
 *   found, sends the request again with the same key, or returns a failure.
 * - If the execution is stopped while the request is in flight, waits a few seconds for the response. Then cancels the
 *   job if `cancelOnStop` is set.
 */
export async function startOnce(
	kind: JobKind,
	request: ApiRequest,
	session: Session,
	cancelOnStop: boolean,
): Promise<CallResult> {
	const { replayStore, runtime } = session;
	const { jobId, startFacts, unsettled, sentAt, usedKeys = 0 } = replayStore.get();
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
	const isKeyed = request.uuidKeyHeader !== undefined;
	replayStore.set({ unsettled: true, sentAt: lost.sentAt, ...(isKeyed ? { usedKeys } : {}) });
	const result = await sendStart(request, session, cancelOnStop);
	return await settle(kind, result, lost, session, cancelOnStop);
}
