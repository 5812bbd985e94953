import { z } from 'zod';
import {
	additionalBodyFields,
	choice,
	flag,
	formOf,
	list,
	number,
	text,
	usage,
	whole,
} from '../../form/form';
import { jobIdPicker } from '../../form/ids';
import { pathPatterns, patternConflicts } from '../../form/patterns';
import { pageUrl, uuidInPath } from '../../form/values';
import { type Issue, omitUndefined } from '../../json/json';
import { cancelOnStop, waitFields, waitOptions, webhook } from '../../operation/jobWait';
import { pageFormats } from '../../page/formats';
import { pageOptions, scrapeOptionsOf, zeroDataRetention } from '../../page/options';
import { downloads, failOnPageError } from '../../page/output';
import { scrapeOptionConflicts, toNestedOptions } from '../../page/values';
import { failedPagesField } from '../../pageJob/form';
import { crawlJob } from './job';
import { crawlRoutes } from './service';

/** The service's default for `limit`, in pages. */
export const DEFAULT_CRAWL_LIMIT = 10_000;

const maxPages = ['Limit', 'Maximum number of pages, at least 1'] as const;

const patternList = { schema: pathPatterns, button: 'Add Pattern' };

/** Options that determine the pages of a crawl, and its speed. */
export const crawlScope = {
	includePaths: list(
		'Paths: Include',
		'Regular expressions for the paths to crawl. The start URL must also match.',
		{
			...patternList,
			ifEmpty: 'error',
			placeholder: 'e.g. ^/blog/.*',
			details: 'If the start URL does not match, the crawl may find no pages.',
		},
	),
	excludePaths: list('Paths: Exclude', 'Regular expressions for the paths to exclude', {
		...patternList,
		ifEmpty: 'errorUnlessList',
		placeholder: 'e.g. ^/archive/.*',
		details: "The maximum is 1,000, including the patterns in 'Paths: Include'.",
	}),
	regexOnFullURL: flag(
		'Paths: Match Full URL',
		'Whether to match the regular expressions against the full URL instead of only the path',
		{ ifEmpty: 'error', details: 'The path does not include the host or the query.' },
	),
	maxDiscoveryDepth: whole(
		'Scope: Max Depth',
		'Max links from the start URL to a page, by default no limit. Pages in the sitemap have depth 0.',
		{ ifEmpty: 'error', min: 0, default: 1 },
	),
	sitemap: choice('Scope: Sitemap', 'How to use the sitemap of the website', 'include', {
		skip: ['Skip', 'Use only the links on pages'],
		include: ['Include', 'Use the sitemap and the links on pages'],
		only: ['Only', 'Use only the pages in the sitemap'],
	}),
	ignoreQueryParameters: flag(
		'Scope: Ignore Query Parameters',
		'Whether to treat URLs that differ only in their query string as one page',
	),
	deduplicateSimilarURLs: flag(
		'Scope: Deduplicate URLs',
		'Whether to crawl only one of several similar URLs, such as those with and without www',
		{ default: true },
	),
	crawlEntireDomain: flag(
		'Scope: Include Entire Domain',
		'Whether to also crawl pages outside the path of the start URL',
	),
	allowExternalLinks: flag(
		'Scope: Include External Links',
		'Whether to also follow links to other websites',
	),
	allowSubdomains: flag('Scope: Include Subdomains', 'Whether to also crawl subdomains'),
	ignoreRobotsTxt: flag(
		'Robots.txt: Ignore',
		'Whether to also crawl pages that robots.txt disallows. Your team needs access to this feature.',
	),
	robotsUserAgent: text(
		'Robots.txt: User Agent',
		'User agent whose robots.txt rules apply. Your team needs access to this feature.',
		{ placeholder: 'e.g. example-bot' },
	),
	delay: number(
		'Speed: Delay (Seconds)',
		'Time between pages, from 0.1 to 60 seconds. Pages are then scraped one after the other.',
		{
			ifEmpty: 'error',
			schema: z
				.number()
				.max(60)
				.refine((seconds) => seconds > 0, 'must be more than 0'),
			min: 0.1,
			max: 60,
			default: 1,
			typeOptions: { numberPrecision: 1 },
			details: 'By default, there is no delay.',
		},
	),
	maxConcurrency: whole(
		'Speed: Max Concurrency',
		"Pages scraped at the same time, by default your plan's maximum",
		{ ifEmpty: 'error', min: 1, default: 1, details: 'At least 1.' },
	),
};

