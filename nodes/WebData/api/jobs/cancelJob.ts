// Cancels an agent run; what comes too late or twice is no failure.

import { cancelRequest } from '../agent/requests';
import { abortedResult, callApi, addFacts, type CallResult, type Session } from '../http/call';
import { withTimeout } from '../http/timeout';
import type { ApiRequest } from '../http/request';

/** Rows that say that a cancel came too late or twice: the run ends anyway, which is what was asked for. */
const cancelNotNeeded: ReadonlyMap<string, string> = new Map([
	['agentAlreadyFinished', 'alreadyFinished'],
	['agentAlreadyCancelled', 'alreadyCancelling'],
]);

/** Milliseconds that the cancel after a stop may take: the execution waits for it. */
const STOP_CANCEL_MS = 5_000;

/** Cancels a run. One that has ended or is being cancelled is a success that says so. */
export async function cancelRun(jobId: string, session: Session): Promise<CallResult> {
	const result = await callApi(cancelRequest(jobId), session);
	if (result.ok) {
		return { ...result, answer: { ...result.answer, id: jobId, outcome: 'cancelling' } };
	}
	const outcome = cancelNotNeeded.get(result.failure.errorId);
	if (outcome === undefined) return addFacts(result, { jobId });
	const answer = { success: true, id: jobId, outcome, message: result.failure.message };
	return { ok: true, answer, attempts: result.attempts, waits: result.waits };
}

/**
 * Cancels without retries and past the stop of the execution. It waits for no other request, so that the cancels of
 * many runs go side by side and all end within the same few seconds.
 */
async function cancelNow(jobId: string, session: Session): Promise<void> {
	const request: ApiRequest = { ...cancelRequest(jobId), pacing: 'none' };
	const settings = { ...session.settings, maxTries: 1 };
	const unstopped = { ...session, settings, signal: undefined };
	await withTimeout(STOP_CANCEL_MS, unstopped, (limited) => callApi(request, limited));
}

/**
 * What a run comes to when work ends in the middle of it. It is cancelled where the execution was stopped
 * and `cancelOnStop` says so; where only this node's failure left it alone, another try attaches to it.
 */
export async function stoppedRun(
	jobId: string,
	session: Session,
	cancelOnStop: boolean,
): Promise<CallResult> {
	if (cancelOnStop && session.isStopped()) await cancelNow(jobId, session);
	return addFacts(abortedResult(), { jobId });
}
