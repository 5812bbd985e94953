import { isIP } from 'node:net';
import type { ParsedOptions } from '../endpoints/crawl';
import type { ScrapeOptions } from '../schemas/scrape';
import type { ServiceState } from '../state';
import { urlsIn } from '../web/readContent';
import { isPrivate, sitePages } from '../web/sitePages';
import { queuePage, type Job, type PageSource } from './job';

const notPages = /\.(png|jpe?g|gif|svg|webp|ico|css|js|mjs|woff2?|mp[34]|zip|gz|exe|dmg)$/i;

/**
 * The options for other hosts, for similar URLs, and for the robot have no effect. The paths do not exclude the start
 * page.
 */
export function crawlSource(
	job: Job,
	{ options, scrapeOptions }: { options: ParsedOptions; scrapeOptions: ScrapeOptions },
	state: ServiceState,
): PageSource {
	const { maxDiscoveryDepth = Infinity, crawlEntireDomain, ignoreRobotsTxt } = options;
	const start = new URL(job.url);
	const known = new Set<string>();
	const isDenied = (url: string): boolean =>
		!ignoreRobotsTxt && url.startsWith(`${state.url}/site/private/`);

	function isWanted(url: string, depth: number): boolean {
		const { host, pathname } = new URL(url);
		if (host !== start.host || notPages.test(pathname) || depth > maxDiscoveryDepth) return false;
		if (!crawlEntireDomain && !pathname.startsWith(start.pathname)) return false;
		return url === start.href || !isExcluded(url, options);
	}

	function offer(url: string, depth = 0): void {
		const key = url.replace(options.ignoreQueryParameters ? /[?#].*$/ : /#.*$/, '');
		if (known.has(key) || !isWanted(url, depth)) return;
		known.add(key);
		if (isDenied(url)) job.robotsBlocked.push(url);
		else if (job.pageCount < Math.max(1, options.limit)) queuePage(job, url, scrapeOptions, depth);
	}

	return {
		prepare() {
			offer(job.url);
			if (options.sitemap === 'skip' || isDenied(job.url)) return;
			const listed = sitePages.filter((page) => !isPrivate(page));
			for (const { path } of listed) offer(`${state.url}/site/${path}`);
		},
		follow({ depth }, { html, url }) {
			if (options.sitemap === 'only') return;
			const links = urlsIn(html, 'a', 'href', url).map((link) => link.replace(/#.*$/, ''));
			for (const link of links) offer(link, depth + 1);
		},
	};
}

function isExcluded(
	address: string,
	{ includePaths, excludePaths, regexOnFullURL }: ParsedOptions,
): boolean {
	const text = regexOnFullURL ? address : new URL(address).pathname;
	const matches = (pattern: string): boolean => new RegExp(pattern).test(text);
	return excludePaths.some(matches) || (includePaths.length > 0 && !includePaths.some(matches));
}

export function baseDomain(url: string): string {
	const { hostname } = new URL(url);
	return isIP(hostname) ? hostname : hostname.split('.').slice(-2).join('.');
}
