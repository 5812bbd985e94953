import { failure, jsonAnswer, refuse, rowFailure, type Issue } from '../answer';
import {
	optionsFromPrompt,
	parsedOptions,
	shownScrapeOptions,
	type ParsedOptions,
} from '../crawl/crawlOptions';
import { crawlSource } from '../crawl/crawlSource';
import { createJob, type Job } from '../jobs/job';
import { launchJob, settle } from '../jobs/runJob';
import { canParse, compileCheck, targetUrlIssues, withScheme, wrongUrl } from '../schemas/check';
import * as parts from '../schemas/parts';
import { crossedIssues, scrapeFields } from '../schemas/scrape';
import { blockedUrl } from '../scrape/runScrape';
import type { ScrapeOptions } from '../scrape/scrapeRequest';
import type { ServiceState } from '../state';
import { webhookIssues, webhookSchema, withWebhookObject, type Webhook } from '../webhooks';
import { endpoint, type Endpoint } from './endpoint';
import { jobLocation } from './jobs';

const { closedObject, flag, oneOfWords, positive, prompt, text, texts } = parts;

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

interface PreviewBody {
	url: string;
	prompt: string;
}

const checkCrawl = compileCheck(
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
			maxConcurrency: positive,
			webhook: webhookSchema,
			scrapeOptions: closedObject(scrapeFields),
			zeroDataRetention: flag,
			origin: text,
			integration: parts.integration,
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
	const { url } = (raw ?? {}) as Partial<PreviewBody>;
	const isInvalid = typeof url === 'string' && !canParse(url);
	return [...checkPreview(raw), ...(isInvalid ? [wrongUrl(['url'])] : [])];
}

const UNCLEAR_PROMPT = 'Failed to process natural language prompt. Please try rephrasing';

const start = endpoint('POST /v2/crawl', async (request, state) => {
	const { team } = request;
	const body = checkedBody(request.body);
	checkPermissions(body, state);
	const generated = generatedOptions(body);
	const options = parsedOptions({ ...generated, ...body });
	if (body.limit !== undefined) {
		options.limit = Math.min(body.limit, state.account.remainingCredits());
	}
	checkPatterns(options);
	const job = newCrawl(body, options, team, state);
	const { id } = job;
	state.activity.record({ id, team, endpoint: 'crawl', target: body.url });
	await launchJob(job, state);
	return jsonAnswer(200, {
		success: true,
		id,
		url: jobLocation(`/v2/crawl/${id}`, request, state),
		...(generated && { promptGeneratedOptions: generated, finalCrawlerOptions: options }),
	});
});

function checkedBody(raw: unknown): CrawlBody {
	const body = withWebhookObject(raw);
	refuse(crawlIssues(body));
	const checked = body as CrawlBody;
	return { ...checked, url: new URL(withScheme(checked.url)).href };
}

function checkPermissions(body: CrawlBody, state: ServiceState): void {
	if (body.zeroDataRetention && !state.allowsZeroDataRetention) {
		throw failure(403, 'Zero Data Retention (ZDR) is not enabled for your team.');
	}
	for (const name of ['ignoreRobotsTxt', 'robotsUserAgent'] as const) {
		if (!body[name] || state.settings.robotsOverride) continue;
		throw failure(403, `The ${name} parameter is an enterprise feature.`);
	}
	const blocked = blockedUrl(body.scrapeOptions?.threatProtection, body.url);
	if (blocked) throw blocked;
	if (state.account.remainingCredits() <= 0) throw rowFailure('insufficientCredits');
}

function generatedOptions({ prompt }: CrawlBody): CrawlerOptions | undefined {
	const options = prompt === undefined ? undefined : optionsFromPrompt(prompt);
	if (prompt === undefined || options) return options;
	throw failure(400, `${UNCLEAR_PROMPT} or use explicit crawler options.`);
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

const getActive = endpoint('GET /v2/crawl/(?:active|ongoing)', async ({ team }, state) => {
	const crawls = state.jobs.all.filter((job) => job.kind === 'crawl' && job.team === team);
	await Promise.all(crawls.map((job) => settle(job, state)));
	const running = crawls.filter(({ endedAt }) => endedAt === undefined);
	return jsonAnswer(200, { success: true, crawls: running.map(shownCrawl) });
});

function shownCrawl({ id, team, url, createdAt, body }: Job): Record<string, unknown> {
	const scrapeOptions = shownScrapeOptions((body as CrawlBody).scrapeOptions);
	return {
		id,
		teamId: team,
		url,
		created_at: new Date(createdAt).toISOString(),
		options: { ...parsedOptions(body as CrawlBody), scrapeOptions },
	};
}

const preview = endpoint('POST /v2/crawl/params-preview', ({ body }) => {
	const issues = previewIssues(body);
	if (issues.length > 0) {
		const messages = issues.map(({ message }) => message).join(', ');
		throw failure(400, `Invalid request parameters: ${messages}`, { code: 'BAD_REQUEST' });
	}
	const { url, prompt } = body as PreviewBody;
	const options = optionsFromPrompt(prompt);
	if (!options) throw failure(400, `${UNCLEAR_PROMPT}.`);
	return jsonAnswer(200, { success: true, data: { url, ...options } });
});

export const crawlEndpoints: readonly Endpoint[] = [start, getActive, preview];
