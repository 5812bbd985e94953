import { z } from 'zod';
import { callApi, type CallResult } from '../../api/http/call';
import { interactServiceRows } from '../../api/errors/rows/interact';
import { stopInteractAnswer } from '../../api/scrape/interactResponse';
import { stopInteractEndpoint, stopInteractRequest } from '../../api/scrape/interactRequest';
import { SERVICE_TIMEOUT_MS } from '../../api/http/request';
import { defineOperation } from '../operation';
import { scrapeIdField } from './interact.operation';

const { sessionNotFound, sessionDestroyed, scrapeNotFound } = interactServiceRows;

const closedSession: ReadonlySet<string> = new Set([sessionNotFound.id, sessionDestroyed.id]);

const isStopped = ({ failure, possiblyExecuted }: CallResult & { ok: false }): boolean =>
	closedSession.has(failure.errorId) ||
	(possiblyExecuted === true && failure.errorId === scrapeNotFound.id);

function withOutcome(result: CallResult): CallResult {
	if (result.ok) return { ...result, answer: { ...result.answer, outcome: 'stopped' } };
	if (!isStopped(result)) return result;
	const { failure, attempts, waits } = result;
	const answer = { success: true, outcome: 'alreadyStopped', message: failure.message };
	return { ok: true, answer, attempts, waits };
}

export const stopInteract = defineOperation({
	value: 'stopInteract',
	name: 'Stop Interact',
	action: 'Stop interaction with scraped page',
	description: 'Close the browser session that Interact opened, and save its profile',
	toolDescription:
		'Closes the browser session of a scraped page, so that the session costs no more credits. Needs the same scrape ID as the interaction. Use this tool when you are done with the page.',
	fields: [scrapeIdField],
	output: stopInteractAnswer.extend({
		outcome: z.enum(['stopped', 'alreadyStopped']).optional(),
		message: z.string().optional(),
	}),
	input: stopInteractRequest,
	toRequest: ({ scrapeId }) => ({
		endpoint: stopInteractEndpoint,
		method: 'DELETE',
		path: ['scrape', scrapeId, 'interact'],
		mayBeEmpty: true,
		idempotency: 'read',
		serviceTimeoutMs: SERVICE_TIMEOUT_MS,
	}),
	execute: async (request, session) => withOutcome(await callApi(request, session)),
});
