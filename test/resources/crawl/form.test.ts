import { jobId, startForm } from '../../../nodes/WebData/resources/crawl/form';
import { long, problems } from '../../form/problems';

const crawl = (fields: Record<string, unknown>) =>
	problems(startForm.input, { url: 'https://example.com', limit: 1, ...fields });

test.each([
	{ maxDiscoveryDepth: 0, delay: 0.1, maxConcurrency: 1 },
	{ delay: 60, prompt: long(10_000) },
	{ formats: [{ type: 'links' }], scrapeOptions: { auditMetadata: { username: 'a' } } },
])('the form of Start accepts %j', (fields) => {
	expect(crawl(fields)).toEqual([]);
});

test.each([
	[{ url: undefined }, 'url is required'],
	[{ limit: undefined }, 'limit is required'],
	[{ limit: 0 }, 'limit must be at least 1 (it is 0)'],
	[
		{ includePaths: ['*.pdf'] },
		String.raw`includePaths.0 must be a regular expression, as in .*\.pdf$`,
	],
	[{ delay: 0 }, 'delay must be more than 0'],
	[{ delay: 61 }, 'delay must be at most 60 (it is 61)'],
	[{ scrapeOptions: { timeout: 1 } }, 'scrapeOptions.timeout must be at least 1000 (it is 1)'],
	[{ scrapeOptions: { domainTools: true } }, 'scrapeOptions must not contain "domainTools"'],
	[{ threatProtection: {} }, 'must not contain "threatProtection"'],
])('the form of Start rejects %j: %s', (fields, problem) => {
	expect(crawl(fields)).toEqual([problem]);
});

test('jobId reads the ID in a URL of the service', () => {
	const id = '01a201b9-1843-727f-82ea-4b655d25dce5';
	expect(jobId.type().parse(`http://api.example.com/v2/crawl/${id}?skip=5`)).toBe(id);
	expect(problems(jobId.type(), 'abc')).toEqual(['must be the ID of a crawl, which is a UUID']);
});
