import type { JsonObject } from '../../nodes/WebData/json/json';
import { planOf } from '../support/planOf';

const shared = {
	...{ webhook: { url: 'https://example.com/hook' }, zeroDataRetention: true },
	...{ origin: 'night-run', integration: '_night' },
};

const page = {
	...{ onlyMainContent: true, onlyCleanContent: false, includeTags: ['a'], excludeTags: ['nav'] },
	...{ maxAge: 0, minAge: 1, headers: { Cookie: 'a=1' }, waitFor: 1, mobile: true },
	...{ skipTlsVerification: true, timeout: 60_000, actions: [{ type: 'scrape' }] },
	...{ location: { country: 'DE' }, removeBase64Images: true, blockAds: true, proxy: 'auto' },
	...{ storeInCache: true, lockdown: false, redactPII: true, profile: { name: 'login' } },
	...{ threatProtection: { mode: 'normal' }, auditMetadata: { username: 'a' }, fastMode: true },
};

const lastOfPage = { formats: [{ type: 'links' }], parsers: [{ type: 'pdf' }] };

const crawl = {
	...{ url: 'https://example.com/', limit: 5, prompt: 'Only posts', includePaths: ['^/blog'] },
	...{ excludePaths: ['^/archive'], regexOnFullURL: true, maxDiscoveryDepth: 2, sitemap: 'only' },
	...{ ignoreQueryParameters: true, deduplicateSimilarURLs: true, crawlEntireDomain: true },
	...{ allowExternalLinks: true, allowSubdomains: true, ignoreRobotsTxt: true },
	...{ robotsUserAgent: 'bot', delay: 1, maxConcurrency: 2, ...shared, scrapeOptions: page },
};

const batch = {
	...{ urls: ['https://example.com/'], ...page, ignoreInvalidURLs: true },
	...{ appendToId: '0192f4c1-7d5e-7c3a-9b1e-2f6a4d8c0b17', maxConcurrency: 2 },
	...{ ...shared, ...lastOfPage },
};

const reversed = (values: JsonObject): JsonObject =>
	Object.fromEntries(Object.entries(values).reverse());

const bodyOf = (resource: string, values: JsonObject): JsonObject =>
	planOf(resource, 'start', values).request.body ?? {};

// The keys of started jobs in saved executions are hashes of the body.
test.each([
	['crawl', crawl],
	['batchScrape', batch],
])(
	'the start request of %s has its fields in the same order in all versions',
	(resource, values) => {
		expect(Object.keys(bodyOf(resource, reversed(values)))).toEqual(Object.keys(values));
	},
);

test('the scrape options of a crawl have the same order in all versions', () => {
	const scrapeOptions = { ...page, ...lastOfPage };
	const { formats, ...others } = scrapeOptions;
	const body = bodyOf('crawl', { ...crawl, formats, scrapeOptions: reversed(others) });
	expect(Object.keys(body.scrapeOptions as JsonObject)).toEqual(Object.keys(scrapeOptions));
});
