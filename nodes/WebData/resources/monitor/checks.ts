import { z } from 'zod';
import { collectData, objectsIn } from '../../client/lists';
import { maxEntries } from '../../form/shared';
import { dataOf } from '../../json/json';
import { followSettings } from '../../operation/jobWait';
import { defineOperation } from '../../operation/operation';
import { type Notice, noticesOf, type OutputPart } from '../../operation/output';
import { checkForm, checksForm, runForm } from './form';
import { type CheckRun, runCheck } from './job';
import {
	checkFacts,
	failedPagesNotice,
	toPageParts,
	unfinishedNotice,
	withFailure,
} from './output';
import {
	check,
	checkPage,
	checkRequest,
	collectCheck,
	listChecksRequest,
	offsetReader,
	runRequest,
} from './service';

const noPages = (isFiltered: boolean): Notice => ({
	kind: 'noCheckPages',
	text: `The check has no pages${isFiltered ? ' with this status' : ''}, so the output contains no items`,
	advice: isFiltered ? "To get all pages, remove 'Page Status' from the options" : undefined,
});

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
	output: checkPage,
	toRequest: (values) =>
		checkRequest(values.monitorId, values.checkId, maxEntries(values), values.status),
	execute: (request, client, values) => collectCheck(request, client, maxEntries(values)),
	toOutput: (answer, { simplify, values: { monitorId, status } }) => ({
		parts: simplify ? toPageParts(answer, monitorId) : [{ json: answer }],
		notices: noticesOf(
			unfinishedNotice(dataOf(answer)),
			objectsIn(dataOf(answer).pages).length === 0 && noPages(status !== undefined),
		),
	}),
});

export const getChecks = defineOperation({
	value: 'getChecks',
	name: 'Get Checks',
	action: 'Get monitor checks',
	description: 'List the checks of a monitor, one item per check, newest first',
	toolDescription:
		'Lists the checks of a monitor with their status, their cost, and the numbers of new, changed, removed, and unchanged pages. Needs the monitor ID.',
	form: checksForm,
	output: check,
	toRequest: (values) => listChecksRequest(values.monitorId, maxEntries(values), values.status),
	execute: (request, client, values) =>
		collectData(request, client, offsetReader(maxEntries(values))),
	toOutput: ({ data }) => ({
		parts: objectsIn(data).map((json) => ({ json: withFailure(json) })),
	}),
});

function toCheckParts(run: CheckRun, simplify: boolean, monitorId: string): OutputPart[] {
	const { response, checkId, outcome } = run;
	if (!simplify) return [{ json: { ...response, jobId: checkId, outcome } }];
	return [{ json: { ...checkFacts(response), checkId, monitorId, outcome } }];
}

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
	execute: (request, client, values) =>
		runCheck(
			values.monitorId,
			request,
			client,
			values.waitForCheck ? followSettings({ ...values, cancelOnStop: false }) : undefined,
		),
	toOutput(run, { simplify, values: { monitorId, waitForCheck } }) {
		const state = dataOf(run.response);
		return {
			parts: toCheckParts(run, simplify, monitorId),
			notices: waitForCheck ? noticesOf(failedPagesNotice(state), unfinishedNotice(state)) : [],
		};
	},
});
