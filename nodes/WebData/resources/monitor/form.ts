import { z } from 'zod';
import { objectOf } from '../../form/field';
import {
	additionalBodyFields,
	choice,
	collection,
	flag,
	formOf,
	list,
	returnAll,
	shownIf,
	text,
	usage,
	whole,
} from '../../form/form';
import { idPicker } from '../../form/ids';
import { uuidInPath } from '../../form/values';
import { type Issue, type JsonObject, omitUndefined } from '../../json/json';
import { waitFieldsWithoutCancel, waitOptions, webhook } from '../../operation/jobWait';
import {
	scheduleFields,
	schedule,
	scheduleConflicts,
	type ScheduleValues,
	withSchedule,
} from './schedule';
import { newTargets, targetConflicts, targets, toTarget, type WithTargets } from './targets';

export const monitorEvents = {
	'monitor.page': ['Page', 'Sent for each page, with its differences and judgment'],
	'monitor.check.completed': [
		'Check Completed',
		'Sent once per check, with the number of changed pages',
	],
} as const;

const slack = {
	enabled: flag('Send Messages', 'Whether to send Slack messages about changes'),
	channelId: text('Channel ID', "ID of the channel. Required if 'Send Messages' is on.", {
		maxLength: 64,
		placeholder: 'e.g. C0123456789',
		details: 'Up to 64 characters.',
	}),
	channelName: text('Channel Name', 'Name of the channel, up to 128 characters', {
		maxLength: 128,
		placeholder: 'e.g. price-changes',
	}),
};

const nameTexts = ['Name', 'Name of the monitor, up to 256 characters'] as const;

const nameInput = { maxLength: 256, placeholder: 'e.g. Competitor prices' };

const goal = text(
	'Goal',
	'Changes that matter, judged by a language model. Each judged page costs 1 credit.',
	{
		typeOptions: { rows: 2 },
		maxLength: 2000,
		placeholder: 'e.g. Tell me when a price changes, and ignore new reviews',
		details: "Up to 2,000 characters. Required for search targets, unless 'Judge Changes' is off.",
	},
);

const judgeEnabled = flag(
	'Judge Changes',
	"Whether a language model judges changed pages against 'Goal'. Each judgment costs 1 credit.",
	{ ifEmpty: 'error', default: true, details: "The service's default is on if a goal is set." },
);

const settings = {
	notification: collection(
		'Notification',
		'Notifications about changes, in addition to the webhook',
		{
			email: collection('Email', 'Emails about changes', {
				enabled: flag('Send Emails', 'Whether to send emails about changes'),
				recipients: list(
					'Recipients',
					'Up to 25 email addresses, by default those of your team. Other recipients must confirm first.',
					{
						mark: 'commaList',
						ifEmpty: 'error',
						entry: z.string().email('must be an email address'),
						max: 25,
						button: 'Add Recipient',
						placeholder: 'e.g. name@example.com',
					},
				),
				includeDiffs: flag('Include Diffs', 'Whether to include the changed lines in the emails'),
			}),
			slack: collection(
				'Slack',
				"Slack messages about changes. Connect Slack in the service's dashboard first.",
				slack,
				{
					schema: objectOf(slack).refine(
						({ enabled, channelId }) => enabled !== true || channelId !== undefined,
						{ path: ['channelId'], message: "is required if 'Send Messages' is on" },
					),
				},
			),
		},
		{ placeholder: 'Add Channel' },
	),
	retentionDays: whole('Retention (Days)', 'Days to keep the check results', {
		min: 1,
		max: 365,
		default: 30,
		details: 'From 1 to 365.',
	}),
	origin: usage.origin,
	additionalBodyFields,
};

const options = {
	judgeEnabled,
	// A monitor outlives the execution that creates it.
	webhook: webhook('monitor', monitorEvents, 'e.g. https://example.com/webhook'),
	...settings,
};

