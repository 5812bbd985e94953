import { pathPatterns, patternConflicts, patternError } from '../../nodes/WebData/form/patterns';
import { problems } from './problems';

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

describe('a pattern', () => {
	const conflictsOf = (pattern: string, regexOnFullURL?: boolean) =>
		patternConflicts({
			url: 'https://www.shop.example/a',
			excludePaths: [pattern],
			regexOnFullURL,
		});

	test.each([
		String.raw`\?page=`,
		'.*add-to-cart=.*',
		'^https?://shop.example/blog',
		String.raw`^(?:www\.)?shop\.example/.*`,
		'shop.example',
	])('that matches no path is rejected, unless the full URL is compared: %s', (pattern) => {
		expect(conflictsOf(pattern)).toMatchObject([
			{ path: ['excludePaths', 0], message: expect.stringContaining('{regexOnFullURL}') },
		]);
		expect(conflictsOf(pattern, true)).toEqual([]);
	});

	test.each([
		'/blog/.*',
		String.raw`^/(?!a)(?<name>b)\.html?$`,
		'/page=2',
		';jsessionid=.*',
		'[a-z=]+',
		'/shop.example/',
	])('that may match a path is accepted: %s', (pattern) => {
		expect(conflictsOf(pattern)).toEqual([]);
	});
});
