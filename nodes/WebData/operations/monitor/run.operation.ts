import { z } from 'zod';
import { runCheck } from '../../api/monitor/checkJob';
import { monitorId } from '../../api/monitor/monitorRequest';
import { check } from '../../api/monitor/monitorResponse';
import { runRequest } from '../../api/monitor/requests';
import { isObject, type JsonObject } from '../../api/http/response';
import { waitFields, waitOptions } from '../common/jobWait.fields';
import { followSettings, jobWaitValues, MAX_PARALLEL_JOBS } from '../common/jobWait';
import { optionsField } from '../common/options.fields';
import { defineOperation, type OutputPart } from '../operation';
import { monitorIdField } from './ids.fields';
import { checkFacts, checkNotices, unfinishedNotices } from './output';

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
const checkWaitFields = waitFields('check').map((field) => ({
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
		optionsField(waitOptions('check').filter(({ name }) => name === 'pollInterval')),
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
