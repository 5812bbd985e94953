import { type ErrorRow, type Failure, failureOfRow } from '../errors/row';
import { callApi } from './call';
import {
	type ApiRequest,
	type Client,
	failWith,
	noEffort,
	type Result,
	succeedWith,
} from './client';

interface OnceRules {
	unsettled: ErrorRow;
	/** Whether the service executed the request, even though the request counts as failed. */
	hasKnownOutcome?(failure: Failure): boolean;
	/** Sends the request. The default is `callApi`. */
	send?(request: ApiRequest, client: Client): Promise<Result>;
}

/** Sends a request at most once per item. When the item is attempted again, returns the stored result. */
export async function atMostOnce(
	request: ApiRequest,
	client: Client,
	{ unsettled, hasKnownOutcome, send = callApi }: OnceRules,
): Promise<Result> {
	const { replayStore } = client;
	const before = replayStore.get();
	if ('answer' in before) return succeedWith(noEffort, before.answer);
	if ('failure' in before) return failWith(noEffort, before.failure);
	if ('unsettled' in before) return failWith(noEffort, failureOfRow(unsettled, {}));
	replayStore.set({ unsettled: true });
	const result = await send(request, client);
	if (result.ok) replayStore.set({ answer: result.answer });
	else if (hasKnownOutcome?.(result.failure)) replayStore.set({ failure: result.failure });
	else if (!result.failure.possiblyExecuted) replayStore.set({});
	return result;
}
