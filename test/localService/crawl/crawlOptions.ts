import type { CrawlBody, CrawlerOptions } from '../schemas/crawl';
import type { ScrapeOptions } from '../scrape/scrapeRequest';
import { wantedFormats } from '../scrape/scrapeRequest';

const DEFAULT_LIMIT = 10_000;

export type ParsedOptions = CrawlerOptions &
	Required<
		Omit<CrawlerOptions, 'maxDiscoveryDepth' | 'crawlEntireDomain' | 'delay' | 'robotsUserAgent'>
	>;

export function parsedOptions(body: CrawlBody): ParsedOptions {
	const { url, prompt, maxConcurrency, webhook, scrapeOptions, zeroDataRetention, ...rest } = body;
	const { origin, integration, ...options } = rest as CrawlerOptions & {
		origin?: string;
		integration?: string;
	};
	return {
		includePaths: [],
		excludePaths: [],
		limit: DEFAULT_LIMIT,
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
