import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { propertyOf } from '../../form/field';
import { additionalBodyFields, choice, choices, flag, formOf, list, text } from '../../form/form';
import { validateFields } from '../../form/issues';
import { showIf } from '../../form/marks';
import { nameValues } from '../../form/rows';
import { headerName, nonBlank } from '../../form/values';
import type { Issue, JsonObject } from '../../json/json';
import { deepMerge } from '../../operation/body';
import {
	monitorConflicts,
	monitorEvents,
	toMonitorBody,
	triggerMonitor,
} from '../../resources/monitor/form';
import { eventLabels, isEventName, OTHER_TYPES } from './event';

const DEFAULT_SIGNATURE_HEADER = 'X-Firecrawl-Signature';

const notice = (name: string, displayName: string): INodeProperties => ({
	displayName,
	name,
	type: 'notice',
	default: '',
});

/** The first field of each form. The node shows it once, before the notices. */
const source = <Value extends 'jobEvents' | 'monitor'>(value: Value) =>
	choice(
		// n8n's node panel shows an entry for each value of the first field with this label.
		'Trigger On',
		'Source of the events',
		'jobEvents',
		{
			jobEvents: [
				'Events Sent to This URL',
				"Events of crawls, batch scrapes, agent runs, and monitors that use this node's URL as their webhook",
				'On webhook event',
			],
			monitor: [
				'Monitor',
				'Changes to pages that the service checks on a schedule while the workflow is active',
				'On monitor event',
			],
		},
		{ role: 'own', noDataExpression: true, schema: z.literal(value) },
	);

const deliveryOptions = {
	onlyMeaningful: flag(
		'Only Meaningful Changes',
		'Whether to ignore changes that the service judged as not meaningful. Pages without a judgment still start the workflow.',
		{ role: 'own' },
	),
	pageStatuses: choices(
		'Page Statuses',
		"Page statuses of a monitor's events that start the workflow. By default, all statuses start the workflow.",
		{ same: 'Same', new: 'New', changed: 'Changed', error: 'Error' },
		{ role: 'own', schema: z.array(z.string()) },
	),
	readStatus: flag(
		'Include Current Status',
		"Whether to read the current job status from the service before the workflow starts. Each item then contains the status in 'current'. Free of charge.",
		{ role: 'own' },
	),
	signatureHeader: text(
		'Signature Header',
		"Name of the header that contains the event signature. Used only if the credential contains a 'Webhook Secret'.",
		{
			role: 'own',
			default: DEFAULT_SIGNATURE_HEADER,
			schema: z.string().trim().pipe(headerName),
			placeholder: `e.g. ${DEFAULT_SIGNATURE_HEADER}`,
		},
	),
};

const urlEventForm = formOf(
	{
		source: source('jobEvents'),
		eventTypes: choices(
			'Events',
			'Event types that start the workflow. If none is selected, all types start the workflow.',
			{ ...eventLabels, [OTHER_TYPES]: ['Other', 'Types that are not in this list'] },
			{
				role: 'own',
				schema: z.array(
					z
						.string()
						.trim()
						.refine(isEventName, 'must be an event type, such as crawl.completed or page'),
				),
			},
		),
	},
	{
		jobIds: list(
			'Job IDs',
			'IDs of the jobs whose events start the workflow. By default, the events of all jobs start the workflow.',
			{
				role: 'own',
				ifEmpty: 'error',
				mark: 'commaList',
				entry: z.string().trim().uuid('must be the ID of a job, which is a UUID').toLowerCase(),
				button: 'Add Job ID',
				placeholder: 'e.g. 0192f4c1-7d5e-7c3a-9b1e-2f6a4d8c0b17',
			},
		),
		metadataFilter: nameValues(
			'Metadata',
			"Metadata entries that the event must contain. The entries are set in the 'Metadata' field of the webhook that sends the event.",
			'Entry',
			['customer', '4711'],
			{ role: 'own', ifEmpty: 'error', schema: z.record(nonBlank, z.string()) },
		),
		...deliveryOptions,
	},
);

export const urlEventFields: readonly INodeProperties[] = [
	notice(
		'urlNotice',
		"Copy the production URL above to the 'Webhook URL' field of a crawl, a batch scrape, an agent run, or a monitor. The service then sends the events to this node.",
	),
	// Always visible, because n8n forms cannot check whether the credential contains a webhook secret.
	notice(
		'secretNotice',
		"Without 'Webhook Secret' in the credential, the node does not verify events. Anyone who knows the URL can start the workflow.",
	),
	...urlEventForm.fields.slice(1),
];

const monitorForm = formOf(
	{
		source: source('monitor'),
		...triggerMonitor.fields,
		events: choices(
			'Events',
			'Events that start the workflow. If none is selected, all events start the workflow.',
			monitorEvents,
			{ role: 'own' },
		),
		onDeactivation: choice(
			'When Deactivated',
			'How to handle the monitor when the workflow is deactivated',
			'delete',
			{
				delete: [
					'Delete the Monitor',
					'After the next activation, the first check reports all pages as new',
				],
				pause: [
					'Pause the Monitor',
					'After the next activation, the first check reports the changes since the last check',
				],
			},
			{ role: 'own' },
		),
	},
	{
		...triggerMonitor.options,
		...deliveryOptions,
		/** An operation receives these fields separately, but the trigger keeps them with its other values. */
		additionalBodyFields: {
			...additionalBodyFields,
			role: 'sent' as const,
			type: () => z.record(z.unknown()).optional(),
		},
	},
);

export const monitorFields: readonly INodeProperties[] = [
	notice(
		'costNotice',
		'Each check of the monitor costs credits while the workflow is active. <b>Execute step</b> creates a second monitor for a single check. The second monitor is paused when n8n stops listening. The service must be able to reach the URLs above.',
	),
	...monitorForm.fields.slice(1),
];

const showFor = (
	value: 'jobEvents' | 'monitor',
	fields: readonly INodeProperties[],
): INodeProperties[] => fields.map((field) => showIf({ source: [value] }, field));

export const triggerProperties: INodeProperties[] = [
	propertyOf('source', source('jobEvents')),
	...showFor('jobEvents', urlEventFields),
	...showFor('monitor', monitorFields),
];

export type MonitorValues = z.infer<typeof monitorForm.input>;
export type TriggerValues = z.infer<typeof urlEventForm.input> | MonitorValues;

export function validateTrigger(
	values: JsonObject,
): { values: TriggerValues } | { issues: Issue[] } {
	if (values.source !== 'monitor') return validateFields(urlEventForm.input, values);
	const checked = validateFields(monitorForm.input, values);
	const issues = 'issues' in checked ? checked.issues : monitorConflicts(checked.values);
	return issues.length === 0 ? checked : { issues };
}

/** Returns the request body for the trigger's monitor, without the webhook. */
export function toTriggerMonitor(values: MonitorValues): JsonObject {
	const { additionalBodyFields: additions = {}, ...monitor } = monitorForm.sent(values);
	return deepMerge(toMonitorBody(monitor), additions);
}
