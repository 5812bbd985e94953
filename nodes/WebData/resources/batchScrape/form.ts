import { z } from 'zod';
import { additionalBodyFields, choice, flag, formOf, text, usage, whole } from '../../form/form';
import { unlistedJobId } from '../../form/ids';
import { pageUrlIssue, uuidInPath, withScheme } from '../../form/values';
import { cancelOnStop, waitFields, waitOptions, webhook } from '../../operation/jobWait';
import { pageFormats } from '../../page/formats';
import { pageOptions, zeroDataRetention } from '../../page/options';
import { downloads, failOnPageError } from '../../page/output';
import { scrapeOptionConflicts, toScrapeOptions } from '../../page/values';
import { failedPagesField } from '../../pageJob/form';
import { urlKey } from './outcomes';
import { batchScrapeJob, batchScrapeRoute } from './run';
import type { Issue } from '../../json/json';

const { name: jobName } = batchScrapeJob;

const batchScrapeId = uuidInPath('a batch scrape', 'batch/scrape');

export const jobId = unlistedJobId(jobName, batchScrapeId);

/** Accepts invalid URLs, which are reported separately. */
const lenientUrl = z.string().transform((url) => withScheme(url.trim()));

const urlSources = {
	urlsFrom: choice(
		'URLs From',
		'Where the URLs come from',
		'list',
		{
			list: ['List', 'For each input item, scrape a list of URLs in one job'],
			items: [
				'All Input Items',
				'Scrape the URLs of all input items in one job, and return one item for each input item. Items with different options or settings are scraped in separate jobs.',
			],
		},
		{ role: 'own' },
	),
	urls: text('URLs', 'URLs, one per line. Each page costs 1 credit, or more with some formats.', {
		mark: 'urlList',
		schema: z.array(lenientUrl),
		typeOptions: { rows: 4 },
		required: true,
		placeholder: 'e.g. https://example.com/article\nhttps://example.com/news',
		details: 'A JSON array also works. More than 10,000 URLs are split into several jobs.',
		displayOptions: { show: { urlsFrom: ['list'] } },
	}),
	itemUrl: text(
		'URL',
		'Page URL of each input item. Each page costs 1 credit, or more with some formats.',
		{
			mark: 'reportedLater',
			schema: lenientUrl,
			required: true,
			placeholder: 'e.g. {{ $json.url }}',
			displayOptions: { show: { urlsFrom: ['items'] } },
		},
	),
};

const fields = { ...urlSources, formats: pageFormats() };

/** The options of the batch are those of the open-source server. */
const options = {
	...pageOptions,
	ignoreInvalidURLs: flag(
		'Ignore Invalid URLs',
		'Whether to report invalid URLs as failed pages. If off, one invalid URL fails the whole batch scrape.',
		{
			needed: true,
			schema: z.boolean().default(true),
			default: true,
			details: 'Also applies to URLs that the service does not support.',
		},
	),
	appendToId: text(
		'Append to Job ID',
		'Job ID of an existing batch scrape to add the URLs to. The output contains only the pages of these URLs.',
		{
			ifEmpty: 'error',
			schema: batchScrapeId,
			placeholder: 'e.g. 0192f4c1-7d5e-7c3a-9b1e-2f6a4d8c0b17',
		},
	),
	maxConcurrency: whole(
		'Speed: Max Concurrency',
		"Pages scraped at the same time, by default your plan's maximum",
		{ ifEmpty: 'error', min: 1, default: 10, details: 'At least 1.' },
	),
	webhook: webhook(jobName, {
		started: ['Started', 'The batch scrape was started'],
		page: ['Page', 'A page was scraped, or could not be scraped'],
		completed: ['Completed', 'The batch scrape ended'],
		failed: ['Failed', 'The batch scrape failed. The public service sends Completed instead.'],
	}),
	zeroDataRetention,
	...usage,
	additionalBodyFields,
};

