import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

const textField = (
	displayName: string,
	name: string,
	placeholder: string,
	description: string,
): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	default: '',
	placeholder,
	description,
});

const webhookHeadersField: INodeProperties = {
	displayName: 'Headers',
	name: 'headers',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	default: {},
	placeholder: 'Add Header',
	options: [
		{
			displayName: 'Header',
			name: 'header',
			values: [
				textField('Name', 'name', 'e.g. X-Token', 'Name of the header'),
				textField('Value', 'value', 'e.g. abc', 'Value of the header'),
			],
		},
	],
	description: 'Headers for each webhook request',
};

const metadataField: INodeProperties = {
	displayName: 'Metadata',
	name: 'metadata',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	default: {},
	placeholder: 'Add Entry',
	options: [
		{
			displayName: 'Entry',
			name: 'entry',
			values: [
				textField('Name', 'name', 'e.g. customer', 'Name of the entry'),
				textField('Value', 'value', 'e.g. 4711', 'Value of the entry'),
			],
		},
	],
	description: 'Values that the service includes in each webhook request',
};

/**
 * Returns the `webhook` field of a job. `job` is the job's name in texts; `events` lists the event types of the job.
 */
export const webhookField = (job: string, events: INodePropertyOptions[]): INodeProperties => ({
	displayName: 'Webhook',
	name: 'webhook',
	type: 'collection',
	default: {},
	placeholder: 'Add Field',
	description: `Requests that the service sends to a URL while the ${job} is running`,
	options: [
		{
			displayName: 'Events',
			name: 'events',
			type: 'multiOptions',
			default: [],
			options: events,
			description:
				'Events that trigger a webhook request. If none is selected, all events trigger a request.',
		},
		webhookHeadersField,
		metadataField,
		textField(
			'URL',
			'url',
			'e.g. {{ $execution.resumeUrl }}',
			'URL that receives the requests, starting with http:// or https://',
		),
	],
});
