import { AnswerError } from '../answer';
import { robotsOf, sitemapUrls } from '../crawl/fetchText';
import { baseDomain, isSubdomainOf, pageKey, pageLinks, withoutQuery } from '../crawl/pageLinks';
import type { MapBody } from '../schemas/map';
import { fetchPage } from '../scrape/fetchPage';
import { indexedPages } from '../search/searchIndex';
import { rankedBy } from '../search/relevance';
import type { ServiceState } from '../state';

const DEFAULT_LIMIT = 5000;

export interface SiteLink {
	url: string;
	title?: string;
	description?: string;
}

export interface SiteMap {
	links: SiteLink[];
	warning?: string;
}

export async function mapSite(body: MapBody, state: ServiceState): Promise<SiteMap> {
	const urls = ordered(await findUrls(body, state), body);
	const links = urls.slice(0, body.limit ?? DEFAULT_LIMIT).map((url) => described(url, state));
	if (urls.length > 1) return { links };
	const domain = baseDomain(new URL(body.url).hostname);
	const warning = `Only ${urls.length} result(s) found. For broader coverage, try mapping the base domain: ${domain}`;
	return { links, warning };
}

async function findUrls(body: MapBody, state: ServiceState): Promise<string[]> {
	const { sitemap = 'include' } = body;
	const robots = await robotsOf(body.url, state);
	const listed = sitemap === 'skip' ? [] : await sitemapUrls(body.url, robots, state);
	const linked = sitemap === 'only' ? [] : await linkedUrls(body.url, state);
	return unique([...listed, ...linked], body).filter((url) => isWanted(url, body));
}

async function linkedUrls(url: string, state: ServiceState): Promise<string[]> {
	try {
		const page = await fetchPage({ url }, state);
		if (page.status >= 400) return [];
		return [...pageLinks(page.bytes.toString('utf8'), page.url), page.url];
	} catch (error) {
		if (error instanceof AnswerError) return [];
		throw error;
	}
}

function unique(urls: readonly string[], body: MapBody): string[] {
	const ignoresQuery = body.ignoreQueryParameters ?? true;
	const byKey = new Map<string, string>();
	for (const url of urls) {
		const key = pageKey(url, ignoresQuery);
		if (!byKey.has(key)) byKey.set(key, ignoresQuery ? withoutQuery(url) : url);
	}
	return [...byKey.values()];
}

function isWanted(url: string, body: MapBody): boolean {
	const { hostname, host, pathname } = new URL(url);
	const start = new URL(body.url);
	const isSubdomain = isSubdomainOf(hostname, start.hostname);
	const isSite = (body.includeSubdomains ?? true) ? isSubdomain : host === start.host;
	const isBelow = pathname.startsWith(start.pathname.replace(/\/$/, ''));
	return isSite && (body.filterByPath === false || isBelow);
}

function ordered(urls: string[], { search }: MapBody): string[] {
	return search === undefined ? urls : rankedBy(search, urls, (url) => url.replace(/\W+/g, ' '));
}

function described(url: string, state: ServiceState): SiteLink {
	const page = indexedPages(state).find((one) => one.url === url);
	return page ? { url, title: page.title, description: page.description } : { url };
}
