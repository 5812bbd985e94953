import { failureOfRow, type Failure, type IdentifiedRow } from '../errors/failure';
import { callApi, type CallResult, type Session } from './call';
import type { ApiRequest } from './request';

/** Rules for sending a request that the service must not execute twice. */
export interface OnceRules {
	/** Error row to use if an earlier attempt received no clear response. */
	unsettled: IdentifiedRow;
	/** Whether a failure is the outcome of a request that the service executed. */
	hasKnownOutcome?(failure: Failure): boolean;
	/** Sends the request. By default, retries the request as the retry rules allow. */
	send?(request: ApiRequest, session: Session): Promise<CallResult>;
}

const notSent = (failure: Failure): CallResult => ({
	ok: false,
	failure,
	stopReason: 'notRetryable',
	attempts: 0,
	waits: [],
});

/**
 * Sends a request at most once per item, because the service provides no idempotency key for this request. A later
 * attempt of the same execution returns the first result or failure.
 */
export async function atMostOnce(
	request: ApiRequest,
	session: Session,
	{ unsettled, hasKnownOutcome, send = callApi }: OnceRules,
): Promise<CallResult> {
	const { replayStore } = session;
	const before = replayStore.get();
	if (before.answer !== undefined) {
		return { ok: true, answer: before.answer, attempts: 0, waits: [] };
	}
	if (before.failure !== undefined) return notSent(before.failure);
	if (before.unsettled) return notSent(failureOfRow(unsettled, {}));
	replayStore.set({ unsettled: true });
	const result = await send(request, session);
	if (result.ok) replayStore.set({ answer: result.answer });
	else if (hasKnownOutcome?.(result.failure)) replayStore.set({ failure: result.failure });
	else if (!result.failure.possiblyExecuted) replayStore.set({});
	return result;
}
