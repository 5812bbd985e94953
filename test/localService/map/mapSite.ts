import { robotsOf, sitemapUrls } from '../crawl/fetchText';
import { baseDomain, withoutQuery } from '../crawl/pageLinks';
import type { MapBody } from '../schemas/map';
import { linksIn } from '../scrape/cleanHtml';
import { tryFetch } from '../scrape/fetchPage';
import { indexedPages, rankedBy } from '../search/searchIndex';
import type { ServiceState } from '../state';

const DEFAULT_LIMIT = 5000;

export interface SiteMap {
	links: { url: string; title?: string; description?: string }[];
	warning?: string;
}

export async function mapSite(body: MapBody, state: ServiceState): Promise<SiteMap> {
	const { search, limit = DEFAULT_LIMIT } = body;
	const found = await findUrls(body, state);
	const ranked = rankedBy(search ?? '', found, (url) => url).map(({ item }) => item);
	const pages = indexedPages(state);
	const links = ranked.slice(0, limit).map((url) => {
		const page = pages.find((one) => one.url === url);
		return page ? { url, title: page.title, description: page.description } : { url };
	});
	if (found.length > 1) return { links };
	const domain = baseDomain(new URL(body.url).hostname);
	const warning = `Only ${found.length} result(s) found. For broader coverage, try mapping the base domain: ${domain}`;
	return { links, warning };
}

/** Only `search`, `limit`, `sitemap`, and `ignoreQueryParameters` have an effect. */
async function findUrls(body: MapBody, state: ServiceState): Promise<string[]> {
	const { url, sitemap = 'include', ignoreQueryParameters = true } = body;
	const robots = await robotsOf(url, state);
	const listed = sitemap === 'skip' ? [] : await sitemapUrls(url, robots, state);
	const linked = sitemap === 'only' ? [] : await linkedUrls(url, state);
	const found = [...listed, ...linked].filter((each) => each.startsWith(url));
	return [...new Set(ignoreQueryParameters ? found.map(withoutQuery) : found)];
}

async function linkedUrls(url: string, state: ServiceState): Promise<string[]> {
	const page = await tryFetch(url, state);
	if (!page || page.status >= 400) return [];
	return [...linksIn(page.bytes.toString('utf8'), page.url), page.url];
}
