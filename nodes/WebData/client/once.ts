import { type ErrorRow, type Failure, failureOfRow } from '../errors/row';
import { callApi, type CallResult, type Session } from './call';
import type { ApiRequest } from './request';

interface OnceRules {
	unsettled: ErrorRow;
	/** Whether the service executed the request, even though the request counts as failed. */
	hasKnownOutcome?(failure: Failure): boolean;
	/** Sends the request. The default is `callApi`. */
	send?(request: ApiRequest, session: Session): Promise<CallResult>;
}

const notSent = (failure: Failure): CallResult => ({
	ok: false,
	failure,
	stopReason: 'notRetryable',
	attempts: 0,
	waits: [],
});

/** Sends a request at most once per item. When the item is attempted again, returns the stored result. */
export async function atMostOnce(
	request: ApiRequest,
	session: Session,
	{ unsettled, hasKnownOutcome, send = callApi }: OnceRules,
): Promise<CallResult> {
	const { replayStore } = session;
	const before = replayStore.get();
	if ('answer' in before) return { ok: true, answer: before.answer, attempts: 0, waits: [] };
	if ('failure' in before) return notSent(before.failure);
	if ('unsettled' in before) return notSent(failureOfRow(unsettled, {}));
	replayStore.set({ unsettled: true });
	const result = await send(request, session);
	if (result.ok) replayStore.set({ answer: result.answer });
	else if (hasKnownOutcome?.(result.failure)) replayStore.set({ failure: result.failure });
	else if (!result.failure.possiblyExecuted) replayStore.set({});
	return result;
}
