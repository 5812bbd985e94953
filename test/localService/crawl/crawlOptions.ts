import type { CrawlBody } from '../schemas/crawl';
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
