import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { jobEventTypes, OTHER_TYPES } from '../../api/webhook/eventFilter';
import { nameValuesField } from '../common/nameValues.field';
import { optionsGroup } from '../common/options.fields';
import { commaList } from '../form/marks';
import { deliveryOptions, secretNotice } from './delivery.fields';

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
