import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

const text = (displayName: string, name: string, placeholder: string): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	default: '',
	placeholder,
});

const headersField: INodeProperties = {
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
			values: [text('Name', 'name', 'e.g. X-Token'), text('Value', 'value', 'e.g. abc')],
		},
	],
	description: 'Headers of each webhook request',
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
			values: [text('Name', 'name', 'e.g. customer'), text('Value', 'value', 'e.g. 4711')],
		},
	],
	description: 'Values that the service includes in each webhook request',
};

/** The `webhook` of a job. `job` is its name in texts, `events` are the ones that its kind sends. */
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
			description: 'Events to send a request for. All events if none is selected.',
		},
		headersField,
		metadataField,
		{
			...text('URL', 'url', 'e.g. {{ $execution.resumeUrl }}'),
			description: 'URL to send requests to, starting with http:// or https://',
		},
	],
});
