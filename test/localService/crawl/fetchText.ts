import * as cheerio from 'cheerio';
import { AnswerError } from '../answer';
import { canParse } from '../canParse';
import { fetchPage } from '../scrape/fetchPage';
import type { ServiceState } from '../state';
import { noRobotsRules, parseRobots, type RobotsRules } from './robots';

const MAX_SITEMAPS = 20;

/**
 * Returns the text of a page, or undefined if the URL cannot be fetched or the status code is not
 * 2xx.
 */
export async function fetchText(url: string, state: ServiceState): Promise<string | undefined> {
	try {
		const page = await fetchPage({ url }, state);
		return page.status < 300 ? page.bytes.toString('utf8') : undefined;
	} catch (error) {
		if (error instanceof AnswerError) return undefined;
		throw error;
	}
}

export async function robotsOf(
	url: string,
	state: ServiceState,
	agent?: string,
): Promise<RobotsRules> {
	const text = await fetchText(new URL('/robots.txt', url).href, state);
	return text === undefined ? noRobotsRules : parseRobots(text, agent);
}

export async function sitemapUrls(
	url: string,
	robots: RobotsRules,
	state: ServiceState,
): Promise<string[]> {
	const waiting = [...robots.sitemaps, new URL('/sitemap.xml', url).href];
	const visited = new Set<string>();
	const urls = new Set<string>();
	for (const sitemap of waiting) {
		if (visited.has(sitemap) || visited.size >= MAX_SITEMAPS || !canParse(sitemap)) continue;
		visited.add(sitemap);
		const $ = cheerio.load((await fetchText(sitemap, state)) ?? '', { xml: true });
		const texts = (selector: string): string[] =>
			$(selector)
				.toArray()
				.map((element) => $(element).text().trim());
		waiting.push(...texts('sitemap > loc'));
		for (const loc of texts('url > loc')) if (canParse(loc)) urls.add(loc);
	}
	return [...urls];
}
