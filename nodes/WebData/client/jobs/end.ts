import { abortedResult, addFacts, callApi, type CallResult, type Session } from '../call';
import type { ApiRequest } from '../request';
import { type JobKind, withTimeout } from './job';

/** Maximum time that a stopped execution waits for the response to a cancel request. */
const STOP_CANCEL_MS = 5_000;

/** Throws if the service cannot cancel jobs of this kind. */
export function cancelRequestOf({ cancel, name }: JobKind, jobId: string): ApiRequest {
	if (cancel === undefined) throw new Error(`A ${name} cannot be canceled`);
	return cancel(jobId);
}

/** Cancels a job. Also succeeds if the job has ended or is already being canceled. */
export async function cancelJob(
	kind: JobKind,
	jobId: string,
	session: Session,
): Promise<CallResult> {
	const result = await callApi(cancelRequestOf(kind, jobId), session);
	if (result.ok) {
		const answer = { success: true, ...result.answer, jobId, outcome: 'cancelling' };
		return { ...result, answer };
	}
	const { errorId, message } = result.failure;
	const outcome = kind.cancelOutcomes[errorId];
	if (outcome === undefined) return addFacts(result, { jobId });
	const { attempts, waits } = result;
	return { ok: true, answer: { success: true, jobId, outcome, message }, attempts, waits };
}

/** Sends a request once and immediately, regardless of rate limits. */
export async function sendAfterStop(request: ApiRequest, session: Session): Promise<CallResult> {
	const settings = { ...session.settings, maxTries: 1 };
	const unstopped = { ...session, settings, signal: undefined };
	return await withTimeout(STOP_CANCEL_MS, unstopped, (limited) =>
		callApi({ ...request, unlimited: true }, limited),
	);
}

/**
 * Returns a failure that reports the abort and contains the job ID. Cancels the job if the execution was stopped and
 * `cancelOnStop` is set.
 */
export async function abortJob(
	kind: JobKind,
	jobId: string,
	session: Session,
	cancelOnStop: boolean,
): Promise<CallResult> {
	if (cancelOnStop && session.isStopped())
		await sendAfterStop(cancelRequestOf(kind, jobId), session);
	return addFacts(abortedResult(), { jobId });
}
