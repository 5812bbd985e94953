import { z } from 'zod';
import { atMostOnce, call } from '../../client/call';
import { ServiceError, serviceError } from '../../client/client';
import { additionalBodyFields, choice, formOf, shownIf, text } from '../../form/form';
import { uuidInPath } from '../../form/values';
import { anything, defineOperation, noticesOf, openObject } from '../../operation/operation';
import { codeInput, codeTimeout, language } from '../browserSession/form';
import { interactRows, interactServiceRows, scrapeRoutes } from './service';

export const storedPage = {
	/** The open-source server returns 400 for an ID that is not a UUID. */
	scrapeId: text('Scrape ID', "Scrape ID, from 'metadata.scrapeId' in the output of Scrape", {
		required: true,
		schema: uuidInPath('a scrape', 'scrape'),
		placeholder: 'e.g. {{ $json.metadata.scrapeId }}',
	}),
};

export const storedPageForm = formOf(storedPage);

/** The specification does not document the fields of an interaction. They are those of the open-source server. */
export const interactForm = formOf(
	{
		...storedPage,
		interactWith: choice(
			'Instruction',
			'How to control the browser',
			'prompt',
			{
				prompt: [
					'Prompt',
					'Describe the task in plain language. Costs 7 credits per minute while the browser is open.',
				],
				code: [
					'Code',
					'Run code that controls the browser with Playwright. Costs 2 credits per minute while the browser is open.',
				],
			},
			{ role: 'own' },
		),
		prompt: text('Prompt', 'Task to perform on the page, up to 10,000 characters', {
			typeOptions: { rows: 3 },
			required: true,
			maxLength: 10_000,
			placeholder: 'e.g. Open the second tab and return the price',
			displayOptions: { show: { interactWith: ['prompt'] } },
		}),
		code: text('Code', 'Code to run on the page, up to 100,000 characters', {
			...codeInput('await page.title()'),
			displayOptions: { show: { interactWith: ['code'] } },
		}),
	},
	{
		...shownIf({ '/interactWith': ['code'] }, { language }),
		timeout: codeTimeout('the prompt or the code'),
		existingSessionId: text(
			'Existing Session ID',
			'ID of the browser session to use instead of the session of the scrape',
			{ placeholder: 'e.g. 0192f4c1-7d5e-7c3a-9b1e-2f6a4d8c0b17' },
		),
		additionalBodyFields,
	},
);

export const interact = defineOperation({
	action: 'Interact with scraped page',
	description: 'Control a scraped page in a browser with code or a prompt',
	toolDescription:
		"Performs actions on a web page that was scraped earlier, such as clicking, typing, navigating, and reading content. Needs the scrape ID, which is 'metadata.scrapeId' in the scrape result. Costs credits while the browser session is open.",
	costs: true,
	form: interactForm,
	// For a prompt, the response contains `output`. For code, it contains fields such as `result`, `stdout`, and `exitCode`.
	output: openObject({
		success: z.boolean(),
		output: z.string().nullable(),
		result: anything,
		stdout: z.string().nullable(),
		stderr: z.string().nullable(),
		error: z.string().nullable(),
		exitCode: z.number().int().nullable(),
		killed: z.boolean(),
		truncated: z.boolean(),
		sessionId: z.string(),
		liveViewUrl: z.string().nullable(),
		interactiveLiveViewUrl: z.string().nullable(),
		cdpUrl: z.string().nullable(),
	}),
	conflicts: ({ interactWith, ...values }) =>
		values[interactWith] === undefined ? [{ path: [interactWith], message: 'is required' }] : [],
	toRequest: (values) => {
		const { scrapeId, ...body } = interactForm.sent(values);
		return { route: scrapeRoutes.interact, ids: [scrapeId], body };
	},
	// Sends code or a prompt at most once per item, because a repeated request could, for example, buy a product twice.
	execute: (request, client) =>
		atMostOnce(request, client, {
			unsettled: interactRows.interactUnsettled,
			// `interactionFailed` means that the service ran the code or the prompt, and that the run failed.
			knownOutcome: interactServiceRows.interactionFailed.id,
		}),
	toOutput: (json) => ({
		parts: [{ json }],
		notices: noticesOf(
			json.truncated === true && {
				text: 'The service truncated the output of the code',
				advice: 'Return less data from the code, or split the code into several parts',
				forModels: true,
				warns: true,
			},
		),
	}),
});

export const stopInteract = defineOperation({
	name: 'Stop Interaction',
	action: 'Stop interaction with scraped page',
	description: 'Close the browser session that Interact opened, and save its profile, if any',
	toolDescription:
		'Closes the browser session of a scraped page, so that it stops costing credits. Needs the same scrape ID as the interaction. Use this tool when you are done with the page.',
	form: storedPageForm,
	output: openObject({
		success: z.boolean(),
		sessionDurationMs: z.number(),
		creditsBilled: z.number(),
		cleanupQueued: z.boolean(),
		outcome: z.enum(['stopped', 'alreadyStopped']),
		message: z.string(),
	}),
	toRequest: ({ scrapeId }) => ({ route: scrapeRoutes.stopInteract, ids: [scrapeId] }),
	async execute(request, client) {
		const answer = await call(request, client).catch(serviceError);
		if (!(answer instanceof ServiceError)) return { ...answer, outcome: 'stopped' };
		const { sessionNotFound, sessionDestroyed, scrapeNotFound } = interactServiceRows;
		const { errorId, message, possiblyExecuted } = answer.failure;
		const isStopped =
			errorId === sessionNotFound.id ||
			errorId === sessionDestroyed.id ||
			(errorId === scrapeNotFound.id && possiblyExecuted);
		if (!isStopped) throw answer;
		return { success: true, outcome: 'alreadyStopped', message };
	},
});
