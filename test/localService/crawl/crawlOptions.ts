import type { CrawlBody, CrawlerOptions } from '../endpoints/crawl';
import { wantedFormats, type ScrapeOptions } from '../scrape/scrapeRequest';

export type ParsedOptions = ReturnType<typeof parsedOptions>;

export function parsedOptions(body: CrawlBody) {
	const { url, prompt, maxConcurrency, webhook, scrapeOptions, zeroDataRetention, ...rest } = body;
	const { origin, integration, ...options } = rest as typeof rest & Record<string, unknown>;
	return {
		includePaths: [],
		excludePaths: [],
		limit: 10_000,
		allowExternalLinks: false,
		allowSubdomains: false,
		ignoreRobotsTxt: false,
		sitemap: 'include',
		deduplicateSimilarURLs: true,
		ignoreQueryParameters: false,
		regexOnFullURL: false,
		...options,
	};
}

export function shownScrapeOptions(options: ScrapeOptions = {}): object {
	return {
		onlyMainContent: true,
		onlyCleanContent: false,
		waitFor: 0,
		mobile: false,
		parsers: ['pdf'],
		removeBase64Images: true,
		fastMode: false,
		blockAds: true,
		proxy: 'auto',
		storeInCache: true,
		lockdown: false,
		skipTlsVerification: true,
		...options,
		formats: wantedFormats(options),
	};
}

/** Recognizes a few phrases, such as "Only /visit, at most 3 pages, without the sitemap". */
export function optionsFromPrompt(prompt: string): CrawlerOptions | undefined {
	const path = /\b(?:only|below) (\/[\w/-]*\w)/i.exec(prompt)?.[1];
	const limit = /\b(\d+) pages?\b/i.exec(prompt)?.[1];
	const options: CrawlerOptions = {
		...(path && { includePaths: [`^${path}(/.*)?$`] }),
		...(limit && { limit: Number(limit) }),
		...(/\bwithout the sitemap\b/i.test(prompt) && { sitemap: 'skip' }),
	};
	return Object.keys(options).length === 0 ? undefined : options;
}
