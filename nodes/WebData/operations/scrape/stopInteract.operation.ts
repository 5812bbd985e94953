import { z } from 'zod';
import { callApi, type CallResult } from '../../api/http/call';
import type { ErrorId } from '../../api/errors/errorId';
import { stopInteractAnswer } from '../../api/scrape/interactResponse';
import { stopInteractRequest } from '../../api/scrape/scrapeRequest';
import { defineOperation } from '../operation';
import { scrapeIdField } from './scrapeId.field';

const SERVICE_TIMEOUT_MS = 60_000;

/** Errors that say that the session is closed, which is what was requested. */
const sessionClosed: ReadonlySet<ErrorId> = new Set(['sessionNotFound', 'sessionDestroyed']);

/** A retry may find nothing because an earlier attempt closed the session and its response was lost. */
const isClosed = ({ failure, possiblyExecuted }: CallResult & { ok: false }): boolean =>
	sessionClosed.has(failure.errorId) ||
	(possiblyExecuted === true && failure.errorId === 'scrapeNotFound');

function orAlreadyStopped(result: CallResult): CallResult {
	if (result.ok || !isClosed(result)) return result;
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
		mayBeEmpty: true,
		serviceTimeoutMs: SERVICE_TIMEOUT_MS,
		pacing: 'apart',
	}),
	execute: async (request, session) => orAlreadyStopped(await callApi(request, session)),
});