/** Fields of a monitor that Web Data Trigger creates. The trigger sets the webhook. */
export const triggerMonitor = {
	fields: {
		name: text(...nameTexts, { ...nameInput, required: true }),
		targets,
		...scheduleFields,
		goal,
	},
	options: { judgeEnabled, ...settings },
};

/** The specification does not document the fields of a monitor request. They are those of the open-source server. */
export const createForm = formOf(triggerMonitor.fields, options);

export const monitorId = idPicker(
	'Monitor',
	'ID of the monitor, from the output of Create or Get Many',
	{
		searchListMethod: 'searchMonitors',
		select: 'a monitor',
		errorMessage: 'Must contain the ID of a monitor, which is a UUID',
		schema: uuidInPath('a monitor', 'monitor'),
	},
);

/** In an update, a list or an object replaces the whole stored value. */
export const updateForm = formOf(
	{ monitorId, targets: newTargets },
	{
		name: text(...nameTexts, nameInput),
		schedule,
		goal,
		...options,
		status: choice(
			'Status',
			'New status of the monitor',
			'paused',
			{
				active: ['Active', 'The service runs checks on the schedule'],
				paused: ['Paused', 'The service runs no checks and charges no credits'],
			},
			{ ifEmpty: 'error' },
		),
	},
	{
		displayName: 'Update Fields',
		placeholder: 'Add Field',
		description: 'Fields to change. A list or a group replaces the previous one completely.',
	},
);

export const monitorIdForm = formOf({ monitorId });

export const checkForm = formOf(
	{
		monitorId,
		checkId: idPicker(
			'Check',
			"ID of the check, from the output of Run or Get Checks, or from the 'checkId' field of a webhook event",
			{
				searchListMethod: 'searchChecks',
				select: 'a check',
				errorMessage: 'Must contain the ID of a check, which is a UUID',
				schema: uuidInPath('a check', 'checks'),
			},
		),
		...returnAll,
	},
	{
		status: choice('Page Status', 'Return only the pages with this status', 'changed', {
			same: 'Same',
			new: 'New',
			changed: 'Changed',
			removed: 'Removed',
			error: 'Error',
		}),
	},
);

export const checksForm = formOf(
	{ monitorId, ...returnAll },
	{
		status: choice('Check Status', 'Return only the checks with this status', 'completed', {
			queued: 'Queued',
			running: 'Running',
			completed: 'Completed',
			failed: 'Failed',
			partial: ['Partial', 'Some pages could not be checked'],
			skipped_overlap: ['Skipped: Overlap', 'Another check of the monitor was still running'],
			skipped_no_credits: 'Skipped: No Credits',
		}),
	},
);

export const runForm = formOf(
	{
		monitorId,
		waitForCheck: flag(
			'Wait for Check',
			'Whether to wait for the check to finish. If off, the node returns only the check ID.',
			{ role: 'own', default: true },
		),
		...shownIf({ waitForCheck: [true] }, waitFieldsWithoutCancel('check')),
	},
	{ pollInterval: waitOptions('check').pollInterval },
);

/** Returns the body of a request. The form shows the targets before the other fields. */
export const toMonitorBody = ({
	targets: entries,
	...values
}: WithTargets & JsonObject): JsonObject =>
	omitUndefined({ ...withSchedule(values), targets: entries?.map(toTarget) });

interface MonitorValues extends WithTargets, ScheduleValues {
	goal?: string;
	judgeEnabled?: boolean;
}

export function monitorConflicts(values: MonitorValues): Issue[] {
	const { targets: entries = [], goal: text, judgeEnabled: isJudged } = values;
	const issues = [...scheduleConflicts(values), ...targetConflicts(values)];
	const hasSearch = entries.some(({ type }) => type === 'search');
	if (text !== undefined || isJudged === false || !hasSearch) return issues;
	const message = 'is required for a search target, unless {judgeEnabled} is off';
	return [...issues, { path: ['goal'], message }];
}
