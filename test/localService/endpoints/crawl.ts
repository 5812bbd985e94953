import { failure, refuse, rowFailure, type Issue } from '../answer';
import { crawlSource } from '../jobs/crawlSource';
import { createJob, type Job } from '../jobs/job';
import { launchJob, settle } from '../jobs/runJob';
import { canParse, compileCheck, targetUrlIssues, withScheme, wrongUrl } from '../schemas/check';
import * as parts from '../schemas/parts';
import { crossedIssues, scrapeFields, type ScrapeOptions } from '../schemas/scrape';
import type { ServiceState } from '../state';
import { refuseRetention } from '../web/scrape';
import { webhookIssues, webhookSchema, withWebhookObject, type Webhook } from '../webhooks';
import { recordActivity } from './account';
import { endpoint } from './endpoint';

const { closedObject, flag, flags, number, oneOfWords, positive, prompt, text, texts } = parts;

/** The options that have an effect in the local service. */
interface CrawlerOptions {
	includePaths?: string[];
	excludePaths?: string[];
	maxDiscoveryDepth?: number;
	sitemap?: 'skip' | 'include' | 'only';
	ignoreQueryParameters?: boolean;
	regexOnFullURL?: boolean;
	limit?: number;
	crawlEntireDomain?: boolean;
	ignoreRobotsTxt?: boolean;
	delay?: number;
}

interface CrawlBody extends CrawlerOptions {
	url: string;
	prompt?: string;
	maxConcurrency?: number;
	webhook?: Webhook;
	scrapeOptions?: ScrapeOptions;
	zeroDataRetention?: boolean;
	origin?: string;
	integration?: string;
}

/** Fields of a crawl that a map accepts, too. */
export const crawlerFields = {
	...flags('crawlEntireDomain', 'allowExternalLinks', 'allowSubdomains', 'ignoreRobotsTxt'),
	...flags('deduplicateSimilarURLs', 'ignoreQueryParameters', 'regexOnFullURL'),
	url: text,
	includePaths: texts,
	excludePaths: texts,
	maxDiscoveryDepth: number,
	sitemap: oneOfWords('skip', 'include', 'only'),
	robotsUserAgent: text,
	delay: { ...number, exclusiveMinimum: 0, maximum: 60 },
	...parts.sender,
};

const checkCrawl = compileCheck(
	closedObject(
		{
			...crawlerFields,
			prompt,
			limit: number,
			maxConcurrency: positive,
			webhook: webhookSchema,
			scrapeOptions: closedObject(scrapeFields),
			zeroDataRetention: flag,
		},
		['url'],
	),
);

// The service ignores unknown keys in the body of POST /v2/crawl/params-preview.
const checkPreview = compileCheck({
	type: 'object',
	properties: { url: text, prompt },
	required: ['url', 'prompt'],
});

export function crawlIssues(raw: unknown): Issue[] {
	const body = raw as CrawlBody | null;
	const details = checkCrawl(raw);
	const ofUrl = targetUrlIssues(body?.url, ['url']);
	if (details.length > 0) return [...details, ...ofUrl];
	const ofOptions = crossedIssues(body?.scrapeOptions ?? {});
	return [...ofUrl, ...ofOptions, ...webhookIssues(body?.webhook)];
}

export function previewIssues(raw: unknown): Issue[] {
	const { url } = (raw ?? {}) as Partial<CrawlBody>;
	const isInvalid = typeof url === 'string' && !canParse(url);
	return [...checkPreview(raw), ...(isInvalid ? [wrongUrl(['url'])] : [])];
}

export type ParsedOptions = ReturnType<typeof parsedOptions>;

function parsedOptions(body: CrawlBody) {
	const { url, prompt, maxConcurrency, webhook, scrapeOptions, zeroDataRetention, ...rest } = body;
	const { origin, integration, ...options } = rest;
	return {
		...{ includePaths: [], excludePaths: [], limit: 10_000, sitemap: 'include' },
		...{ allowExternalLinks: false, allowSubdomains: false, ignoreRobotsTxt: false },
		...{ deduplicateSimilarURLs: true, ignoreQueryParameters: false, regexOnFullURL: false },
		...options,
	};
}

