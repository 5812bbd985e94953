import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import type { ApiRequest } from '../../client/request';
import { propertyOf } from '../../form/form';
import type { ContractIssue } from '../../form/issues';
import { nonEmpty, nonEmptyExpression } from '../../form/marks';
import { additionalBodyFieldsField, usageFields } from '../../form/shared';
import {
	integration,
	nonBlank,
	pageUrl,
	textUpTo,
	uuidInPath,
	wholeNumber,
} from '../../form/values';
import type { JsonObject } from '../../json/json';
import { webhook } from '../../operation/jobWait';
import { scrapeOptionsField, zeroDataRetentionField } from '../../page/options';
import { scrapeOptions } from '../../page/scrapeOptions';
import {
	formOnlyOptions,
	scrapeOptionConflicts,
	type ScrapeOptionName,
	toScrapeOptions,
} from '../../page/values';
import { crawlJob } from './job';
import { pathPatterns, patternConflicts } from './patterns';

const crawlWebhook = webhook(crawlJob.name, {
	started: ['Started', 'The crawl was started'],
	page: ['Page', 'A page was scraped, or could not be scraped'],
	completed: ['Completed', 'The crawl ended or was canceled'],
	failed: [
		'Failed',
		'The crawl failed. The public service accepts this event but does not send it.',
	],
});

/** The service's default for `limit`, in pages. */
export const DEFAULT_CRAWL_LIMIT = 10_000;

/** A crawl request accepts all scrape options except `domainTools` and `toolDetail`. */
const crawlScrapeOptions = scrapeOptions.omit({ toolDetail: true });

/**
 * Body of a start request. The specification does not document these fields. The fields were observed in the live API.
 */
export const crawlRequest = z
	.object({
		url: pageUrl,
		// Always sent, because a crawl without a limit could cost 10,000 credits.
		limit: wholeNumber.min(1),
		prompt: textUpTo(10_000).optional(),
		includePaths: pathPatterns.optional(),
		excludePaths: pathPatterns.optional(),
		regexOnFullURL: z.boolean().optional(),
		maxDiscoveryDepth: wholeNumber.min(0).optional(),
		sitemap: z.enum(['skip', 'include', 'only']).optional(),
		ignoreQueryParameters: z.boolean().optional(),
		deduplicateSimilarURLs: z.boolean().optional(),
		crawlEntireDomain: z.boolean().optional(),
		allowExternalLinks: z.boolean().optional(),
		allowSubdomains: z.boolean().optional(),
		ignoreRobotsTxt: z.boolean().optional(),
		robotsUserAgent: nonBlank.optional(),
		delay: z
			.number()
			.max(60)
			.refine((seconds) => seconds > 0, 'must be more than 0')
			.optional(),
		maxConcurrency: wholeNumber.min(1).optional(),
		webhook: crawlWebhook.type(),
		scrapeOptions: crawlScrapeOptions.optional(),
		zeroDataRetention: z.boolean().optional(),
		origin: nonBlank.optional(),
		integration: integration.optional(),
	})
	.strict();

export const previewParamsRequest = z.object({ url: pageUrl, prompt: textUpTo(10_000) }).strict();

/** The live API returns status 400 for an ID that is not a UUID. */
export const crawlId = uuidInPath('a crawl', 'crawl');

export const urlField: INodeProperties = {
	displayName: 'URL',
	name: 'url',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. https://example.com/docs',
	description: 'Start URL of the crawl. If the URL has no scheme, https:// is added.',
};

const countField = (
	displayName: string,
	name: string,
	initial: number,
	description: string,
): INodeProperties => ({
	displayName,
	name,
	type: 'number',
	typeOptions: { minValue: 1 },
	default: initial,
	description,
});

const maxPagesField = (initial: number): INodeProperties =>
	countField(
		'Limit',
		'limit',
		initial,
		'Maximum number of pages, at least 1. Each page costs at least 1 credit.',
	);

/** The only field that is sent although the user did not set it: a crawl without a limit reads up to 10,000 pages. */
const requiredLimitField = nonEmpty({
	...maxPagesField(100),
	required: true,
	hint: 'The crawl costs up to 1 credit for each page of this limit, and more with some formats and options',
});

/** A model may start a crawl without knowing its size. */
export const toolCrawlDefaults = { limit: 10 };

const scrapeOptionNames: readonly ScrapeOptionName[] = [
	...crawlScrapeOptions.keyof().options,
	'redactPIIOptions',
	'returnPdfUnparsed',
];

export const siteFields: INodeProperties[] = [
	urlField,
	requiredLimitField,
	scrapeOptionsField({ names: scrapeOptionNames }),
];

export const promptField: INodeProperties = {
	displayName: 'Describe the Crawl',
	name: 'prompt',
	type: 'string',
	typeOptions: { rows: 3 },
	default: '',
	placeholder: 'e.g. Only blog posts, without the archive',
	description:
		'Plain-language description of the pages to crawl, up to 10,000 characters. The service generates the options that you do not set.',
};

const patternsField = (
	displayName: string,
	name: string,
	placeholder: string,
	description: string,
): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Pattern' },
	default: [],
	placeholder,
	description,
});

const pathFields: INodeProperties[] = [
	patternsField(
		'Paths: Exclude Paths',
		'excludePaths',
		'e.g. ^/archive/.*',
		"Regular expressions for the paths of pages to exclude. The maximum is 1,000, including the patterns in 'Paths: Include Paths'.",
	),
	patternsField(
		'Paths: Include Paths',
		'includePaths',
		'e.g. ^/blog/.*',
		'Regular expressions for the paths of pages to crawl. The start URL must also match; otherwise, the crawl may find no pages.',
	),
	{
		displayName: 'Paths: Match Full URL',
		name: 'regexOnFullURL',
		type: 'boolean',
		default: false,
		description:
			'Whether to match the regular expressions against the full URL instead of the path',
	},
];

