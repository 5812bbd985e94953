import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { batchScrapeJob } from '../../api/batchScrape/job';
import { additionalBodyFieldsField } from '../common/additionalBody.field';
import { scrapeOptionFields } from '../common/scrapeOptions/options.fields';
import { zeroDataRetentionField } from '../common/scrapeOptions/privacy.fields';
import { usageFields } from '../common/usage.fields';
import { webhookField } from '../common/webhook.fields';
import { textList } from '../form/marks';

const onlyForList = { show: { urlsFrom: ['list'] } };

export const urlFields: INodeProperties[] = [
	{
		displayName: 'URLs From',
		name: 'urlsFrom',
		type: 'options',
		default: 'list',
		options: [
			{
				name: 'All Input Items',
				value: 'items',
				description:
					'Scrape the URLs of all input items in one job, and return one item for each input item. Items with different options or settings are scraped in separate jobs.',
			},
			{
				name: 'List',
				value: 'list',
				description: 'Scrape a list of URLs in one job for each input item',
			},
		],
		description: 'Where the URLs come from',
	},
	textList({
		displayName: 'URLs',
		name: 'urls',
		type: 'string',
		typeOptions: { rows: 4 },
		default: '',
		required: true,
		placeholder: 'e.g. https://example.com/article',
		description:
			'URLs of the pages, one per line. A JSON array, or an expression that returns a list, also works. More than 10,000 URLs are split into several jobs.',
		displayOptions: onlyForList,
	}),
	{
		displayName: 'URL',
		name: 'itemUrl',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. {{ $json.url }}',
		description: 'Expression that returns the page URL of each input item',
		displayOptions: { show: { urlsFrom: ['items'] } },
	},
];

const webhookEvents: INodePropertyOptions[] = [
	{ name: 'Completed', value: 'completed', description: 'The batch scrape ended' },
	{
		name: 'Failed',
		value: 'failed',
		description: 'The batch scrape failed. The public service sends Completed instead.',
	},
	{ name: 'Page', value: 'page', description: 'A page was scraped, or could not be scraped' },
	{ name: 'Started', value: 'started', description: 'The batch scrape was started' },
];

export const startOptions: INodeProperties[] = [
	// `toolDetail` has no effect without 'Domain Tools', which this operation does not offer.
	...scrapeOptionFields().filter(({ name }) => name !== 'toolDetail'),
	zeroDataRetentionField,
	additionalBodyFieldsField,
	{
		displayName: 'Batch: Append to Job ID',
		name: 'appendToId',
		type: 'string',
		default: '',
		placeholder: 'e.g. 0192f4c1-7d5e-7c3a-9b1e-2f6a4d8c0b17',
		description:
			'Job ID of an existing batch scrape to add the URLs to. The output contains only the pages of these URLs.',
	},
	{
		displayName: 'Batch: Ignore Invalid URLs',
		name: 'ignoreInvalidURLs',
		type: 'boolean',
		default: true,
		description:
			'Whether to skip URLs that are invalid or not supported and scrape the others. Skipped URLs are reported as failed pages. If off, one such URL fails the whole batch.',
	},
	{
		displayName: 'Batch: Max Concurrency',
		name: 'maxConcurrency',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 10,
		description:
			"Maximum number of pages that the service scrapes at the same time, at least 1. The default is your plan's maximum.",
	},
	...usageFields,
	{ ...webhookField(batchScrapeJob.name, webhookEvents), displayName: 'Batch: Webhook' },
];
