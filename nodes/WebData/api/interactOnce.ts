// Acts on a page once for an item, however often the node is tried.

import { call, type CallResult, type Session } from './client';
import { interactRows } from './failures/interactRows';
import { failureOfRow } from './failures/runFailure';
import type { ApiRequest } from './request';

const unsettled: CallResult = {
	ok: false,
	failure: failureOfRow(interactRows.interactUnsettled, {}),
	gaveUp: 'notRetryable',
	attempts: 0,
	waits: [],
};

/**
 * Sends an instruction at most once for the item. What it gave before is given again without a request, and
 * one whose outcome is not known is not sent again: the service takes no key for it (specification: Endpoints,
 * `POST /v2/scrape/{scrapeId}/interact`), and a button that is pressed twice buys twice.
 */
export async function interactOnce(request: ApiRequest, session: Session): Promise<CallResult> {
	const { memo } = session;
	const before = memo.recall();
	if (before.answer !== undefined) {
		return { ok: true, answer: before.answer, attempts: 0, waits: [] };
	}
	if (before.unsettled) return unsettled;
	memo.keep({ unsettled: true });
	const result = await call(request, session);
	if (result.ok) memo.keep({ answer: result.answer });
	else if (!result.failure.mayHaveRun) memo.keep({});
	return result;
}
