import {
	patternConflicts,
	pathPatterns,
	patternError,
} from '../../../nodes/WebData/api/crawl/pathPattern';
import { problems } from '../schema/problems';

describe('patternError', () => {
	it.each([
		['a path', '^/blog/.*$'],
		['groups and classes', '^/(docs|guides)/[a-z0-9-]+$'],
		['look-around, which only older servers accept', '^/(?!archive)'],
		['a backreference, which only older servers accept', '^/(a+)/\\1$'],
		['flags of Rust', '(?i)^/Blog/.*'],
		['flags of Rust for a group', '^/(?i:blog)/'],
		['a named group of Rust', '^/(?P<year>\\d{4})/'],
		['a repetition of a repetition, which Rust accepts', '^/a**$'],
		['comments of Rust', '(?x) ^/blog # the blog :( '],
		['an escaped repetition', '^/a\\*+$'],
	])('accepts %s', (_what, pattern) => {
		expect(patternError(pattern)).toBeUndefined();
	});

	it.each([
		['(', 'Unterminated group'],
		['^/blog)', "Unmatched ')'"],
		['[a', 'Unterminated character class'],
		['*.html', 'Nothing to repeat'],
		['(?i)*.html', 'Invalid group'],
		['[z-a]', 'Range out of order in character class'],
		['a{2,1}', 'numbers out of order in {} quantifier'],
		['a\\', '\\ at end of pattern'],
	])('rejects %s', (pattern, error) => {
		expect(patternError(pattern)).toBe(error);
	});
});

describe('pathPatterns', () => {
	it('names the invalid pattern', () => {
		expect(problems(pathPatterns, ['^/a', '*.html'])).toEqual([
			'1 must be a regular expression (Nothing to repeat)',
		]);
	});

	it.each([
		['1,000 patterns', Array.from({ length: 1000 }, () => 'a'), []],
		[
			'1,001 patterns',
			Array.from({ length: 1001 }, () => 'a'),
			['must contain at most 1000 entries (it contains 1001)'],
		],
		['2,000 characters', ['a'.repeat(2000)], []],
		[
			'2,001 characters',
			['a'.repeat(2001)],
			['0 must be at most 2000 characters long (it is 2001)'],
		],
	])('checks the maximum: %s', (_what, patterns, expected) => {
		expect(problems(pathPatterns, patterns)).toEqual(expected);
	});
});

describe('patternConflicts', () => {
	const many = (count: number, length = 1) =>
		Array.from({ length: count }, () => 'a'.repeat(length));

	it('allows 1,000 patterns and 100,000 characters in both lists together', () => {
		expect(patternConflicts({ includePaths: many(500), excludePaths: many(500) })).toEqual([]);
		expect(
			patternConflicts({ includePaths: many(25, 2000), excludePaths: many(25, 2000) }),
		).toEqual([]);
		expect(patternConflicts({})).toEqual([]);
	});

	it('rejects more than 1,000 patterns in total', () => {
		expect(patternConflicts({ includePaths: many(500), excludePaths: many(501) })).toEqual([
			{
				path: ['includePaths'],
				message:
					'and {excludePaths} must contain at most 1000 entries in total (they contain 1001)',
			},
		]);
	});

	it('rejects more than 100,000 characters in total', () => {
		const [issue] = patternConflicts({
			includePaths: many(26, 2000),
			excludePaths: many(25, 2000),
		});
		expect(issue?.message).toBe(
			'and {excludePaths} must contain at most 100000 characters in total (they contain 102000)',
		);
	});
});
