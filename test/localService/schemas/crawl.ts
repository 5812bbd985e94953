import { canParse } from '../canParse';
import { crossedIssues } from '../scrape/checkScrape';
import type { ScrapeOptions } from '../scrape/scrapeRequest';
import { compileDetails, customIssue, type Detail } from './details';
import { closedObject, flag, integration, oneOfWords, text, textOf, texts } from './parts';
import { scrapeFields } from './scrape';
import { targetUrlIssues, wrongUrl } from './targetUrl';
import { webhookIssues, webhookSchema, type Webhook } from './webhook';

export interface CrawlerOptions {
	includePaths?: string[];
	excludePaths?: string[];
	maxDiscoveryDepth?: number;
	sitemap?: 'skip' | 'include' | 'only';
	ignoreQueryParameters?: boolean;
	deduplicateSimilarURLs?: boolean;
	regexOnFullURL?: boolean;
	limit?: number;
	crawlEntireDomain?: boolean;
	allowExternalLinks?: boolean;
	allowSubdomains?: boolean;
	ignoreRobotsTxt?: boolean;
	robotsUserAgent?: string;
	delay?: number;
}

export interface CrawlBody extends CrawlerOptions {
	url: string;
	prompt?: string;
	maxConcurrency?: number;
	webhook?: Webhook;
	scrapeOptions?: ScrapeOptions;
	zeroDataRetention?: boolean;
}

export interface PreviewBody {
	url: string;
	prompt: string;
}

const prompt = textOf(0, 10_000);

const checkCrawl = compileDetails(
	closedObject(
		{
			url: text,
			prompt,
			includePaths: texts,
			excludePaths: texts,
			maxDiscoveryDepth: { type: 'number' },
			sitemap: oneOfWords('skip', 'include', 'only'),
			ignoreQueryParameters: flag,
			deduplicateSimilarURLs: flag,
			regexOnFullURL: flag,
			limit: { type: 'number' },
			crawlEntireDomain: flag,
			allowExternalLinks: flag,
			allowSubdomains: flag,
			ignoreRobotsTxt: flag,
			robotsUserAgent: text,
			delay: { type: 'number', exclusiveMinimum: 0, maximum: 60 },
			maxConcurrency: { type: 'integer', exclusiveMinimum: 0 },
			webhook: webhookSchema,
			scrapeOptions: closedObject(scrapeFields),
			zeroDataRetention: flag,
			origin: text,
			integration,
		},
		['url'],
	),
);

// The service ignores unknown keys in the body of POST /v2/crawl/params-preview.
const checkPreview = compileDetails({
	type: 'object',
	properties: { url: text, prompt },
	required: ['url', 'prompt'],
});

const LONG_DELAY = 'The delay parameter is measured in seconds and cannot exceed 60 seconds.';

export function crawlIssues(raw: unknown): Detail[] {
	const body = raw as CrawlBody | null;
	const details = checkCrawl(raw).map(withDelayText);
	const ofUrl = targetUrlIssues(body?.url, ['url']);
	if (details.length > 0) return [...details, ...ofUrl];
	const ofOptions = crossedIssues(body?.scrapeOptions ?? {}).map(({ path, message }) =>
		customIssue(path, message),
	);
	return [...ofUrl, ...ofOptions, ...webhookIssues(body?.webhook)];
}

function withDelayText(detail: Detail): Detail {
	const isLongDelay = detail.path[0] === 'delay' && detail.code === 'too_big';
	return isLongDelay ? { ...detail, message: LONG_DELAY } : detail;
}

export function previewIssues(raw: unknown): Detail[] {
	const { url } = (raw ?? {}) as Partial<PreviewBody>;
	const isInvalid = typeof url === 'string' && !canParse(url);
	return [...checkPreview(raw), ...(isInvalid ? [wrongUrl(['url'])] : [])];
}
