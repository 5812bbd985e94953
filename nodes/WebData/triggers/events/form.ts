import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { z } from 'zod';
import { deepMerge } from '../../operation/body';
import { type ContractIssue, issuesOf } from '../../form/issues';
import { commaList } from '../../form/marks';
import { nameValuesField, optionsGroup } from '../../form/shared';
import { nonBlank } from '../../form/values';
import type { JsonObject } from '../../json/json';
import {
	createValues,
	goalField,
	monitorConflicts,
	monitorEventOptions,
	monitorEvents,
	monitorId,
	monitorIdField,
	monitorOptions,
	nameField,
	scheduleField,
	toMonitorBody,
} from '../../resources/monitor/form';
import { targetsField } from '../../resources/monitor/targets';
import { jobEventTypes, OTHER_TYPES } from './event';

const DEFAULT_SIGNATURE_HEADER = 'X-Firecrawl-Signature';

/** The notice is always visible, because n8n forms cannot check whether the credential contains a webhook secret. */
const secretNotice: INodeProperties = {
	displayName:
		"Without 'Webhook Secret' in the credential, the node does not verify events. Anyone who knows the URL can start the workflow.",
	name: 'secretNotice',
	type: 'notice',
	default: '',
};

const deliveryOptions: readonly INodeProperties[] = [
	{
		displayName: 'Read Status',
		name: 'readStatus',
		type: 'boolean',
		default: false,
		description:
			"Whether to read the current job status from the service before the workflow starts. Each item then contains the status in 'current'. Free of charge.",
	},
	{
		displayName: 'Signature Header',
		name: 'signatureHeader',
		type: 'string',
		default: DEFAULT_SIGNATURE_HEADER,
		placeholder: `e.g. ${DEFAULT_SIGNATURE_HEADER}`,
		description:
			"Name of the header that contains the event signature. Used only if the credential contains a 'Webhook Secret'.",
	},
];

const jobNames: Readonly<Record<string, string>> = {
	agent: 'Agent',
	batch_scrape: 'Batch Scrape',
	crawl: 'Crawl',
};

/** Event names that the form and the API spell differently. */
const eventNames: Readonly<Record<string, string>> = { cancelled: 'Canceled' };

const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Returns an option such as `Crawl Completed` for the event type `crawl.completed`. */
function typeOption(value: string): INodePropertyOptions {
	const [job = '', event = ''] = value.split('.');
	return { name: `${jobNames[job] ?? job} ${eventNames[event] ?? capitalize(event)}`, value };
}

const eventTypesField: INodeProperties = {
	displayName: 'Event Types',
	name: 'eventTypes',
	type: 'multiOptions',
	default: [],
	options: [
		...jobEventTypes.map(typeOption),
		{
			name: 'Other',
			value: OTHER_TYPES,
			description: 'Types that are not in this list',
		},
	],
	description:
		'Event types that start the workflow. If none is selected, all types start the workflow.',
};

const metadataFilterField = nameValuesField({
	displayName: 'Metadata',
	name: 'metadataFilter',
	entry: 'entry',
	nameExample: 'customer',
	valueExample: '4711',
	description:
		"Metadata entries that the event must contain. The entries are set in the 'Metadata' field of the job's webhook.",
});

const jobOptions: readonly INodeProperties[] = [
	commaList({
		displayName: 'Job IDs',
		name: 'jobIds',
		type: 'string',
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Job ID' },
		default: [],
		placeholder: 'e.g. 0192f4c1-7d5e-7c3a-9b1e-2f6a4d8c0b17',
		description:
			'IDs of the jobs whose events start the workflow. If empty, the events of all jobs start the workflow.',
	}),
	metadataFilterField,
	...deliveryOptions,
];

export const jobEventFields: readonly INodeProperties[] = [
	{
		displayName:
			"Copy the production URL above to the 'Webhook' > 'URL' field of a crawl, a batch scrape, or an agent run. The service then sends the events to this node.",
		name: 'urlNotice',
		type: 'notice',
		default: '',
	},
	secretNotice,
	eventTypesField,
	optionsGroup(jobOptions),
];

const showForMode = (mode: string, field: INodeProperties): INodeProperties => ({
	...field,
	displayOptions: { show: { monitorMode: [mode] } },
});

const eventsField: INodeProperties = {
	displayName: 'Events',
	name: 'events',
	type: 'multiOptions',
	default: [],
	options: monitorEventOptions,
	description:
		'Events that start the workflow. If none is selected, all events start the workflow.',
};

const onDeactivationField: INodeProperties = {
	displayName: 'When Deactivated',
	name: 'onDeactivation',
	type: 'options',
	default: 'delete',
	options: [
		{
			name: 'Delete the Monitor',
			value: 'delete',
			description: 'After the next activation, the first check reports all pages as new',
		},
		{
			name: 'Pause the Monitor',
			value: 'pause',
			description:
				'After the next activation, the first check compares the pages with the last check',
		},
	],
	description: 'How to handle the monitor when the workflow is deactivated',
};

const pageOptions: readonly INodeProperties[] = [
	{
		displayName: 'Only Meaningful Changes',
		name: 'onlyMeaningful',
		type: 'boolean',
		default: false,
		description:
			'Whether to ignore pages whose changes were judged not meaningful. Pages without a judgment still start the workflow.',
	},
	{
		displayName: 'Page Statuses',
		name: 'pageStatuses',
		type: 'multiOptions',
		default: [],
		options: [
			{ name: 'Changed', value: 'changed' },
			{ name: 'Error', value: 'error' },
			{ name: 'New', value: 'new' },
			{ name: 'Same', value: 'same' },
		],
		description:
			'Page statuses that start the workflow. If none is selected, all statuses start the workflow.',
	},
];

