import { compileDetails, type Detail } from './details';
import { closedObject, flags, integration, oneOfWords, text, texts } from './parts';
import { scrapeFields } from './scrape';
import { targetUrlIssues } from './targetUrl';

export interface MapBody {
	url: string;
	search?: string;
	sitemap?: 'only' | 'include' | 'skip';
	ignoreQueryParameters?: boolean;
	limit?: number;
	timeout?: number;
}

const { headers, threatProtection, auditMetadata } = scrapeFields;
const number = { type: 'number' };

// The service accepts crawl options in a map request, but the options have no effect.
const crawlFields = {
	...flags('crawlEntireDomain', 'allowExternalLinks', 'allowSubdomains', 'ignoreRobotsTxt'),
	...flags('deduplicateSimilarURLs', 'regexOnFullURL'),
	includePaths: texts,
	excludePaths: texts,
	robotsUserAgent: text,
	maxDiscoveryDepth: number,
	delay: { ...number, exclusiveMinimum: 0, maximum: 60 },
};

const schema = {
	...crawlFields,
	...flags('includeSubdomains', 'ignoreQueryParameters', 'filterByPath'),
	...flags('useIndex', 'ignoreCache'),
	url: text,
	search: text,
	sitemap: oneOfWords('only', 'include', 'skip'),
	limit: { ...number, minimum: 1, maximum: 100_000 },
	timeout: { ...number, exclusiveMinimum: 0 },
	location: closedObject({ country: text, languages: texts }),
	headers,
	threatProtection,
	auditMetadata,
	origin: text,
	integration,
};

const check = compileDetails(closedObject(schema, ['url']));

export function mapIssues(raw: unknown): Detail[] {
	return [...check(raw), ...targetUrlIssues((raw as Partial<MapBody> | null)?.url, ['url'])];
}
