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

const LATE_START_MS = 10_000;

/**
 * Sends a start request. If the session is aborted, the function waits up to 10 seconds for the response, which
 * contains the job ID. The function does not wait if the execution was stopped and `cancelOnStop` is false.
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
 * IDs of jobs that already belong to an item. Each execution has a separate set for each account. If the start
 * responses for two items are lost, the items must get different jobs.
 */
const knownJobs = new WeakMap<Account, Set<string>>();

function knownJobsOf({ account }: Session): Set<string> {
	const known = knownJobs.get(account) ?? new Set();
	knownJobs.set(account, known);
	return known;
}

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

interface StartAttempt {
	request: ApiRequest;
	/**
	 * Time of the start request in milliseconds since the epoch. Undefined if an earlier execution sent the request and
	 * the stored time is lost.
	 */
	sentAt?: number;
	resent?: true;
	failed?: FailedCall;
}

/** The service accepts each idempotency key only once, so a request with such a key can be repeated safely. */
const canResend = ({ request, failed, resent }: StartAttempt): boolean =>
	request.uuidKeyHeader !== undefined && resent !== true && !isKeyUsed(failed);

async function resend(
	kind: JobKind,
	lost: StartAttempt,
	session: Session,
	cancelOnStop: boolean,
): Promise<CallResult> {
	// The credit limit does not apply to a repeated request, because the account may already have paid for the job.
	const unlimited = { ...session, creditGuard: undefined };
	const result = await sendStart(lost.request, unlimited, cancelOnStop);
	return await settle(kind, result, { ...lost, resent: true }, session, cancelOnStop);
}

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
		// The service may have executed the original start request, even if the service rejected the repeated request.
		if (failed.failure.possiblyExecuted || lost.resent) {
			// If the key of a first request is already used, an earlier execution sent a request with this key. The stored time
			// of that earlier request is lost.
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
 * Starts at most one job per item.
 * - If an earlier attempt started the job, returns the `jobId` without sending a request.
 * - If the outcome of an earlier start request is unknown, looks for the job in the service's lists. If no job is
 *   found and the request has an idempotency key, sends the request again with the same key. Otherwise, returns a
 *   failure.
 * - If `cancelOnStop` is set and the execution is stopped during the request, waits up to 10 seconds for the
 *   response. Then cancels the job.
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
