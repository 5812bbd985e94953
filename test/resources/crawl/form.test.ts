import { jobId, startForm } from '../../../nodes/WebData/resources/crawl/form';
import {
	pathPatterns,
	patternConflicts,
	patternError,
} from '../../../nodes/WebData/resources/crawl/patterns';
import { long, problems } from '../../form/problems';

const crawl = (fields: Record<string, unknown>) =>
	problems(startForm.input, { url: 'https://example.com', limit: 1, ...fields });

test.each([
	{},
	{ maxDiscoveryDepth: 0, delay: 0.1, maxConcurrency: 1 },
	{ delay: 60, prompt: long(10_000) },
	{ formats: [{ type: 'links' }], scrapeOptions: { auditMetadata: { username: 'a' } } },
	{ webhook: { url: 'https://example.com/hook', events: ['page', 'completed'] } },
])('the form of Start accepts %j', (fields) => {
	expect(crawl(fields)).toEqual([]);
});

test.each([
	[{ url: undefined }, 'url is required'],
	[{ limit: undefined }, 'limit is required'],
	[{ limit: 0 }, 'limit must be at least 1 (it is 0)'],
	[{ includePaths: ['*'] }, 'includePaths.0 must be a regular expression (Nothing to repeat)'],
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

test.each([
	['look-around and a backreference, which only older servers accept', '^/(?!archive)(a+)/\\1$'],
	['a repetition of a repetition, which Rust accepts', '^/a**$'],
	['comments of Rust', '(?x) ^/blog # the blog :( '],
])('patternError accepts %s', (_what, pattern) => {
	expect(patternError(pattern)).toBeUndefined();
});

test.each([
	['(', 'Unterminated group'],
	['^/blog)', "Unmatched ')'"],
	['(?i)*.html', 'Invalid group'],
])('patternError rejects %s', (pattern, error) => {
	expect(patternError(pattern)).toBe(error);
});

const many = (count: number, length = 1) => Array.from({ length: count }, () => 'a'.repeat(length));

test('a list has at most 1,000 patterns of at most 2,000 characters', () => {
	expect([many(1000), many(1, 2000)].flatMap((list) => problems(pathPatterns, list))).toEqual([]);
	expect([many(1001), many(1, 2001)].flatMap((list) => problems(pathPatterns, list))).toEqual([
		'must contain at most 1000 entries (it contains 1001)',
		'0 must be at most 2000 characters long (it is 2001)',
	]);
});

test.each([
	[many(500), many(500), []],
	[many(500), many(501), ['1000 entries in total (they contain 1001)']],
	[many(26, 2000), many(25, 2000), ['100000 characters in total (they contain 102000)']],
])('both lists together are limited', (includePaths, excludePaths, limits) => {
	const issues = limits.map((limit) => ({
		path: ['includePaths'],
		message: `and {excludePaths} must contain at most ${limit}`,
	}));
	expect(patternConflicts({ includePaths, excludePaths })).toEqual(issues);
});
