import { type ErrorRow, type Failure, failureOfRow } from '../errors/row';
import type { JsonObject } from '../json/json';
import { call } from './call';
import { type Client, ServiceError, serviceError } from './client';
import type { ApiRequest } from './request';

interface OnceRules {
	unsettled: ErrorRow;
	/** Whether the service executed the request, even though the request counts as failed. */
	hasKnownOutcome?(failure: Failure): boolean;
	/** Sends the request. The default is `call`. */
	send?(request: ApiRequest, client: Client): Promise<JsonObject>;
}

/** Sends a request at most once per item. When the item is attempted again, returns or throws the stored result. */
export async function atMostOnce(
	request: ApiRequest,
	client: Client,
	{ unsettled, hasKnownOutcome, send = call }: OnceRules,
): Promise<JsonObject> {
	const { replayStore } = client;
	const before = replayStore.get();
	if ('answer' in before) return before.answer;
	if ('failure' in before) throw new ServiceError(before.failure, { attempts: 0 });
	if ('unsettled' in before) throw new ServiceError(failureOfRow(unsettled, {}), { attempts: 0 });
	replayStore.set({ unsettled: true });
	const answer = await send(request, client).catch(serviceError);
	if (!(answer instanceof ServiceError)) {
		replayStore.set({ answer });
		return answer;
	}
	const { failure } = answer;
	if (hasKnownOutcome?.(failure)) replayStore.set({ failure });
	else if (!failure.possiblyExecuted) replayStore.set({});
	throw answer;
}
