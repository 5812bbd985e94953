import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { callApi, type CallResult } from '../../client/call';
import { SERVICE_TIMEOUT_MS } from '../../client/request';
import { additionalBodyFieldsField, optionsField } from '../../form/shared';
import { defineOperation } from '../../operation/operation';
import type { Notice } from '../../operation/output';
import { codeField, codeTimeoutField, languageField } from '../browserSession/form';
import { interactServiceRows } from './errors';
import {
	interactAnswer,
	interactEndpoint,
	interactOnce,
	interactRequest,
	stopInteractAnswer,
	stopInteractEndpoint,
	stopInteractRequest,
} from './service';

/** The service's default timeout. */
const DEFAULT_TIMEOUT_SECONDS = 30;
/** Time added to the timeout, so that the service can load the page again. */
const RELOAD_MS = 60_000;

const interactTimeoutMs = ({ timeout }: { timeout?: unknown }): number =>
	(typeof timeout === 'number' ? timeout : DEFAULT_TIMEOUT_SECONDS) * 1000 + RELOAD_MS;

const formValues = interactRequest
	.extend({ interactWith: z.enum(['prompt', 'code']).default('prompt') })
	.superRefine((values, context) => {
		if (values[values.interactWith] !== undefined) return;
		context.addIssue({ code: 'custom', path: [values.interactWith], message: 'is required' });
	});

const truncatedOutput: Notice = {
	kind: 'truncatedOutput',
	text: 'The service truncated the output of the code',
	advice: 'Return less data from the code, or split the code into several parts',
	warns: true,
};

export const scrapeIdField: INodeProperties = {
	displayName: 'Scrape ID',
	name: 'scrapeId',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. {{ $json.metadata.scrapeId }}',
	description: "Scrape ID, from 'metadata.scrapeId' in the output of Scrape",
};

export const interact = defineOperation({
	value: 'interact',
	name: 'Interact',
	action: 'Interact with scraped page',
	description: 'Click, type, navigate, or read on a scraped page',
	toolDescription:
		"Performs actions on a web page that was scraped earlier, such as clicking, typing, navigating, and reading content. Needs the scrape ID, which is 'metadata.scrapeId' in the scrape result. Costs credits while the browser session is open.",
	fields: [
		scrapeIdField,
		{
			displayName: 'Instruction',
			name: 'interactWith',
			type: 'options',
			default: 'prompt',
			options: [
				{
					name: 'Code',
					value: 'code',
					description: 'Run code that controls the browser with Playwright',
				},
				{ name: 'Prompt', value: 'prompt', description: 'Describe the task in plain language' },
			],
			description: 'Kind of instruction',
		},
		{
			displayName: 'Prompt',
			name: 'prompt',
			type: 'string',
			typeOptions: { rows: 3 },
			default: '',
			required: true,
			placeholder: 'e.g. Open the second tab and return the price',
			description: 'Task to perform on the page, up to 10,000 characters',
			displayOptions: { show: { interactWith: ['prompt'] } },
		},
		{
			...codeField('on the page', 'await page.title()'),
			displayOptions: { show: { interactWith: ['code'] } },
		},
		optionsField([
			additionalBodyFieldsField,
			{
				displayName: 'Existing Session ID',
				name: 'existingSessionId',
				type: 'string',
				default: '',
				placeholder: 'e.g. 0192f4c1-7d5e-7c3a-9b1e-2f6a4d8c0b17',
				description: 'ID of the browser session to use instead of the session of the scrape',
			},
			{ ...languageField, displayOptions: { show: { '/interactWith': ['code'] } } },
			codeTimeoutField('the prompt or the code'),
		]),
	],
	output: interactAnswer,
	input: formValues,
	toRequest: ({ scrapeId, interactWith: _chosen, ...body }) => ({
		endpoint: interactEndpoint,
		method: 'POST',
		path: ['scrape', scrapeId, 'interact'],
		body,
		idempotency: 'unsafe',
		serviceTimeoutMs: interactTimeoutMs,
	}),
	execute: interactOnce,
	notices: ({ truncated }) => (truncated === true ? [truncatedOutput] : []),
});

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
