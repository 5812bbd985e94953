import { z } from 'zod';
import { readList } from '../../client/lists';
import { maxEntries } from '../../form/form';
import { dataOf, nonEmptyText, objectsIn, omitUndefined } from '../../json/json';
import { followSettings } from '../../operation/jobWait';
import { anything, defineOperation, noticesOf, openObject } from '../../operation/operation';
import { checkForm, checksForm, runForm } from './form';
import { runCheck } from './job';
import { failedPagesNotice, unfinishedNotice, withFailure } from './output';
import {
	check,
	checkRequest,
	readCheck,
	listChecksRequest,
	nullableText,
	offsetReader,
	runRequest,
} from './service';

export const getCheck = defineOperation({
	value: 'getCheck',
	name: 'Get Check',
	action: 'Get monitor check',
	description:
		'Return the pages of a check, one item per page, with their differences and judgments',
	toolDescription:
		'Lists the pages of a monitor check with their status (new, changed, removed, or same), their changes, and a judgment of each change. Needs the monitor ID and the check ID.',
	form: checkForm,
	simplifies: true,
	output: openObject({
		url: z.string(),
		status: z.string().describe('same, new, changed, removed, or error'),
		judgment: openObject({
			meaningful: z.boolean(),
			confidence: z.string(),
			reason: z.string(),
			meaningfulChanges: z.array(
				openObject({ type: z.string(), before: anything, after: anything, reason: z.string() }),
			),
		}).nullable(),
		diff: openObject({ text: nullableText, json: anything }).nullable(),
		snapshot: openObject({ json: anything }),
		failure: nullableText,
		statusCode: z.number().int().nullable(),
		metadata: anything,
		currentScrapeId: nullableText,
		previousScrapeId: nullableText,
		id: z.string(),
		targetId: z.string(),
		checkId: z.string(),
		monitorId: z.string(),
		createdAt: z.string(),
	}),
	toRequest: (values) =>
		checkRequest(values.monitorId, values.checkId, maxEntries(values), values.status),
	execute: (request, client, { own }) => readCheck(request, client, maxEntries(own)),
	toOutput(answer, { simplify, sent: { monitorId, status } }) {
		const data = dataOf(answer);
		const pages = objectsIn(data.pages);
		const ids = omitUndefined({ checkId: nonEmptyText(data.id), monitorId });
		const isFiltered = status !== undefined;
		return {
			parts: simplify
				? pages.map((page) => ({ json: { ...withFailure(page), ...ids } }))
				: [{ json: answer }],
			notices: noticesOf(
				unfinishedNotice(data),
				pages.length === 0 && {
					kind: 'noCheckPages',
					text: `The check has no pages${isFiltered ? ' with this status' : ''}`,
					advice: isFiltered
						? "To get all pages, remove 'Page Status' from the options"
						: undefined,
				},
			),
		};
	},
});

export const getChecks = defineOperation({
	value: 'getChecks',
	name: 'Get Checks',
	action: 'Get monitor checks',
	description: 'Return the checks of a monitor, one item per check, newest first',
	toolDescription:
		'Lists the checks of a monitor with their status, their cost, and the numbers of new, changed, removed, and unchanged pages. Needs the monitor ID.',
	form: checksForm,
	output: check,
	toRequest: (values) => listChecksRequest(values.monitorId, maxEntries(values), values.status),
	execute: (request, client, { own }) => readList(request, client, offsetReader(maxEntries(own))),
	toOutput: (checks) => ({
		parts: checks.map((json) => ({ json: withFailure(json) })),
	}),
});

export const run = defineOperation({
	value: 'run',
	name: 'Run',
	action: 'Run monitor now',
	description: 'Check the targets of a monitor now, or attach to the running check',
	toolDescription:
		'Checks the targets of a monitor now and returns the numbers of new, changed, removed, and unchanged pages. Needs the monitor ID. Costs credits for each page. To see the changes, get the check by its ID.',
	costs: true,
	form: runForm,
	simplifies: true,
	output: check.extend({
		checkId: z.string().optional(),
		outcome: z.enum(['started', 'joined']).optional(),
	}),
	toRequest: (values) => runRequest(values.monitorId),
	execute: (request, client, { sent, own }) =>
		runCheck(
			sent.monitorId,
			request,
			client,
			own.waitForCheck ? followSettings({ ...own, cancelOnStop: false }) : undefined,
		),
	toOutput(
		{ response, checkId, outcome },
		{ simplify, sent: { monitorId }, own: { waitForCheck } },
	) {
		const state = dataOf(response);
		const { pages: _pages, next: _next, ...facts } = state;
		const json = simplify
			? { ...withFailure(facts), checkId, monitorId, outcome }
			: { ...response, jobId: checkId, outcome };
		return {
			parts: [{ json }],
			notices: waitForCheck ? noticesOf(failedPagesNotice(state), unfinishedNotice(state)) : [],
		};
	},
});
