import { randomUUID } from 'node:crypto';
import { queuePage, recordError, type Job, type PageSource } from '../jobs/job';
import type { ScrapeOptions } from '../scrape/scrapeRequest';
import type { ServiceState } from '../state';
import type { ParsedOptions } from './crawlOptions';
import { robotsOf, sitemapUrls } from './fetchText';
import { decideLink, isStart, pathDenial, type CrawlScope, type FoundLink } from './linkFilter';
import { pageKey, pageLinks, withoutFragment } from './pageLinks';
import { noRobotsRules } from './robots';

const DENIED =
	"This URL is blocked by the website's robots.txt file, which instructs crawlers not to access this page. To crawl this URL anyway, set ignoreRobotsTxt: true in your crawl request.";
const EXTERNAL = 'The home page of another website is not crawled.';

export interface CrawlPlan {
	options: ParsedOptions;
	scrapeOptions: ScrapeOptions;
}

export function crawlSource(job: Job, plan: CrawlPlan, state: ServiceState): PageSource {
	const { options, scrapeOptions } = plan;
	const scope: CrawlScope = { start: new URL(job.url), options, robots: noRobotsRules };
	const known = new Set<string>();

	function offer(link: FoundLink): void {
		const key = keyOf(link.url, options);
		if (known.has(key)) return;
		const decision = decideLink(link, scope);
		if (decision === 'skip') return;
		known.add(key);
		if (decision === 'robotsBlocked') return deny(link);
		if (decision === 'externalHome') return fail(job, link.url, 'EXTERNAL_LINK', EXTERNAL, state);
		if (job.pageCount < Math.max(1, options.limit)) {
			queuePage(job, link.url, scrapeOptions, link.depth);
		}
	}

	function deny(link: FoundLink): void {
		const { url } = link;
		if (isStart(link, scope)) fail(job, url, 'CRAWL_DENIAL', DENIED, state);
		else job.robotsBlocked.push(url);
	}

	return {
		async prepare() {
			scope.robots = await robotsOf(job.url, state, options.robotsUserAgent);
			offer({ url: job.url, depth: 0, from: undefined });
			if (options.sitemap === 'skip' || isDenied(job)) return;
			for (const url of await sitemapUrls(job.url, scope.robots, state)) {
				offer({ url, depth: 0, from: undefined });
			}
		},
		denialOf: ({ url }) => pathDenial(url, options),
		follow(page, { html, url }) {
			if (options.sitemap === 'only') return;
			for (const link of pageLinks(html, url)) {
				offer({ url: link, depth: page.depth + 1, from: page.url });
			}
		},
	};
}

function keyOf(url: string, options: ParsedOptions): string {
	const { deduplicateSimilarURLs, ignoreQueryParameters } = options;
	if (deduplicateSimilarURLs) return pageKey(url, ignoreQueryParameters);
	return ignoreQueryParameters ? url.replace(/[?#].*$/, '') : withoutFragment(url);
}

function isDenied({ errors }: Job): boolean {
	return errors.some(({ code }) => code === 'CRAWL_DENIAL');
}

function fail(job: Job, url: string, code: string, error: string, { clock }: ServiceState): void {
	const page = { id: randomUUID(), url, depth: 0, index: 0, options: {} };
	recordError(job, page, { code, error }, clock.now());
}
