import type { ParsedOptions } from './crawlOptions';
import type { Robots } from './fetchText';

export type LinkDecision = 'read' | 'skip' | 'robotsBlocked';

export interface FoundLink {
	url: string;
	depth: number;
	/** URL of the page with the link. Undefined for the start URL and for sitemap entries. */
	from?: string;
}

export interface CrawlScope {
	start: URL;
	options: ParsedOptions;
	robots: Robots;
}

const notPages = /\.(png|jpe?g|gif|svg|webp|ico|css|js|mjs|woff2?|mp[34]|zip|gz|exe|dmg)$/i;

/** The options for other hosts, and for similar URLs, have no effect. */
export function decideLink(link: FoundLink, scope: CrawlScope): LinkDecision {
	const { options, robots, start } = scope;
	const { maxDiscoveryDepth = Infinity, crawlEntireDomain, ignoreRobotsTxt } = options;
	const { host, pathname } = new URL(link.url);
	const isTooDeep = link.from !== undefined && link.depth > maxDiscoveryDepth;
	if (host !== start.host || notPages.test(pathname) || isTooDeep) return 'skip';
	if (!crawlEntireDomain && !pathname.startsWith(start.pathname)) return 'skip';
	// A crawl reads the links on the start page even if `includePaths` and `excludePaths` exclude that page.
	if (!isStart(link, scope) && pathDenial(link.url, options)) return 'skip';
	return ignoreRobotsTxt || robots.allows(link.url) ? 'read' : 'robotsBlocked';
}

export function isStart({ url, from }: FoundLink, { start }: CrawlScope): boolean {
	return from === undefined && url === start.href;
}

/** Returns the reason for excluding a page, or undefined if the options allow the page. */
export function pathDenial(address: string, options: ParsedOptions): string | undefined {
	const { includePaths, excludePaths, regexOnFullURL } = options;
	const text = regexOnFullURL ? address : new URL(address).pathname;
	const matches = (pattern: string): boolean => new RegExp(pattern).test(text);
	const subject = `This URL's path ("${text}")`;
	if (excludePaths.some(matches)) return `${subject} matches a pattern of excludePaths.`;
	if (includePaths.length === 0 || includePaths.some(matches)) return undefined;
	return `${subject} does not match any pattern of includePaths.`;
}