const scopeFields: INodeProperties[] = [
	{
		displayName: 'Scope: Deduplicate URLs',
		name: 'deduplicateSimilarURLs',
		type: 'boolean',
		default: true,
		description:
			'Whether to crawl only one of several similar URLs, for example, with and without www',
	},
	{
		displayName: 'Scope: Entire Domain',
		name: 'crawlEntireDomain',
		type: 'boolean',
		default: false,
		description:
			'Whether to also follow links to pages that are not below the path of the start URL',
	},
	{
		displayName: 'Scope: External Links',
		name: 'allowExternalLinks',
		type: 'boolean',
		default: false,
		description: 'Whether to also crawl pages on other websites that a page links to',
	},
	{
		displayName: 'Scope: Ignore Query',
		name: 'ignoreQueryParameters',
		type: 'boolean',
		default: false,
		description: 'Whether to treat URLs that differ only in their query string as one page',
	},
	{
		displayName: 'Scope: Max Depth',
		name: 'maxDiscoveryDepth',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 1,
		description:
			'Maximum number of links between the start URL and a page. Pages from the sitemap have depth 0. By default, the depth is not limited.',
	},
	{
		displayName: 'Scope: Sitemap',
		name: 'sitemap',
		type: 'options',
		default: 'include',
		options: [
			{ name: 'Include', value: 'include', description: 'Use the sitemap and the links on pages' },
			{ name: 'Only', value: 'only', description: 'Use only the pages in the sitemap' },
			{ name: 'Skip', value: 'skip', description: 'Use only the links on pages' },
		],
		description: 'How to use the sitemap of the website',
	},
	{
		displayName: 'Scope: Subdomains',
		name: 'allowSubdomains',
		type: 'boolean',
		default: false,
		description: 'Whether to also crawl the subdomains of the website',
	},
];

const robotsFields: INodeProperties[] = [
	{
		displayName: 'Robots: Ignore Robots.txt',
		name: 'ignoreRobotsTxt',
		type: 'boolean',
		default: false,
		description:
			'Whether to also crawl pages that robots.txt disallows. Your team needs access to this feature.',
	},
	{
		displayName: 'Robots: User Agent',
		name: 'robotsUserAgent',
		type: 'string',
		default: '',
		placeholder: 'e.g. example-bot',
		description: 'User agent whose robots.txt rules apply. Your team needs access to this feature.',
	},
];

const speedFields: INodeProperties[] = [
	{
		displayName: 'Speed: Delay (Seconds)',
		name: 'delay',
		type: 'number',
		typeOptions: { minValue: 0.1, maxValue: 60, numberPrecision: 1 },
		default: 1,
		description:
			'Time between two pages, from 0.1 to 60 seconds. Pages are then scraped one after the other.',
	},
	countField(
		'Speed: Max Concurrency',
		'maxConcurrency',
		1,
		"Maximum number of pages that the service scrapes at the same time, at least 1. The default is your plan's maximum.",
	),
];

export const crawlScopeFields: readonly INodeProperties[] = [
	nonEmptyExpression(maxPagesField(DEFAULT_CRAWL_LIMIT)),
	...pathFields,
	...robotsFields,
	...scopeFields,
	...speedFields,
];

const idempotencyKeyField: INodeProperties = {
	displayName: 'Idempotency Key',
	name: 'sendIdempotencyKey',
	type: 'boolean',
	default: false,
	description:
		"Whether to send an idempotency key, so that the service starts the crawl only once, even if n8n crashes and the execution is retried. The public service supports the key. Leave this option off for a self-hosted server without a database, because the key's header makes such a server crash.",
};

export const crawlOptionFields: INodeProperties[] = [
	additionalBodyFieldsField,
	promptField,
	idempotencyKeyField,
	...pathFields,
	...robotsFields,
	...scopeFields,
	...speedFields,
	...usageFields,
	propertyOf('webhook', crawlWebhook),
	zeroDataRetentionField,
];

export const startValues = crawlRequest.extend({
	scrapeOptions: crawlScrapeOptions.extend(formOnlyOptions).strict().optional(),
	sendIdempotencyKey: z.boolean().default(false),
});

type StartValues = z.infer<typeof startValues>;

const isLeftOut = (value: unknown): boolean =>
	value === undefined || JSON.stringify(value) === '{}';

const toBody = ({
	scrapeOptions,
	...rest
}: Omit<StartValues, 'sendIdempotencyKey'>): JsonObject => {
	const body: JsonObject = {
		...rest,
		scrapeOptions: scrapeOptions && toScrapeOptions(scrapeOptions),
	};
	return Object.fromEntries(Object.entries(body).filter(([, value]) => !isLeftOut(value)));
};

export function toStartRequest({ sendIdempotencyKey, ...values }: StartValues): ApiRequest {
	const request = crawlJob.start(toBody(values));
	return sendIdempotencyKey ? { ...request, uuidKeyHeader: 'x-idempotency-key' } : request;
}

export function startConflicts(values: StartValues): ContractIssue[] {
	const { scrapeOptions = {}, zeroDataRetention } = values;
	const ofPages = scrapeOptionConflicts({ ...scrapeOptions, zeroDataRetention });
	return [
		...patternConflicts(values),
		...ofPages.map(({ path, message }) => ({ path: ['scrapeOptions', ...path], message })),
	];
}
