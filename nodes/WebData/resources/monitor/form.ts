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
	enabled: flag({
		displayName: 'Send Messages',
		description: 'Whether to send Slack messages about changes',
	}),
	channelId: text({
		displayName: 'Channel ID',
		maxLength: 64,
		placeholder: 'e.g. C0123456789',
		description: "ID of the channel. Required if 'Send Messages' is on.",
		details: 'Up to 64 characters.',
	}),
	channelName: text({
		displayName: 'Channel Name',
		maxLength: 128,
		placeholder: 'e.g. price-changes',
		description: 'Name of the channel, up to 128 characters',
	}),
};

const nameDeclaration = {
	displayName: 'Name',
	maxLength: 256,
	placeholder: 'e.g. Competitor prices',
	description: 'Name of the monitor, up to 256 characters',
} as const;

const goal = text({
	displayName: 'Goal',
	typeOptions: { rows: 2 },
	maxLength: 2000,
	placeholder: 'e.g. Tell me when a price changes, and ignore new reviews',
	description: 'Changes that matter, judged by a language model. Each judged page costs 1 credit.',
	details: "Up to 2,000 characters. Required for search targets, unless 'Judge Changes' is off.",
});

const judgeEnabled = flag({
	displayName: 'Judge Changes',
	ifEmpty: 'error',
	default: true,
	description:
		"Whether a language model judges changed pages against 'Goal'. Each judgment costs 1 credit.",
	details: "The service's default is on if a goal is set.",
});

const settings = {
	notification: collection(
		{
			displayName: 'Notification',
			placeholder: 'Add Channel',
			description: 'Notifications about changes, in addition to the webhook',
		},
		{
			email: collection(
				{ displayName: 'Email', description: 'Emails about changes' },
				{
					enabled: flag({
						displayName: 'Send Emails',
						description: 'Whether to send emails about changes',
					}),
					recipients: list({
						displayName: 'Recipients',
						mark: 'commaList',
						ifEmpty: 'error',
						entry: z.string().email('must be an email address'),
						max: 25,
						button: 'Add Recipient',
						placeholder: 'e.g. name@example.com',
						description:
							'Up to 25 email addresses, by default those of your team. Other recipients must confirm first.',
					}),
					includeDiffs: flag({
						displayName: 'Include Diffs',
						description: 'Whether to include the changed lines in the emails',
					}),
				},
			),
			slack: collection(
				{
					displayName: 'Slack',
					schema: objectOf(slack).refine(
						({ enabled, channelId }) => enabled !== true || channelId !== undefined,
						{ path: ['channelId'], message: "is required if 'Send Messages' is on" },
					),
					description:
						"Slack messages about changes. Connect Slack in the service's dashboard first.",
				},
				slack,
			),
		},
	),
	retentionDays: whole({
		displayName: 'Retention (Days)',
		min: 1,
		max: 365,
		default: 30,
		description: 'Days to keep the check results',
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
		name: text({ ...nameDeclaration, required: true }),
		targets,
		...scheduleFields,
		goal,
	},
	options: { judgeEnabled, ...settings },
};

/** The specification does not document the fields of a monitor request. They are those of the open-source server. */
export const createForm = formOf(triggerMonitor.fields, options);

export const monitorId = idPicker({
	displayName: 'Monitor',
	description: 'ID of the monitor, from the output of Create or Get Many',
	searchListMethod: 'searchMonitors',
	select: 'a monitor',
	errorMessage: 'Must contain the ID of a monitor, which is a UUID',
	schema: uuidInPath('a monitor', 'monitor'),
});

/** In an update, a list or an object replaces the whole stored value. */
export const updateForm = formOf(
	{ monitorId, targets: newTargets },
	{
		name: text(nameDeclaration),
		schedule,
		goal,
		...options,
		status: choice(
			{
				displayName: 'Status',
				ifEmpty: 'error',
				default: 'paused',
				description: 'New status of the monitor',
			},
			{
				active: ['Active', 'The service runs checks on the schedule'],
				paused: ['Paused', 'The service runs no checks and charges no credits'],
			},
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
		checkId: idPicker({
			displayName: 'Check',
			description:
				"ID of the check, from the output of Run or Get Checks, or from the 'checkId' field of a webhook event",
			searchListMethod: 'searchChecks',
			select: 'a check',
			errorMessage: 'Must contain the ID of a check, which is a UUID',
			schema: uuidInPath('a check', 'checks'),
		}),
		...returnAll,
	},
	{
		status: choice(
			{
				displayName: 'Page Status',
				default: 'changed',
				description: 'Return only the pages with this status',
			},
			{ same: 'Same', new: 'New', changed: 'Changed', removed: 'Removed', error: 'Error' },
		),
	},
);

export const checksForm = formOf(
	{ monitorId, ...returnAll },
	{
		status: choice(
			{
				displayName: 'Check Status',
				default: 'completed',
				description: 'Return only the checks with this status',
			},
			{
				queued: 'Queued',
				running: 'Running',
				completed: 'Completed',
				failed: 'Failed',
				partial: ['Partial', 'Some pages could not be checked'],
				skipped_overlap: ['Skipped: Overlap', 'Another check of the monitor was still running'],
				skipped_no_credits: 'Skipped: No Credits',
			},
		),
	},
);

export const runForm = formOf(
	{
		monitorId,
		waitForCheck: flag({
			displayName: 'Wait for Check',
			role: 'own',
			default: true,
			description:
				'Whether to wait for the check to finish. If off, the node returns only the check ID.',
		}),
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
