import type { INodeProperties } from 'n8n-workflow';
import { optionsGroup } from '../common/options.fields';
import { monitorIdField } from '../monitor/ids.fields';
import {
	goalField,
	monitorEventOptions,
	monitorOptions,
	nameField,
} from '../monitor/monitor.fields';
import { scheduleField } from '../monitor/schedule.field';
import { targetsField } from '../monitor/targets.field';
import { deliveryOptions } from './delivery.fields';

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
