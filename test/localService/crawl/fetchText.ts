import * as cheerio from 'cheerio';
import robotsParser from 'robots-parser';
import { canParse } from '../canParse';
import { tryFetch } from '../scrape/fetchPage';
import type { ServiceState } from '../state';

export interface Robots {
	allows(url: string): boolean;
	sitemaps: readonly string[];
}

async function textOf(url: string, state: ServiceState): Promise<string> {
	const page = await tryFetch(url, state);
	return page && page.status < 300 ? page.bytes.toString('utf8') : '';
}

export async function robotsOf(url: string, state: ServiceState, agent = '*'): Promise<Robots> {
	const address = new URL('/robots.txt', url).href;
	const robots = robotsParser(address, await textOf(address, state));
	return {
		allows: (page) => robots.isAllowed(page, agent) ?? true,
		sitemaps: robots.getSitemaps(),
	};
}

export async function sitemapUrls(
	url: string,
	{ sitemaps }: Robots,
	state: ServiceState,
): Promise<string[]> {
	const waiting = new Set([...sitemaps, new URL('/sitemap.xml', url).href]);
	const urls: string[] = [];
	for (const sitemap of waiting) {
		if (!canParse(sitemap)) continue;
		const $ = cheerio.load(await textOf(sitemap, state), { xml: true });
		const texts = (selector: string): string[] => $.extract({ found: [selector] }).found;
		for (const loc of texts('sitemap > loc')) waiting.add(loc);
		urls.push(...texts('url > loc').filter((loc) => canParse(loc)));
	}
	return urls;
}
