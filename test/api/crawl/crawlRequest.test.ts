import {
	crawlId,
	crawlRequest,
	previewParamsRequest,
} from '../../../nodes/WebData/api/crawl/crawlRequest';
import { long, problems } from '../schema/problems';

const crawl = (fields: Record<string, unknown>) =>
	problems(crawlRequest, { url: 'https://example.com', ...fields });

test.each([
	['only a URL', {}],
	['the smallest numbers', { limit: 1, maxDiscoveryDepth: 0, delay: 0.1, maxConcurrency: 1 }],
	['the largest delay', { delay: 60 }],
	['the longest prompt', { prompt: long(10_000) }],
	['path patterns', { includePaths: ['^/blog/.*'], excludePaths: ['(?i)/tag/'] }],
	[
		'scrape options',
		{ scrapeOptions: { formats: [{ type: 'links' }], auditMetadata: { username: 'a' } } },
	],
	['a webhook', { webhook: { url: 'https://example.com/hook', events: ['page', 'completed'] } }],
])('crawlRequest accepts a request with %s', (_case, fields) => {
	expect(crawl(fields)).toEqual([]);
});

test.each([
	[{ url: undefined }, 'url is required'],
	[{ url: 'nonsense' }, 'url must start with http:// or https://'],
	[{ limit: 0 }, 'limit must be at least 1 (it is 0)'],
	[{ limit: 1.5 }, 'limit must be a whole number (it is 1.5)'],
	[{ prompt: long(10_001) }, 'prompt must be at most 10000 characters long (it is 10001)'],
	[{ includePaths: ['*'] }, 'includePaths.0 must be a regular expression (Nothing to repeat)'],
	[{ maxDiscoveryDepth: -1 }, 'maxDiscoveryDepth must be at least 0 (it is -1)'],
	[{ sitemap: 'none' }, 'sitemap must be one of skip, include, only (it is "none")'],
	[{ delay: 0 }, 'delay must be more than 0'],
	[{ delay: 61 }, 'delay must be at most 60 (it is 61)'],
	[{ maxConcurrency: 0 }, 'maxConcurrency must be at least 1 (it is 0)'],
	[{ webhook: {} }, 'webhook.url is required'],
	[{ scrapeOptions: { timeout: 1 } }, 'scrapeOptions.timeout must be at least 1000 (it is 1)'],
	[{ scrapeOptions: { domainTools: true } }, 'scrapeOptions must not contain "domainTools"'],
	[{ threatProtection: {} }, 'must not contain "threatProtection"'],
])('crawlRequest rejects %j: %s', (fields, problem) => {
	expect(crawl(fields)).toEqual([problem]);
});

test('previewParamsRequest needs a URL and a description', () => {
	expect(problems(previewParamsRequest, {})).toEqual(['url is required', 'prompt is required']);
	expect(problems(previewParamsRequest, { url: 'example.com', prompt: 'Blog posts' })).toEqual([]);
});

test('crawlId reads the ID in a URL of the service', () => {
	const id = '01a201b9-1843-727f-82ea-4b655d25dce5';
	expect(crawlId.parse(`http://api.example.com/v2/crawl/${id}?skip=5`)).toBe(id);
	expect(problems(crawlId, 'abc')).toEqual(['must be the ID of a crawl, which is a UUID']);
});
