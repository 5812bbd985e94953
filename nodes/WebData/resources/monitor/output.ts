import { z } from 'zod';
import { readList } from '../../client/lists';
import { MASK } from '../../errors/mask';
import { maxEntries } from '../../form/form';
import {
	dataOf,
	finiteNumber,
	isObject,
	type JsonObject,
	nonEmptyText,
	objectsIn,
	omitUndefined,
} from '../../json/json';
import { followSettings } from '../../operation/jobWait';
import {
	anything,
	defineOperation,
	listOutput,
	type Notice,
	noticesOf,
	openObject,
	type OutputPart,
} from '../../operation/operation';
import { checkForm, checksForm, runForm } from './form';
import { runCheck } from './job';
import {
	check,
	checkRequest,
	listChecksRequest,
	monitorRoutes,
	nullableText,
	offsetReader,
	readCheck,
	TOKEN_HEADER,
} from './service';

export const getCheck = defineOperation({
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
	action: 'Get monitor checks',
	description: 'Return the checks of a monitor, one item per check, newest first',
	toolDescription:
		'Lists the checks of a monitor with their status, their cost, and the numbers of new, changed, removed, and unchanged pages. Needs the monitor ID.',
	form: checksForm,
	output: check,
	toRequest: (values) => listChecksRequest(values.monitorId, maxEntries(values), values.status),
	execute: (request, client, { own }) => readList(request, client, offsetReader(maxEntries(own))),
	toOutput: (checks) => listOutput(checks.map(withFailure)),
});

export const run = defineOperation({
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
	toRequest: ({ monitorId }) => ({ route: monitorRoutes.run, ids: [monitorId], body: {} }),
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

/** n8n treats an item with an `error` field as failed. Therefore, `failure` replaces `error`. */
function withFailure({ error, ...rest }: JsonObject): JsonObject {
	return error === undefined || error === null ? rest : { ...rest, failure: error };
}

/** Masks the token by which Web Data Trigger recognizes the events of its monitor. */
export function maskToken(monitor: JsonObject): JsonObject {
	const { webhook } = monitor;
	if (!isObject(webhook) || !isObject(webhook.headers)) return monitor;
	const headers = Object.entries(webhook.headers).map(([name, value]) =>
		name.toLowerCase() === TOKEN_HEADER ? [name, MASK] : [name, value],
	);
	return {
		...monitor,
		webhook: { ...webhook, headers: Object.fromEntries(headers) as JsonObject },
	};
}

/** Returns a monitor as one item. The field `outcome` states whether the node created the monitor. */
export const toMonitorParts = (answer: JsonObject, simplify: boolean): OutputPart[] => {
	const { outcome, differences } = answer;
	const monitor = maskToken(dataOf(answer));
	if (!simplify) return [{ json: isObject(answer.data) ? { ...answer, data: monitor } : answer }];
	return [{ json: { ...monitor, ...omitUndefined({ outcome, differences }) } }];
};

export function costNotice(answer: JsonObject): Notice | undefined {
	const { estimatedCreditsPerMonth: credits, status } = dataOf(answer);
	if (typeof credits !== 'number' || status === 'paused') return undefined;
	return {
		text: `This monitor costs up to ${credits.toLocaleString('en-US')} credits per month until it is paused or deleted`,
	};
}

/** Labels of fields that *Create* does not have under this name. */
const labelsInUpdate: Readonly<Record<string, string>> = {
	schedule: "'Schedule'",
	status: "'Status'",
};

export function existsNotice({ outcome, differences = [] }: JsonObject): Notice | undefined {
	if (outcome === undefined || outcome === 'created') return undefined;
	const fields = (differences as string[])
		.map((name) => labelsInUpdate[name] ?? `{${name}}`)
		.join(', ');
	return {
		text: 'Your team already has a monitor with this name, these URLs or queries, and this webhook, so no monitor was created',
		advice: `${fields === '' ? '' : `These settings of the existing monitor differ: ${fields}. `}To change the existing monitor, use the Update operation. To create another monitor, choose another {name}`,
		warns: true,
	};
}

function failedPagesNotice({ summary }: JsonObject): Notice | undefined {
	const { error, totalPages } = isObject(summary) ? summary : {};
	const failed = finiteNumber(error) ?? 0;
	if (failed === 0) return undefined;
	return {
		text: `${failed} of ${finiteNumber(totalPages) ?? 0} pages could not be checked`,
		advice: 'To see the reasons, use the Get Check operation',
		forModels: true,
		warns: true,
	};
}

const unfinishedNotice = ({ status }: JsonObject): Notice | false =>
	(status === 'queued' || status === 'running' || status === 'unknown') && {
		text: `The check has the status '${String(status)}', so the result is not complete`,
		advice: 'Use the Get Check operation later',
		forModels: true,
		warns: true,
	};