/** Recognizes a few phrases, such as "Only /visit, at most 3 pages, without the sitemap". */
function optionsFromPrompt(prompt: string, hint = ''): CrawlerOptions {
	const path = /\b(?:only|below) (\/[\w/-]*\w)/i.exec(prompt)?.[1];
	const limit = /\b(\d+) pages?\b/i.exec(prompt)?.[1];
	const options: CrawlerOptions = {
		...(path && { includePaths: [`^${path}(/.*)?$`] }),
		...(limit && { limit: Number(limit) }),
		...(/\bwithout the sitemap\b/i.test(prompt) && { sitemap: 'skip' }),
	};
	if (Object.keys(options).length > 0) return options;
	const unclear = 'Failed to process natural language prompt. Please try rephrasing';
	throw failure(400, `${unclear}${hint}.`);
}

const start = endpoint('POST /v2/crawl', async (request, state) => {
	const body = checkedBody(request.body);
	refuseRetention(body, state);
	if (state.account.remaining <= 0) throw rowFailure('insufficientCreditsScrape');
	const { prompt, url } = body;
	const generated =
		prompt === undefined
			? undefined
			: optionsFromPrompt(prompt, ' or use explicit crawler options');
	const options = parsedOptions({ ...generated, ...body });
	options.limit = Math.min(options.limit, state.account.remaining);
	checkPatterns(options);
	const job = newCrawl(body, options, request.team, state);
	const { id } = job;
	recordActivity(request, { id, kind: 'crawl', target: url }, state);
	await launchJob(job, state);
	return {
		...{ id, url: `${state.url}/v2/crawl/${id}` },
		...(generated && { promptGeneratedOptions: generated, finalCrawlerOptions: options }),
	};
});

function checkedBody(raw: unknown): CrawlBody {
	const body = withWebhookObject(raw);
	refuse(crawlIssues(body));
	const checked = body as CrawlBody;
	return { ...checked, url: new URL(withScheme(checked.url)).href };
}

function checkPatterns({ includePaths, excludePaths }: ParsedOptions): void {
	for (const pattern of [...includePaths, ...excludePaths]) {
		try {
			new RegExp(pattern);
		} catch (error) {
			throw failure(400, (error as Error).message);
		}
	}
}

function newCrawl(body: CrawlBody, options: ParsedOptions, team: string, state: ServiceState): Job {
	const { url, webhook, maxConcurrency = Infinity, scrapeOptions = {} } = body;
	const delayMs = (options.delay ?? 0) * 1000;
	const limit = Math.min(maxConcurrency, state.settings.maxConcurrency);
	const concurrency = delayMs > 0 ? 1 : limit;
	const job = createJob({ kind: 'crawl', team, url, body, webhook, concurrency, delayMs }, state);
	job.source = crawlSource(job, { options, scrapeOptions }, state);
	return job;
}

const getActive = endpoint('GET /v2/crawl/active', async ({ team }, state) => {
	const crawls = state.jobs.all.filter((job) => job.kind === 'crawl' && job.team === team);
	await Promise.all(crawls.map((job) => settle(job, state)));
	return { crawls: crawls.filter(({ endedAt }) => endedAt === undefined).map(shownCrawl) };
});

/** The public service adds the default values to the options. */
function shownCrawl({ id, team, url, createdAt, body }: Job): Record<string, unknown> {
	const created_at = new Date(createdAt).toISOString();
	return { id, teamId: team, url, created_at, options: parsedOptions(body as CrawlBody) };
}

const preview = endpoint('POST /v2/crawl/params-preview', ({ body }) => {
	const issues = previewIssues(body);
	if (issues.length > 0) {
		const messages = issues.map(({ message }) => message).join(', ');
		throw failure(400, `Invalid request parameters: ${messages}`, { code: 'BAD_REQUEST' });
	}
	const { url, prompt = '' } = body as CrawlBody;
	return { data: { url, ...optionsFromPrompt(prompt) } };
});

export const crawlEndpoints = [start, getActive, preview];
