import type { INodeProperties } from 'n8n-workflow';
import { jobEventFields } from './jobEvents.fields';
import { monitorFields } from './monitor.fields';

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
