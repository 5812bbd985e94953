// Acts on a page once for an item, however often the node is tried.

import { callApi, type CallResult, type Session } from '../http/call';
import { interactRows } from '../errors/rows/interact';
import { failureOfRow } from '../errors/failure';
import type { ApiRequest } from '../http/request';

const unsettled: CallResult = {
	ok: false,
	failure: failureOfRow(interactRows.interactUnsettled, {}),
	stopReason: 'notRetryable',
	attempts: 0,
	waits: [],
};

/**
 * Sends an instruction at most once for the item. What it gave before is given again without a request, and
 * one whose outcome is not known is not sent again: the service takes no key for it (specification: Endpoints,
 * `POST /v2/scrape/{scrapeId}/interact`), and a button that is pressed twice buys twice.
 */
export async function interactOnce(request: ApiRequest, session: Session): Promise<CallResult> {
	const { replayStore } = session;
	const before = replayStore.get();
	if (before.answer !== undefined) {
		return { ok: true, answer: before.answer, attempts: 0, waits: [] };
	}
	if (before.unsettled) return unsettled;
	replayStore.set({ unsettled: true });
	const result = await callApi(request, session);
	if (result.ok) replayStore.set({ answer: result.answer });
	else if (!result.failure.possiblyExecuted) replayStore.set({});
	return result;
}
