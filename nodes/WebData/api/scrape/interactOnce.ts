import { callApi, type CallResult, type Session } from '../http/call';
import { failureOfRow, type Failure } from '../errors/failure';
import { interactRows } from '../errors/rows/interact';
import type { ApiRequest } from '../http/request';

const notSent = (failure: Failure): CallResult => ({
	ok: false,
	failure,
	stopReason: 'notRetryable',
	attempts: 0,
	waits: [],
});

const unsettled = notSent(failureOfRow(interactRows.interactUnsettled, {}));

/** The service reported how the code or prompt ended, so its outcome is known. */
const hasKnownOutcome = ({ errorId }: Failure): boolean => errorId === 'interactionFailed';

/**
 * Sends an instruction at most once per item, because the service has no idempotency key for it and a second click may
 * buy twice. A later attempt of the same execution returns the first result or failure.
 */
export async function interactOnce(request: ApiRequest, session: Session): Promise<CallResult> {
	const { replayStore } = session;
	const before = replayStore.get();
	if (before.answer !== undefined) {
		return { ok: true, answer: before.answer, attempts: 0, waits: [] };
	}
	if (before.failure !== undefined) return notSent(before.failure);
	if (before.unsettled) return unsettled;
	replayStore.set({ unsettled: true });
	const result = await callApi(request, session);
	if (result.ok) replayStore.set({ answer: result.answer });
	else if (hasKnownOutcome(result.failure)) replayStore.set({ failure: result.failure });
	else if (!result.failure.possiblyExecuted) replayStore.set({});
	return result;
}
