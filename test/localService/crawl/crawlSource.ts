import { randomUUID } from 'node:crypto';
import { queuePage, recordError, type Job, type PageSource } from '../jobs/job';
import { linksIn } from '../scrape/cleanHtml';
import type { ScrapeOptions } from '../scrape/scrapeRequest';
import type { ServiceState } from '../state';
import type { ParsedOptions } from './crawlOptions';
import { robotsOf, sitemapUrls } from './fetchText';
import { decideLink, isStart, pathDenial, type CrawlScope, type FoundLink } from './linkFilter';
import { withoutFragment, withoutQuery } from './pageLinks';

const DENIED =
	"This URL is blocked by the website's robots.txt file, which instructs crawlers not to access this page. To crawl this URL anyway, set ignoreRobotsTxt: true in your crawl request.";

export interface CrawlPlan {
	options: ParsedOptions;
	scrapeOptions: ScrapeOptions;
}

export function crawlSource(job: Job, plan: CrawlPlan, state: ServiceState): PageSource {
	const { options, scrapeOptions } = plan;
	const robots = { allows: () => true, sitemaps: [] };
	const scope: CrawlScope = { start: new URL(job.url), options, robots };
	const known = new Set<string>();

	function offer(link: FoundLink): void {
		const { url, depth } = link;
		const decision = decideLink(link, scope);
		const key = options.ignoreQueryParameters ? withoutQuery(url) : withoutFragment(url);
		if (known.has(key) || decision === 'skip') return;
		known.add(key);
		if (decision === 'read') {
			if (job.pageCount < Math.max(1, options.limit)) queuePage(job, url, scrapeOptions, depth);
		} else if (isStart(link, scope)) {
			const page = { id: randomUUID(), url, depth, index: 0, options: {} };
			recordError(job, page, { code: 'CRAWL_DENIAL', error: DENIED }, state.clock.now());
		} else job.robotsBlocked.push(url);
	}

	return {
		async prepare() {
			scope.robots = await robotsOf(job.url, state, options.robotsUserAgent);
			offer({ url: job.url, depth: 0 });
			const isDenied = job.errors.some(({ code }) => code === 'CRAWL_DENIAL');
			if (options.sitemap === 'skip' || isDenied) return;
			const urls = await sitemapUrls(job.url, scope.robots, state);
			for (const url of urls) offer({ url, depth: 0 });
		},
		denialOf: ({ url }) => pathDenial(url, options),
		follow({ depth, url: from }, { html, url }) {
			if (options.sitemap === 'only') return;
			const links = linksIn(html, url).map(withoutFragment);
			for (const link of links) offer({ url: link, depth: depth + 1, from });
		},
	};
}
