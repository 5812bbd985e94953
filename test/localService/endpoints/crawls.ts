import { failure, jsonAnswer } from '../answer';
import { parsedOptions, shownScrapeOptions } from '../crawl/crawlOptions';
import { optionsFromPrompt } from '../crawl/promptOptions';
import type { Job } from '../jobs/job';
import { settle } from '../jobs/runJob';
import { previewIssues, type CrawlBody, type PreviewBody } from '../schemas/crawl';
import type { Endpoint } from './endpoint';

const UNCLEAR_PROMPT = 'Failed to process natural language prompt. Please try rephrasing.';

export const activeCrawls: Endpoint = {
	method: 'GET',
	path: /^\/v2\/crawl\/(?:active|ongoing)$/,
	rateClass: 'crawlStatus',
	async serve({ team }, state) {
		const crawls = state.jobs.all.filter((job) => job.kind === 'crawl' && job.team === team);
		await Promise.all(crawls.map((job) => settle(job, state)));
		const running = crawls.filter(({ endedAt }) => endedAt === undefined);
		return jsonAnswer(200, { success: true, crawls: running.map(shownCrawl) });
	},
};

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

export const previewCrawl: Endpoint = {
	method: 'POST',
	path: /^\/v2\/crawl\/params-preview$/,
	rateClass: 'crawl',
	async serve({ body }) {
		const issues = previewIssues(body);
		if (issues.length > 0) {
			const messages = issues.map(({ message }) => message).join(', ');
			throw failure(400, `Invalid request parameters: ${messages}`, { code: 'BAD_REQUEST' });
		}
		const { url, prompt } = body as PreviewBody;
		const options = optionsFromPrompt(prompt);
		if (!options) throw failure(400, UNCLEAR_PROMPT);
		return jsonAnswer(200, { success: true, data: { url, ...options } });
	},
};
