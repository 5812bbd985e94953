import { failure, jsonAnswer, rowFailure } from '../answer';
import { parsedOptions, type ParsedOptions } from '../crawl/crawlOptions';
import { crawlSource } from '../crawl/crawlSource';
import { optionsFromPrompt } from '../crawl/promptOptions';
import type { Job } from '../jobs/job';
import { jobLocation } from '../jobs/jobLocation';
import { launchJob } from '../jobs/runJob';
import { crawlIssues, type CrawlBody, type CrawlerOptions } from '../schemas/crawl';
import { invalidBody } from '../schemas/details';
import { withScheme } from '../schemas/targetUrl';
import { withWebhookObject } from '../schemas/webhook';
import { blockedUrl } from '../scrape/threats';
import type { ServiceState } from '../state';
import { isUuid, type ApiRequest, type Endpoint } from './endpoint';

const UNCLEAR_PROMPT =
	'Failed to process natural language prompt. Please try rephrasing or use explicit crawler options.';

export const startCrawl: Endpoint = {
	method: 'POST',
	path: /^\/v2\/crawl$/,
	rateClass: 'crawl',
	async serve(request, state) {
		useIdempotencyKey(request, state);
		const body = checkedBody(request.body);
		checkPermissions(body, state);
		const generated = generatedOptions(body);
		const options = withinCredits(parsedOptions({ ...generated, ...body }), body, state);
		checkPatterns(options);
		const job = newCrawl(body, options, request, state);
		const { id } = job;
		state.activity.record({ id, team: request.team, endpoint: 'crawl', target: body.url });
		await launchJob(job, state);
		return jsonAnswer(200, {
			success: true,
			id,
			url: jobLocation(`/v2/crawl/${id}`, request, state),
			...(generated && { promptGeneratedOptions: generated, finalCrawlerOptions: options }),
		});
	},
};

// If an idempotency key is not a UUID, the public service reports that the key was already used.
function useIdempotencyKey({ headers, team }: ApiRequest, { jobs }: ServiceState): void {
	const key = headers['x-idempotency-key'];
	if (key === undefined) return;
	if (!isUuid(key) || !jobs.useKey(`${team} ${key}`)) {
		throw failure(409, 'Idempotency key already used');
	}
}

function checkedBody(raw: unknown): CrawlBody {
	const body = withWebhookObject(raw);
	const details = crawlIssues(body);
	if (details.length > 0) throw invalidBody(details);
	const checked = body as CrawlBody;
	return { ...checked, url: new URL(withScheme(checked.url.trim())).href };
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
	if (prompt === undefined) return undefined;
	const options = optionsFromPrompt(prompt);
	if (!options) throw failure(400, UNCLEAR_PROMPT);
	return options;
}

function withinCredits(
	options: ParsedOptions,
	{ limit }: CrawlBody,
	{ account }: ServiceState,
): ParsedOptions {
	if (limit === undefined) return options;
	return { ...options, limit: Math.min(limit, account.remainingCredits()) };
}

function checkPatterns({ includePaths, excludePaths }: ParsedOptions): void {
	for (const pattern of [...includePaths, ...excludePaths]) {
		try {
			new RegExp(pattern);
		} catch (error) {
			throw failure(400, error instanceof Error ? error.message : String(error));
		}
	}
}

function newCrawl(
	body: CrawlBody,
	options: ParsedOptions,
	{ team }: ApiRequest,
	state: ServiceState,
): Job {
	const { url, webhook, maxConcurrency = Infinity, scrapeOptions = {} } = body;
	const { delay = 0 } = options;
	const limit = Math.min(maxConcurrency, state.settings.maxConcurrency);
	const concurrency = delay > 0 ? 1 : limit;
	const delayMs = delay * 1000;
	const job = state.jobs.create({ kind: 'crawl', team, url, body, webhook, concurrency, delayMs });
	job.source = crawlSource(job, { options, scrapeOptions }, state);
	return job;
}
