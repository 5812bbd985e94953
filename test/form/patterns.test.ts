import { pathPatterns, patternConflicts } from '../../nodes/WebData/form/patterns';
import { problems } from './problems';

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

describe('a pattern', () => {
	const conflictsOf = (pattern: string, regexOnFullURL?: boolean) =>
		patternConflicts({
			url: 'https://www.shop.example/a',
			excludePaths: [pattern],
			regexOnFullURL,
		});

	test.each([
		String.raw`\?page=`,
		String.raw`^/blog/[?]page=\d+`,
		String.raw`(a|b)?/list\?page=.*`,
		'^https?://shop.example/blog',
	])('that matches no path is rejected, unless the full URL is compared: %s', (pattern) => {
		expect(conflictsOf(pattern)).toEqual([
			{
				path: ['excludePaths', 0],
				message: expect.stringMatching(/^matches no page, .*\{regexOnFullURL\}$/),
			},
		]);
		expect(conflictsOf(pattern, true)).toEqual([]);
	});

	test.each([
		'color=red',
		'^/web/2020.*/https://e.com/',
		String.raw`^/blog\??$`,
		String.raw`^/blog|\?page=`,
		String.raw`^(https?://shop\.example)?/blog/.*`,
		String.raw`^(?:www\.)?shop\.example/.*`,
	])('that probably matches no path is sent with a hint: %s', (pattern) => {
		expect(conflictsOf(pattern)).toEqual([
			{
				path: ['excludePaths', 0],
				message: expect.stringMatching(/^may match no page/),
				remedy: 'If you mean the full URL, turn on {regexOnFullURL}',
				isHint: true,
			},
		]);
		expect(conflictsOf(pattern, true)).toEqual([]);
	});

	test.each([String.raw`^/(?!a)(?<name>b)\.html?$`, ';jsessionid=.*', '[a-z=]+', '/shop.example/'])(
		'that may match a path is accepted: %s',
		(pattern) => {
			expect(conflictsOf(pattern)).toEqual([]);
		},
	);

	test.each([
		['^/blog/.*, ^/docs/.*', 'matches no page, because a URL contains no spaces'],
		['/^\\/blog/i', 'must be a regular expression without slashes around it'],
		['*.pdf', 'must be a regular expression, as in'],
	])('that matches no URL is rejected: %s', (pattern, message) => {
		expect(problems(pathPatterns, [pattern])).toEqual([expect.stringContaining(message)]);
	});

	test.each([
		...['^/a,b/.*', '^/[^/]{2,5}/.*', '/a ?b', '/[ ]*', '/(a b|c)', '/a b|/c'],
		...['^/(?!archive)(a+)/\\1$', '(?x) ^/blog # the blog :( ', '(', '^/a**$'],
	])('that may match a URL, or that only the service can judge, is accepted: %s', (pattern) => {
		expect(problems(pathPatterns, [pattern])).toEqual([]);
	});
});
