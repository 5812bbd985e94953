import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import type { ParsedOptions } from '../endpoints/crawl';
import type { ScrapeOptions } from '../schemas/scrape';
import type { ServiceState } from '../state';
import { urlsIn } from '../web/readContent';
import { isPrivate, sitePages } from '../web/sitePages';
import { queuePage, recordError, type Job, type PageSource } from './job';

const DENIED =
	"This URL is blocked by the website's robots.txt file, which instructs crawlers not to access this page. To crawl this URL anyway, set ignoreRobotsTxt: true in your crawl request.";

const notPages = /\.(png|jpe?g|gif|svg|webp|ico|css|js|mjs|woff2?|mp[34]|zip|gz|exe|dmg)$/i;

interface FoundLink {
	url: string;
	depth: number;
	/** URL of the page with the link. Undefined for the start URL and for sitemap entries. */
	from?: string;
}

/** The options for other hosts, for similar URLs, and for the robot have no effect. */
export function crawlSource(
	job: Job,
	{ options, scrapeOptions }: { options: ParsedOptions; scrapeOptions: ScrapeOptions },
	state: ServiceState,
): PageSource {
	const { maxDiscoveryDepth = Infinity, crawlEntireDomain, ignoreRobotsTxt } = options;
	const start = new URL(job.url);
	const known = new Set<string>();
	const isStart = ({ url, from }: FoundLink): boolean => from === undefined && url === start.href;
	const isDenied = (url: string): boolean =>
		!ignoreRobotsTxt && url.startsWith(`${state.url}/site/private/`);

	function isWanted(link: FoundLink): boolean {
		const { host, pathname } = new URL(link.url);
		const isTooDeep = link.from !== undefined && link.depth > maxDiscoveryDepth;
		if (host !== start.host || notPages.test(pathname) || isTooDeep) return false;
		if (!crawlEntireDomain && !pathname.startsWith(start.pathname)) return false;
		// A crawl reads the links on the start page even if the paths exclude that page.
		return isStart(link) || pathDenial(link.url, options) === undefined;
	}

	function offer(link: FoundLink): void {
		const { url, depth } = link;
		const key = url.replace(options.ignoreQueryParameters ? /[?#].*$/ : /#.*$/, '');
		if (known.has(key) || !isWanted(link)) return;
		known.add(key);
		if (!isDenied(url)) {
			if (job.pageCount < Math.max(1, options.limit)) queuePage(job, url, scrapeOptions, depth);
		} else if (isStart(link)) {
			const denial = { code: 'CRAWL_DENIAL', error: DENIED };
			recordError(job, { id: randomUUID(), url }, denial, state.clock.now());
		} else job.robotsBlocked.push(url);
	}

	return {
		prepare() {
			offer({ url: job.url, depth: 0 });
			if (options.sitemap === 'skip' || isDenied(job.url)) return;
			const listed = sitePages.filter((page) => !isPrivate(page));
			for (const { path } of listed) offer({ url: `${state.url}/site/${path}`, depth: 0 });
		},
		denialOf: ({ url }) => pathDenial(url, options),
		follow({ depth, url: from }, { html, url }) {
			if (options.sitemap === 'only') return;
			const links = urlsIn(html, 'a', 'href', url).map((link) => link.replace(/#.*$/, ''));
			for (const link of links) offer({ url: link, depth: depth + 1, from });
		},
	};
}

/** Returns the reason for excluding a page, or undefined if the options allow the page. */
function pathDenial(
	address: string,
	{ includePaths, excludePaths, regexOnFullURL }: ParsedOptions,
): string | undefined {
	const text = regexOnFullURL ? address : new URL(address).pathname;
	const matches = (pattern: string): boolean => new RegExp(pattern).test(text);
	const subject = `This URL's path ("${text}")`;
	if (excludePaths.some(matches)) return `${subject} matches a pattern of excludePaths.`;
	if (includePaths.length === 0 || includePaths.some(matches)) return undefined;
	return `${subject} does not match any pattern of includePaths.`;
}

export function baseDomain(url: string): string {
	const { hostname } = new URL(url);
	return isIP(hostname) ? hostname : hostname.split('.').slice(-2).join('.');
}