/** By default, each failed page becomes an item, so that the output covers every URL. */
export const failedPages = failedPagesField(jobName, 'items');

export const runForm = formOf(
	{
		...fields,
		...waitFields(jobName, 'pages'),
		failedPages,
		...downloads,
	},
	{ ...options, ...waitOptions(jobName), failOnPageError },
);

export const startForm = formOf(fields, { ...options, cancelOnStop: cancelOnStop(jobName) });

export type StartValues = z.infer<typeof startForm.input>;

type UrlValues = Pick<StartValues, keyof typeof urlSources>;

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

/** The check, the request, and the output need the same URLs. Parsing 10,000 URLs takes up to 20 ms. */
const knownUrls = new WeakMap<UrlValues, CheckedUrl[]>();

function checkedUrls(values: UrlValues): CheckedUrl[] {
	const { urlsFrom, urls = [], itemUrl = '' } = values;
	const known = knownUrls.get(values);
	if (known !== undefined) return known;
	const checked = (urlsFrom === 'items' ? [itemUrl] : urls).map((url) => {
		const issue = url === '' ? 'is empty' : pageUrlIssue(url);
		return { url, issue, key: issue === undefined ? urlKey(url) : url };
	});
	knownUrls.set(values, checked);
	return checked;
}

/** Returns all URLs of the items, including invalid and repeated URLs. */
export const requestedUrls = (batch: readonly UrlValues[]): RequestedUrl[] =>
	batch.flatMap((values, item) => checkedUrls(values).map((url) => ({ ...url, item })));

function urlIssues(values: UrlValues): Issue[] {
	if (values.urlsFrom === 'items') {
		return checkedUrls(values).flatMap(({ issue: message }) =>
			message === undefined ? [] : [{ path: ['itemUrl'], message }],
		);
	}
	if (checkedUrls(values).length === 0) return [{ path: ['urls'], message: 'is required' }];
	return checkedUrls(values).flatMap(({ issue: message }, index) =>
		message === undefined ? [] : [{ path: ['urls', index], message }],
	);
}

/**
 * Returns the issues of an item without a valid URL. `ignoreInvalidURLs` applies only if the request contains at least
 * one valid URL.
 */
export const leftOut = (values: UrlValues): Issue[] =>
	checkedUrls(values).some(({ issue }) => issue === undefined) ? [] : urlIssues(values);

/** The URLs decide which pages are returned and for which items, wherever the URLs come from. */
export const readsFromBody = ['urls', 'ignoreInvalidURLs'];

/** With *All Input Items*, the URL of an item decides which page the item gets. */
const ownerIssues = ({ urlsFrom, urls }: UrlValues): Issue[] =>
	urlsFrom === 'items' && urls !== undefined
		? [
				{
					path: ['urls'],
					message:
						"cannot be combined with 'All Input Items' in {urlsFrom}, because the node could not tell which item each page belongs to. Remove 'urls', or select 'List'",
				},
			]
		: [];

export const startConflicts = (values: StartValues): Issue[] => [
	...ownerIssues(values),
	...(values.ignoreInvalidURLs ? [] : urlIssues(values)),
	...scrapeOptionConflicts(values),
];

/** Returns a key that is equal for items whose URLs can be scraped in one job. */
export const batchKey = (values: StartValues): string | undefined =>
	values.urlsFrom === 'items' ? JSON.stringify({ ...values, itemUrl: undefined }) : undefined;

/** Returns a request with the valid URLs of all items, without duplicates. */
export function toStartRequest(
	{ urls: _list, itemUrl: _url, ...options }: ReturnType<typeof startForm.sent>,
	batch: readonly UrlValues[],
) {
	const byKey = new Map<string, string>();
	for (const { url, issue, key } of batch.flatMap(checkedUrls)) {
		if (issue === undefined && !byKey.has(key)) byKey.set(key, url);
	}
	const body = { urls: [...byKey.values()], ...toScrapeOptions(options) };
	return { route: batchScrapeRoute, body };
}
