// End the browser session of a scrape, so that it stops costing credits.

import { z } from 'zod';
import { callApi, type CallResult } from '../../api/http/call';
import { stopInteractAnswer } from '../../api/scrape/interactResponse';
import { stopInteractRequest } from '../../api/scrape/scrapeRequest';
import { defineOperation } from '../operation';
import { scrapeIdField } from './scrapeId.field';

const SERVICE_TIMEOUT_MS = 60_000;

/** Rows that say that there is no such session. */
const isGone: ReadonlySet<string> = new Set(['scrapeNotFound', 'sessionDestroyed']);

/** A repeat finds the session gone when the try before ended it and its answer was lost: that is what was asked for. */
function orAlreadyStopped(result: CallResult): CallResult {
	if (result.ok || result.possiblyExecuted !== true || !isGone.has(result.failure.errorId))
		return result;
	const { failure, attempts, waits } = result;
	const answer = { success: true, outcome: 'alreadyStopped', message: failure.message };
	return { ok: true, answer, attempts, waits };
}

export const stopInteract = defineOperation({
	value: 'stopInteract',
	name: 'Stop Interact',
	action: 'Stop interaction with scraped page',
	description: 'End the browser session that Interact opened, and save its profile',
	toolDescription:
		'Closes the browser in which a scraped page was acted on, so that it stops costing credits. Needs the same scrape ID. Use it when nothing is left to do on the page.',
	fields: [scrapeIdField],
	output: stopInteractAnswer.extend({
		outcome: z.string().optional(),
		message: z.string().optional(),
	}),
	input: stopInteractRequest,
	toRequest: ({ scrapeId }) => ({
		endpoint: 'interact',
		method: 'DELETE',
		path: ['scrape', scrapeId, 'interact'],
		idempotency: 'read',
		serviceTimeoutMs: SERVICE_TIMEOUT_MS,
		pacing: 'apart',
	}),
	execute: async (request, session) => orAlreadyStopped(await callApi(request, session)),
});
