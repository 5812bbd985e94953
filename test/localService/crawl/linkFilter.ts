import type { ParsedOptions } from './crawlOptions';
import { isSubdomainOf } from './pageLinks';
import type { RobotsRules } from './robots';

/** `externalHome` is the home page of another website. */
export type LinkDecision = 'read' | 'skip' | 'robotsBlocked' | 'externalHome';

export interface FoundLink {
	url: string;
	depth: number;
	/**
	 * URL of the page that contains the link, or undefined for the start URL and for sitemap
	 * entries.
	 */
	from: string | undefined;
}

export interface CrawlScope {
	start: URL;
	options: ParsedOptions;
	robots: RobotsRules;
}

const notPages = /\.(png|jpe?g|gif|svg|webp|ico|css|js|mjs|woff2?|mp[34]|zip|gz|exe|dmg)$/i;

export function decideLink(link: FoundLink, scope: CrawlScope): LinkDecision {
	const { options, robots } = scope;
	const url = new URL(link.url);
	if (notPages.test(url.pathname) || isTooDeep(link, options)) return 'skip';
	if (!isOwn(url, scope)) return decideExternal(link, url, scope);
	if (!options.crawlEntireDomain && !isBelowStart(url, scope)) return 'skip';
	// A crawl reads the links on the start page even if `includePaths` and `excludePaths` exclude that page.
	if (!isStart(link, scope) && pathDenial(link.url, options)) return 'skip';
	return options.ignoreRobotsTxt || robots.allows(link.url) ? 'read' : 'robotsBlocked';
}

function isTooDeep({ depth, from }: FoundLink, { maxDiscoveryDepth }: ParsedOptions): boolean {
	return from !== undefined && maxDiscoveryDepth !== undefined && depth > maxDiscoveryDepth;
}

function isOwn(url: URL, { start, options }: CrawlScope): boolean {
	if (withoutWww(url.host) === withoutWww(start.host)) return true;
	return options.allowSubdomains && isSubdomainOf(url.hostname, start.hostname);
}

function withoutWww(host: string): string {
	return host.replace(/^www\./, '');
}

function decideExternal({ from }: FoundLink, url: URL, scope: CrawlScope): LinkDecision {
	const { options } = scope;
	const isFromOwn = from !== undefined && isOwn(new URL(from), scope);
	if (!options.allowExternalLinks || !isFromOwn || pathDenial(url.href, options)) return 'skip';
	return url.pathname === '/' ? 'externalHome' : 'read';
}

function isBelowStart(url: URL, { start }: CrawlScope): boolean {
	return url.pathname.startsWith(start.pathname);
}

export function isStart({ url, from }: FoundLink, { start }: CrawlScope): boolean {
	return from === undefined && url === start.href;
}

/**
 * Returns the reason for excluding a page, or undefined if `includePaths` and `excludePaths` allow
 * the page.
 */
export function pathDenial(address: string, options: ParsedOptions): string | undefined {
	const { includePaths, excludePaths, regexOnFullURL } = options;
	const text = regexOnFullURL ? address : new URL(address).pathname;
	const matches = (pattern: string): boolean => new RegExp(pattern).test(text);
	const excluded = excludePaths.find(matches);
	if (excluded !== undefined) {
		return `This URL's path ("${text}") matches the exclude pattern "${excluded}" of the excludePaths parameter.`;
	}
	if (includePaths.length === 0 || includePaths.some(matches)) return undefined;
	return `This URL's path ("${text}") does not match any pattern of the includePaths parameter: ${JSON.stringify(includePaths)}.`;
}
