import { z } from 'zod';
import { callApi, type Result, type FailedResult, succeedWith } from '../../client/call';
import { requestsTo } from '../../client/request';
import { choice, shownIf, text } from '../../form/fields';
import { formOf } from '../../form/form';
import { additionalBodyFields } from '../../form/shared';
import { uuidInPath } from '../../form/values';
import { defineOperation } from '../../operation/operation';
import { type Notice, noticesOf } from '../../operation/output';
import { codeDeclaration, codeTimeout, codeTimeoutMs, language } from '../browserSession/form';
import { interactServiceRows } from './errors';
import {
	interactAnswer,
	interactEndpoint,
	interactOnce,
	stopInteractAnswer,
	stopInteractEndpoint,
} from './service';

export const storedPage = {
	/** The open-source server returns 400 for an ID that is not a UUID. */
	scrapeId: text({
		displayName: 'Scrape ID',
		required: true,
		schema: uuidInPath('a scrape', 'scrape'),
		placeholder: 'e.g. {{ $json.metadata.scrapeId }}',
		description: "Scrape ID, from 'metadata.scrapeId' in the output of Scrape",
	}),
};

export const storedPageForm = formOf(storedPage);

/** The specification does not document the fields of an interaction. They are those of the open-source server. */
export const interactForm = formOf(
	{
		...storedPage,
		interactWith: choice(
			{
				displayName: 'Instruction',
				role: 'own',
				default: 'prompt',
				description: 'Kind of instruction',
			},
			{
				prompt: ['Prompt', 'Describe the task in plain language'],
				code: ['Code', 'Run code that controls the browser with Playwright'],
			},
		),
		prompt: text({
			displayName: 'Prompt',
			typeOptions: { rows: 3 },
			required: true,
			maxLength: 10_000,
			placeholder: 'e.g. Open the second tab and return the price',
			description: 'Task to perform on the page, up to 10,000 characters',
			displayOptions: { show: { interactWith: ['prompt'] } },
		}),
		code: text({
			...codeDeclaration('on the page', 'await page.title()'),
			displayOptions: { show: { interactWith: ['code'] } },
		}),
	},
	{
		...shownIf({ '/interactWith': ['code'] }, { language }),
		timeout: codeTimeout('the prompt or the code'),
		existingSessionId: text({
			displayName: 'Existing Session ID',
			placeholder: 'e.g. 0192f4c1-7d5e-7c3a-9b1e-2f6a4d8c0b17',
			description: 'ID of the browser session to use instead of the session of the scrape',
		}),
		additionalBodyFields,
	},
);

const truncatedOutput: Notice = {
	kind: 'truncatedOutput',
	text: 'The service truncated the output of the code',
	advice: 'Return less data from the code, or split it into several parts',
	warns: true,
};

export const interact = defineOperation({
	value: 'interact',
	name: 'Interact',
	action: 'Interact with scraped page',
	description: 'Click, type, navigate, or read on a scraped page',
	toolDescription:
		"Performs actions on a web page that was scraped earlier, such as clicking, typing, navigating, and reading content. Needs the scrape ID, which is 'metadata.scrapeId' in the scrape result. Costs credits while the browser session is open.",
	costs: true,
	form: interactForm,
	output: interactAnswer,
	conflicts: ({ interactWith, ...values }) =>
		values[interactWith] === undefined ? [{ path: [interactWith], message: 'is required' }] : [],
	toRequest: (values) => {
		const { scrapeId, ...body } = interactForm.sent(values);
		return requestsTo(interactEndpoint)('POST', ['scrape', scrapeId, 'interact'], {
			body,
			idempotency: 'unsafe',
			serviceTimeoutMs: codeTimeoutMs,
		});
	},
	execute: interactOnce,
	toOutput: (json) => ({
		parts: [{ json }],
		notices: noticesOf(json.truncated === true && truncatedOutput),
	}),
});

const { sessionNotFound, sessionDestroyed, scrapeNotFound } = interactServiceRows;

const stopRequest = requestsTo(stopInteractEndpoint, 'scrape');

const closedSession: ReadonlySet<string> = new Set([sessionNotFound.id, sessionDestroyed.id]);

const isStopped = ({ failure, possiblyExecuted }: FailedResult): boolean =>
	closedSession.has(failure.errorId) ||
	(possiblyExecuted === true && failure.errorId === scrapeNotFound.id);

function withOutcome(result: Result): Result {
	if (result.ok) return { ...result, answer: { ...result.answer, outcome: 'stopped' } };
	if (!isStopped(result)) return result;
	const { message } = result.failure;
	return succeedWith(result, { success: true, outcome: 'alreadyStopped', message });
}

export const stopInteract = defineOperation({
	value: 'stopInteract',
	name: 'Stop Interaction',
	action: 'Stop interaction with scraped page',
	description: 'Close the browser session that Interact opened, and save its profile',
	toolDescription:
		'Closes the browser session of a scraped page, so that it stops costing credits. Needs the same scrape ID as the interaction. Use this tool when you are done with the page.',
	form: storedPageForm,
	output: stopInteractAnswer.extend({
		outcome: z.enum(['stopped', 'alreadyStopped']).optional(),
		message: z.string().optional(),
	}),
	toRequest: ({ scrapeId }) => stopRequest('DELETE', [scrapeId, 'interact'], { mayBeEmpty: true }),
	execute: async (request, client) => withOutcome(await callApi(request, client)),
});