/** The limit of a crawl that already belongs to a monitor. */
export const changedCrawlLimit = whole(...maxPages, {
	ifEmpty: 'error',
	min: 1,
	default: DEFAULT_CRAWL_LIMIT,
});

/** Always sent, although the user may not have set it: a crawl without a limit could cost 10,000 credits. */
export const crawlLimit = (hint: string) =>
	whole(...maxPages, { mark: 'nonEmpty', min: 1, default: 100, required: true, hint });

const url = text('URL', 'Start URL of the crawl', {
	required: true,
	schema: pageUrl,
	placeholder: 'e.g. https://example.com/docs',
	details: 'If the URL has no scheme, https:// is added.',
});

/** The specification does not document the fields of a start request. They are those of the open-source server. */
const site = {
	url,
	limit: crawlLimit('Each page costs 1 credit, or more with some formats and options'),
	formats: pageFormats(),
	scrapeOptions: scrapeOptionsOf(pageOptions),
};

/** A model may start a crawl without knowing its size. */
export const toolCrawlDefaults = { limit: 10 };

const promptInput = {
	typeOptions: { rows: 3 },
	maxLength: 10_000,
	placeholder: 'e.g. Only blog posts, without the archive',
	details: 'Up to 10,000 characters.',
};

const options = {
	prompt: text(
		'Prompt',
		'Plain-language description of the pages to crawl. The service generates the options that you do not set.',
		promptInput,
	),
	...crawlScope,
	webhook: webhook(crawlJob.name, {
		started: ['Started', 'The crawl was started'],
		page: ['Page', 'A page was scraped, or could not be scraped'],
		completed: ['Completed', 'The crawl ended or was canceled'],
		failed: ['Failed', 'The crawl failed. The public service never sends this event.'],
	}),
	zeroDataRetention,
	...usage,
	additionalBodyFields,
};

export const failedPages = failedPagesField(crawlJob.name, 'ignore');

export const runForm = formOf(
	{ ...site, ...waitFields(crawlJob.name, 'pages'), failedPages, ...downloads },
	{
		...options,
		...waitOptions(crawlJob.name),
		failOnPageError,
	},
);

export const startForm = formOf(site, { ...options, cancelOnStop: cancelOnStop(crawlJob.name) });

export const previewForm = formOf({
	url,
	prompt: text('Prompt', 'Plain-language description of the pages to crawl', {
		...promptInput,
		required: true,
	}),
});

/** The open-source server returns status 400 for an ID that is not a UUID. */
export const jobId = jobIdPicker(crawlJob.name, 'searchCrawls', uuidInPath('a crawl', 'crawl'));

type StartValues = ReturnType<typeof startForm.sent>;

export const toStartRequest = ({ formats, scrapeOptions, ...values }: StartValues) => ({
	route: crawlRoutes.start,
	body: omitUndefined({
		...values,
		scrapeOptions: toNestedOptions({ formats, ...scrapeOptions }),
	}),
});

export function startConflicts(values: StartValues): Issue[] {
	const { scrapeOptions = {}, zeroDataRetention } = values;
	const ofPages = scrapeOptionConflicts({ ...scrapeOptions, zeroDataRetention });
	return [
		...patternConflicts(values),
		...ofPages.map((issue) => ({ ...issue, path: ['scrapeOptions', ...issue.path] })),
	];
}
