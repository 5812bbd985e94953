import { type ErrorRow, type Failure, failureOfRow } from '../errors/row';
import { callApi, type Result } from './call';
import type { Client } from './client';
import type { ApiRequest } from './request';

interface OnceRules {
	unsettled: ErrorRow;
	/** Whether the service executed the request, even though the request counts as failed. */
	hasKnownOutcome?(failure: Failure): boolean;
	/** Sends the request. The default is `callApi`. */
	send?(request: ApiRequest, client: Client): Promise<Result>;
}

const notSent = (failure: Failure): Result => ({
	ok: false,
	failure,
	stopReason: 'notRetryable',
	attempts: 0,
	waits: [],
});

/** Sends a request at most once per item. When the item is attempted again, returns the stored result. */
export async function atMostOnce(
	request: ApiRequest,
	client: Client,
	{ unsettled, hasKnownOutcome, send = callApi }: OnceRules,
): Promise<Result> {
	const { replayStore } = client;
	const before = replayStore.get();
	if ('answer' in before) return { ok: true, answer: before.answer, attempts: 0, waits: [] };
	if ('failure' in before) return notSent(before.failure);
	if ('unsettled' in before) return notSent(failureOfRow(unsettled, {}));
	replayStore.set({ unsettled: true });
	const result = await send(request, client);
	if (result.ok) replayStore.set({ answer: result.answer });
	else if (hasKnownOutcome?.(result.failure)) replayStore.set({ failure: result.failure });
	else if (!result.failure.possiblyExecuted) replayStore.set({});
	return result;
}
