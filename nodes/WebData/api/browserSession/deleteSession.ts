import { browserSessionServiceRows } from '../errors/rows/browserSession';
import { callApi, type CallResult, type Session } from '../http/call';
import type { ApiRequest } from '../http/request';

const goneErrors: ReadonlySet<string> = new Set([
	browserSessionServiceRows.browserSessionNotFound.id,
	browserSessionServiceRows.browserSessionDestroyed.id,
]);

/** Deletes a browser session. Returns a success with the outcome `alreadyDeleted` if the session no longer exists. */
export async function deleteSession(request: ApiRequest, session: Session): Promise<CallResult> {
	const result = await callApi(request, session);
	if (result.ok) return { ...result, answer: { ...result.answer, outcome: 'deleted' } };
	if (!goneErrors.has(result.failure.errorId)) return result;
	const { failure, attempts, waits } = result;
	const answer = { success: true, outcome: 'alreadyDeleted', message: failure.message };
	return { ok: true, answer, attempts, waits };
}
