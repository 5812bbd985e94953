import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { nameValuesField } from './nameValues.field';

const webhookHeadersField = nameValuesField({
	displayName: 'Headers',
	name: 'headers',
	entry: 'header',
	nameExample: 'X-Token',
	valueExample: 'abc',
	description: 'Headers for each webhook request',
});

const metadataField = nameValuesField({
	displayName: 'Metadata',
	name: 'metadata',
	entry: 'entry',
	nameExample: 'customer',
	valueExample: '4711',
	description: 'Values that the service includes in each webhook request',
});

export const webhookField = (job: string, events: INodePropertyOptions[]): INodeProperties => ({
	displayName: 'Webhook',
	name: 'webhook',
	type: 'collection',
	default: {},
	placeholder: 'Add Field',
	description: `Webhook that receives the events of the ${job}`,
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
		{
			displayName: 'URL',
			name: 'url',
			type: 'string',
			default: '',
			placeholder: 'e.g. {{ $execution.resumeUrl }}',
			description: 'URL that receives the webhook requests. Must start with http:// or https://.',
		},
	],
});
