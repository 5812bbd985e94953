import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import type { ApiRequest } from '../../client/request';
import { reworded } from '../../form/fields';
import { propertyOf } from '../../form/form';
import type { ContractIssue } from '../../form/issues';
import { textList } from '../../form/marks';
import { additionalBodyFieldsField, usageFields } from '../../form/shared';
import {
	integration,
	nonBlank,
	pageUrl,
	pageUrlIssue,
	uuidInPath,
	wholeNumber,
	withScheme,
} from '../../form/values';
import { webhook } from '../../operation/jobWait';
import { scrapeOptionFields, zeroDataRetentionField } from '../../page/options';
import { scrapeOptions } from '../../page/scrapeOptions';
import { formOnlyOptions, scrapeOptionConflicts, toScrapeOptions } from '../../page/values';
import { urlKey } from './outcomes';
import { batchScrapeJob } from './run';

const batchWebhook = webhook(batchScrapeJob.name, {
	started: ['Started', 'The batch scrape was started'],
	page: ['Page', 'A page was scraped, or could not be scraped'],
	completed: ['Completed', 'The batch scrape ended'],
	failed: ['Failed', 'The batch scrape failed. The public service sends Completed instead.'],
});

export const batchScrapeJobId = uuidInPath('a batch scrape', 'batch/scrape');

/** Accepts invalid URLs, which are reported separately. */
const lenientUrls = z
	.array(z.string())
	.transform((urls) => urls.map((text) => withScheme(text.trim())));

/** Body of a start request, without the URLs. The fields were observed in the live API. */
export const batchScrapeOptions = scrapeOptions
	.omit({ toolDetail: true })
	.extend({
		ignoreInvalidURLs: z.boolean().default(true),
		appendToId: batchScrapeJobId.optional(),
		maxConcurrency: wholeNumber.min(1).optional(),
		webhook: batchWebhook.type(),
		zeroDataRetention: z.boolean().optional(),
		origin: nonBlank.optional(),
		integration: integration.optional(),
	})
	.strict();

export const urlSources = {
	urlsFrom: z.enum(['list', 'items']).default('list'),
	/** All URLs of the batch, if `urlsFrom` is `list`. */
	urls: lenientUrls.optional(),
	/** URL from one input item, if `urlsFrom` is `items`. */
	itemUrl: pageUrl.optional(),
};

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
	propertyOf('webhook', reworded(batchWebhook, { displayName: 'Batch: Webhook' })),
];

const batchScrapeValues = batchScrapeOptions.extend(urlSources);

export const startValues = batchScrapeValues.extend(formOnlyOptions);

export type StartValues = z.infer<typeof startValues>;

type UrlValues = Pick<z.infer<typeof batchScrapeValues>, keyof typeof urlSources>;

interface CheckedUrl {
	url: string;
	/** Reason why the URL is invalid. Requests contain only valid URLs. */
	issue?: string;
	/** Equal for different spellings of a valid URL. */
	key: string;
}

export interface RequestedUrl extends CheckedUrl {
	item: number;
}

const urlsOfItem = ({ urlsFrom, urls = [], itemUrl = '' }: UrlValues): string[] =>
	urlsFrom === 'items' ? [itemUrl] : urls;

function checkUrls(values: UrlValues): CheckedUrl[] {
	return urlsOfItem(values).map((url) => {
		const issue = pageUrlIssue(url);
		return { url, issue, key: issue === undefined ? urlKey(url) : url };
	});
}

/** The check, the request, and the output need the same URLs. Parsing 10,000 URLs takes up to 20 ms. */
const knownUrls = new WeakMap<UrlValues, CheckedUrl[]>();

function checkedUrls(values: UrlValues): CheckedUrl[] {
	const urls = knownUrls.get(values) ?? checkUrls(values);
	knownUrls.set(values, urls);
	return urls;
}

export const requestedUrls = (batch: readonly UrlValues[]): RequestedUrl[] =>
	batch.flatMap((values, item) => checkedUrls(values).map((url) => ({ ...url, item })));

/** Returns the valid URLs without duplicates. */
function urlsToSend(batch: readonly UrlValues[]): string[] {
	const byKey = new Map<string, string>();
	for (const values of batch) {
		for (const { url, issue, key } of checkedUrls(values)) {
			if (issue === undefined && !byKey.has(key)) byKey.set(key, url);
		}
	}
	return [...byKey.values()];
}

/** `ignoreInvalidURLs` applies only if the list contains at least one valid URL. */
function urlConflicts(values: UrlValues & { ignoreInvalidURLs: boolean }): ContractIssue[] {
	const { urlsFrom, urls = [], itemUrl, ignoreInvalidURLs } = values;
	if (urlsFrom === 'items') {
		return itemUrl === undefined ? [{ path: ['itemUrl'], message: 'is required' }] : [];
	}
	if (urls.length === 0) return [{ path: ['urls'], message: 'is required' }];
	const issues = checkedUrls(values).flatMap(({ issue: message }, index): ContractIssue[] =>
		message === undefined ? [] : [{ path: ['urls', index], message }],
	);
	return ignoreInvalidURLs && issues.length < urls.length ? [] : issues;
}

export const startConflicts = (values: StartValues): ContractIssue[] => [
	...urlConflicts(values),
	...scrapeOptionConflicts(values),
];

/** Returns a key that is equal for items whose URLs can be scraped in one job. */
export function batchKey({ itemUrl: _url, ...values }: StartValues): string | undefined {
	return values.urlsFrom === 'items' ? JSON.stringify(values) : undefined;
}

export function toStartRequest(values: StartValues, batch: readonly StartValues[]): ApiRequest {
	const { urlsFrom: _from, urls: _urls, itemUrl: _url, ...options } = values;
	const urls = urlsToSend(batch);
	return batchScrapeJob.start({ urls, ...toScrapeOptions(options) });
}
