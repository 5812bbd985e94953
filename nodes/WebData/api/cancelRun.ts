// Cancels an agent run; what comes too late or twice is no failure.

import { cancelRequest } from './agentRequests';
import { call, withFacts, type CallResult, type Session } from './client';

/** Rows that say that a cancel came too late or twice: the run ends anyway, which is what was asked for. */
const cancelNotNeeded: ReadonlyMap<string, string> = new Map([
	['agentAlreadyFinished', 'alreadyFinished'],
	['agentAlreadyCancelled', 'alreadyCancelling'],
]);

/** Cancels a run. One that has ended or is being cancelled is a success that says so. */
export async function cancelRun(jobId: string, session: Session): Promise<CallResult> {
	const result = await call(cancelRequest(jobId), session);
	if (result.ok) {
		return { ...result, answer: { ...result.answer, id: jobId, outcome: 'cancelling' } };
	}
	const outcome = cancelNotNeeded.get(result.failure.row);
	if (outcome === undefined) return withFacts(result, { jobId });
	const answer = { success: true, id: jobId, outcome, message: result.failure.message };
	return { ok: true, answer, attempts: result.attempts, waits: result.waits };
}
