import { addFacts, type CallResult, type Session } from '../http/call';
import { errorText, failWith, jobFailure, type JobKind } from './job';

/** Fetches the result of a completed job. If the fetch fails, the failure contains the job ID. */
export async function fetchResult(
	kind: JobKind,
	jobId: string,
	completed: CallResult & { ok: true },
	session: Session,
): Promise<CallResult> {
	if (kind.fetchResult === undefined) return completed;
	const result = await kind.fetchResult(jobId, completed.answer, session);
	if (result.ok) return { ...result, answer: { ...result.answer, jobId } };
	if (result.stopReason === 'aborted') return addFacts(result, { jobId });
	const status = kind.statusOf(completed.answer);
	const failure = jobFailure(kind, 'resultNotFetched', {
		jobId,
		status,
		lastError: errorText(result.failure),
	});
	return failWith(result, { ...failure, httpCode: result.failure.httpCode });
}