const optionsOf = (options: readonly INodeProperties[]): INodeProperties =>
	optionsGroup([...options, ...pageOptions, ...deliveryOptions]);

/** The webhook is omitted, because the trigger sets the webhook of its monitor. */
const ownMonitorOptions = monitorOptions.filter(({ name }) => name !== 'webhook');

export const monitorFields: readonly INodeProperties[] = [
	{
		displayName: 'Specify Monitor',
		name: 'monitorMode',
		type: 'options',
		noDataExpression: true,
		default: 'create',
		options: [
			{
				name: 'Create When Activated',
				value: 'create',
				description: 'Create a monitor that runs while the workflow is active',
			},
			{
				name: 'Use Existing',
				value: 'existing',
				description: 'Add the webhook of this node to a monitor that has no webhook',
			},
		],
		description: 'Monitor that sends the events',
	},
	showForMode('create', {
		displayName:
			'The monitor costs credits for each check while the workflow is active. <b>Execute step</b> creates a second monitor, runs one check, and pauses the second monitor when n8n stops listening. The service must be able to reach the URLs above.',
		name: 'costNotice',
		type: 'notice',
		default: '',
	}),
	showForMode('existing', {
		displayName:
			'<b>Execute step</b> runs one check of the monitor, which costs credits. The service must be able to reach the URLs above.',
		name: 'checkNotice',
		type: 'notice',
		default: '',
	}),
	showForMode('existing', monitorIdField),
	showForMode('create', { ...nameField, required: true }),
	showForMode('create', targetsField('Up to 50 targets to watch')),
	showForMode('create', scheduleField),
	showForMode('create', goalField),
	eventsField,
	showForMode('create', onDeactivationField),
	showForMode('create', optionsOf(ownMonitorOptions)),
	showForMode('existing', optionsOf([])),
];

const HEADER_NAME = /^[!#$%&'*+.^`|~\w-]+$/;

const delivery = {
	readStatus: z.boolean().optional(),
	signatureHeader: z
		.string()
		.trim()
		.regex(HEADER_NAME, 'must be the name of an HTTP header')
		.default(DEFAULT_SIGNATURE_HEADER),
};

const jobEventValues = z.object({
	source: z.literal('jobEvents'),
	eventTypes: z.array(z.string()).optional(),
	jobIds: z
		.array(z.string().trim().uuid('must be the ID of a job, which is a UUID').toLowerCase())
		.optional(),
	metadataFilter: z.record(nonBlank, z.string()).optional(),
	...delivery,
});

const monitorDelivery = {
	source: z.literal('monitor'),
	events: z.array(z.enum(monitorEvents)).optional(),
	pageStatuses: z.array(z.string()).optional(),
	onlyMeaningful: z.boolean().optional(),
	...delivery,
};

const ownMonitorValues = createValues.omit({ webhook: true }).extend({
	monitorMode: z.literal('create'),
	onDeactivation: z.enum(['delete', 'pause']),
	additionalBodyFields: z.record(z.unknown()).optional(),
	...monitorDelivery,
});

const existingMonitorValues = z.object({
	monitorMode: z.literal('existing'),
	monitorId,
	...monitorDelivery,
});

export type OwnMonitorValues = z.infer<typeof ownMonitorValues>;
export type ExistingMonitorValues = z.infer<typeof existingMonitorValues>;
export type MonitorSourceValues = OwnMonitorValues | ExistingMonitorValues;
export type TriggerValues = z.infer<typeof jobEventValues> | MonitorSourceValues;

const schemaFor = ({ source, monitorMode }: JsonObject) => {
	if (source !== 'monitor') return jobEventValues;
	return monitorMode === 'existing' ? existingMonitorValues : ownMonitorValues;
};

const conflictsOf = (values: TriggerValues): ContractIssue[] =>
	values.source === 'monitor' && values.monitorMode === 'create' ? monitorConflicts(values) : [];

export function checkTrigger(
	values: JsonObject,
): { values: TriggerValues } | { issues: ContractIssue[] } {
	const checked = schemaFor(values).safeParse(values);
	if (!checked.success) return { issues: issuesOf(checked.error, values) };
	const issues = conflictsOf(checked.data);
	return issues.length === 0 ? { values: checked.data } : { issues };
}

/** Returns the request body for the trigger's monitor, without the webhook. */
export function toTriggerMonitor({
	source: _source,
	monitorMode: _mode,
	onDeactivation: _onDeactivation,
	events: _events,
	pageStatuses: _pageStatuses,
	onlyMeaningful: _onlyMeaningful,
	readStatus: _readStatus,
	signatureHeader: _signatureHeader,
	additionalBodyFields = {},
	...monitor
}: OwnMonitorValues): JsonObject {
	return deepMerge(toMonitorBody(monitor), additionalBodyFields);
}

const sourceField: INodeProperties = {
	displayName: 'Source',
	name: 'source',
	type: 'options',
	noDataExpression: true,
	default: 'jobEvents',
	options: [
		{
			name: 'Job Events',
			value: 'jobEvents',
			description:
				"Events from crawls, batch scrapes, and agent runs that use this node's URL as their webhook",
		},
		{
			name: 'Monitor',
			value: 'monitor',
			description: 'Changes to pages that the service checks on a schedule',
		},
	],
	description: 'Source of the events',
};

const showForSource = (source: string, fields: readonly INodeProperties[]): INodeProperties[] =>
	fields.map((field) => ({
		...field,
		displayOptions: {
			...field.displayOptions,
			show: { ...field.displayOptions?.show, source: [source] },
		},
	}));

export const triggerProperties: INodeProperties[] = [
	sourceField,
	...showForSource('jobEvents', jobEventFields),
	...showForSource('monitor', monitorFields),
];
