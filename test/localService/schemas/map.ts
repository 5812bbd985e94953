import { compileDetails, type Detail } from './details';
import { closedObject, flag, integration, oneOfWords, text, texts } from './parts';
import { scrapeFields } from './scrape';
import { targetUrlIssues } from './targetUrl';

export interface MapBody {
	url: string;
	search?: string;
	sitemap?: 'only' | 'include' | 'skip';
	includeSubdomains?: boolean;
	ignoreQueryParameters?: boolean;
	filterByPath?: boolean;
	limit?: number;
	timeout?: number;
}

// The service accepts crawl options in a map request, but the options have no effect.
const crawlFields = {
	includePaths: texts,
	excludePaths: texts,
	maxDiscoveryDepth: { type: 'number' },
	crawlEntireDomain: flag,
	allowExternalLinks: flag,
	allowSubdomains: flag,
	ignoreRobotsTxt: flag,
	robotsUserAgent: text,
	deduplicateSimilarURLs: flag,
	regexOnFullURL: flag,
	delay: { type: 'number', exclusiveMinimum: 0, maximum: 60 },
};

const check = compileDetails(
	closedObject(
		{
			...crawlFields,
			url: text,
			search: text,
			sitemap: oneOfWords('only', 'include', 'skip'),
			includeSubdomains: flag,
			ignoreQueryParameters: flag,
			filterByPath: flag,
			useIndex: flag,
			ignoreCache: flag,
			limit: { type: 'number', minimum: 1, maximum: 100_000 },
			timeout: { type: 'number', exclusiveMinimum: 0 },
			location: closedObject({ country: text, languages: texts }),
			headers: scrapeFields.headers,
			threatProtection: scrapeFields.threatProtection,
			auditMetadata: scrapeFields.auditMetadata,
			origin: text,
			integration,
		},
		['url'],
	),
);

export function mapIssues(raw: unknown): Detail[] {
	const details = check(raw);
	return [...details, ...targetUrlIssues((raw as Partial<MapBody> | null)?.url, ['url'])];
}
