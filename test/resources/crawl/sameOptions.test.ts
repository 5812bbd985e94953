import { hasSameOptions } from '../../../nodes/WebData/resources/crawl/job';

/** Options of a crawl in a recorded response to GET /v2/crawl/active. */
const options = {
	...{ includePaths: [], excludePaths: [], limit: 12, sitemap: 'include' },
	...{ allowExternalLinks: false, allowSubdomains: false, ignoreRobotsTxt: false },
	...{ deduplicateSimilarURLs: true, ignoreQueryParameters: false, regexOnFullURL: false },
	scrapeOptions: {
		...{ formats: [{ type: 'markdown' }, { type: 'links' }], onlyMainContent: true },
		...{ onlyCleanContent: false, waitFor: 0, mobile: false, parsers: ['pdf'] },
		...{ fastMode: false, blockAds: true, proxy: 'auto', lockdown: false },
	},
};
const url = 'https://example.com/';
const scrapeOptions = { formats: ['markdown', 'links'] };
const body = { url, limit: 12, scrapeOptions };

it.each<[string, object, boolean]>([
	['the same options', body, true],
	['a field that the service does not return', { ...body, maxDiscoveryDepth: 2 }, true],
	['a prompt, to which the service adds options', { url, prompt: 'Blog', scrapeOptions }, true],
	['another limit', { ...body, limit: 100 }, false],
	['paths', { ...body, includePaths: ['/blog/.*'] }, false],
	['another format', { ...body, scrapeOptions: { formats: ['html'] } }, false],
	['another scrape option', { ...body, scrapeOptions: { ...scrapeOptions, mobile: true } }, false],
])('a running crawl is compared with a request with %s', (_request, requested, expected) => {
	expect(hasSameOptions({ options }, { ...requested })).toBe(expected);
});

it('a running crawl without options fits every request', () => {
	expect(hasSameOptions({}, body)).toBe(true);
});
