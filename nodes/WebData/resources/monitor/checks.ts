import { z } from 'zod';
import { objectsIn } from '../../client/lists';
import { propertiesOf, propertyOf } from '../../form/form';
import { optionsField } from '../../form/shared';
import { isObject, type JsonObject } from '../../json/json';
import {
	followSettings,
	jobWaitValues,
	MAX_PARALLEL_JOBS,
	waitFields,
	waitOptions,
} from '../../operation/jobWait';
import { defineOperation } from '../../operation/operation';
import type { Notice, OutputPart } from '../../operation/output';
import {
	checkId,
	checkIdField,
	checkStatuses,
	filterOf,
	limitOf,
	listFields,
	listValues,
	monitorId,
	monitorIdField,
	pageStatuses,
} from './form';
import { runCheck } from './job';
import {
	checkFacts,
	checkNotices,
	dataIn,
	toPageParts,
	unfinishedNotices,
	withFailure,
} from './output';
import {
	check,
	checkPage,
	checkPagesRequest,
	collectCheck,
	collectData,
	listChecksRequest,
	offsetReader,
	runRequest,
} from './service';

const noCheckPages: Notice = {
	kind: 'noCheckPages',
	text: 'The check has no pages, so the output contains no items',
};

const noPagesWithStatus: Notice = {
	kind: 'noCheckPages',
	text: 'The check has no pages with this status, so the output contains no items',
	advice: "To get all pages, remove 'Page Status' from the options",
};

export const getCheck = defineOperation({
	value: 'getCheck',
	name: 'Get Check',
	action: 'Get monitor check',
	description:
		'Return the pages of a check, one item per page, with their differences and judgments',
	toolDescription:
		'Lists the pages of a monitor check with their status (new, changed, removed, or same), their changes, and a judgment of each change. Needs the monitor ID and the check ID.',
	fields: [
		monitorIdField,
		checkIdField,
		...listFields,
		optionsField([
			{
				displayName: 'Page Status',
				name: 'status',
				type: 'options',
				default: 'changed',
				options: [
					{ name: 'Changed', value: 'changed' },
					{ name: 'Error', value: 'error' },
					{ name: 'New', value: 'new' },
					{ name: 'Removed', value: 'removed' },
					{ name: 'Same', value: 'same' },
				],
				description: 'Return only the pages with this status',
			},
		]),
	],
	simplifies: true,
	output: checkPage,
	input: z
		.object({ monitorId, checkId, ...listValues, status: z.enum(pageStatuses).optional() })
		.strict(),
	toRequest: (values) =>
		checkPagesRequest(values.monitorId, values.checkId, limitOf(values), filterOf(values.status)),
	execute: (request, session, values) => collectCheck(request, session, limitOf(values)),
	toParts: (answer, { simplify }, values) =>
		simplify ? toPageParts(answer, values.monitorId) : [{ json: answer }],
	notices: (answer, { status }) => [
		...unfinishedNotices(dataIn(answer)),
		...(objectsIn(dataIn(answer).pages).length > 0
			? []
			: [status === undefined ? noCheckPages : noPagesWithStatus]),
	],
});

export const getChecks = defineOperation({
	value: 'getChecks',
	name: 'Get Checks',
	action: 'Get monitor checks',
	description: 'List the checks of a monitor, one item per check, newest first',
	toolDescription:
		'Lists the checks of a monitor with their status, their cost, and the numbers of new, changed, removed, and unchanged pages. Needs the monitor ID.',
	fields: [
		monitorIdField,
		...listFields,
		optionsField([
			{
				displayName: 'Check Status',
				name: 'status',
				type: 'options',
				default: 'completed',
				options: [
					{ name: 'Completed', value: 'completed' },
					{ name: 'Failed', value: 'failed' },
					{ name: 'Partial', value: 'partial', description: 'Some pages could not be checked' },
					{ name: 'Queued', value: 'queued' },
					{ name: 'Running', value: 'running' },
					{ name: 'Skipped: No Credits', value: 'skipped_no_credits' },
					{ name: 'Skipped: Overlap', value: 'skipped_overlap' },
				],
				description: 'Return only the checks with this status',
			},
		]),
	],
	output: check,
	input: z.object({ monitorId, ...listValues, status: z.enum(checkStatuses).optional() }).strict(),
	toRequest: (values) =>
		listChecksRequest(values.monitorId, limitOf(values), filterOf(values.status)),
	execute: (request, session, values) =>
		collectData(request, session, offsetReader(limitOf(values))),
	toParts: ({ data }) => objectsIn(data).map((json) => ({ json: withFailure(json) })),
});

const { maxWait, pollInterval } = jobWaitValues;

const formValues = z
	.object({
		monitorId,
		waitForCheck: z.boolean().default(true),
		maxWait,
		whenMaxWaitIsOver: z.enum(['error', 'unfinished']).default('error'),
		pollInterval,
	})
	.strict();

/** The service cannot cancel a check. */
const checkWaitFields = propertiesOf(waitFields('check')).map((field) => ({
	...field,
	options: field.options?.filter((option) => !('value' in option) || option.value !== 'cancel'),
	displayOptions: { show: { waitForCheck: [true] } },
}));

function toCheckParts(answer: JsonObject, simplify: boolean, id: string): OutputPart[] {
	if (!simplify) return [{ json: answer }];
	const { jobId: checkId, outcome } = answer;
	const facts = isObject(answer.data) ? checkFacts(answer) : {};
	return [{ json: { ...facts, checkId, monitorId: id, outcome } }];
}

const checkOf = ({ data }: JsonObject): JsonObject => (isObject(data) ? data : {});

export const run = defineOperation({
	value: 'run',
	name: 'Run',
	action: 'Run monitor now',
	description: 'Check the targets of a monitor now, or attach to the running check',
	toolDescription:
		'Checks the targets of a monitor now and returns the numbers of new, changed, removed, and unchanged pages. Needs the monitor ID. Costs credits for each page. To see the changes, get the check by its ID.',
	fields: [
		monitorIdField,
		{
			displayName: 'Wait for Check',
			name: 'waitForCheck',
			type: 'boolean',
			default: true,
			description:
				'Whether to wait for the check to finish. If off, the node returns only the check ID.',
		},
		...checkWaitFields,
		optionsField([propertyOf('pollInterval', waitOptions('check').pollInterval)]),
	],
	simplifies: true,
	output: check.extend({
		checkId: z.string().optional(),
		outcome: z.enum(['started', 'joined']).optional(),
	}),
	maxParallel: MAX_PARALLEL_JOBS,
	input: formValues,
	toRequest: (values) => runRequest(values.monitorId),
	execute: (_request, session, values) =>
		runCheck(
			values.monitorId,
			session,
			values.waitForCheck ? followSettings({ ...values, cancelOnStop: false }) : undefined,
		),
	toParts: (answer, { simplify }, values) => toCheckParts(answer, simplify, values.monitorId),
	notices: (answer, { waitForCheck }) =>
		waitForCheck ? [...checkNotices(checkOf(answer)), ...unfinishedNotices(checkOf(answer))] : [],
});
