import { z } from 'zod';

/** The limits of the public service for `includePaths` and `excludePaths`. */
const MAX_PATTERNS = 1000;
const MAX_PATTERN_LENGTH = 2000;
const MAX_TOTAL_LENGTH = 100_000;

/** Constructs of RE2 with another syntax in JavaScript, and their replacements. */
const re2Constructs: readonly (readonly [RegExp, string])[] = [
	// Flags: (?i), (?i:…)
	[/\(\?[imsURu-]+\)/g, ''],
	[/\(\?[imsURu-]+:/g, '(?:'],
	// Named groups: (?P<name>…)
	[/\(\?P</g, '(?<'],
	// A repeated quantifier, as in a**
	[/((?<!\\)(?:\\\\)*(?:[*+?]|\{\d+(?:,\d*)?\}))(?:[*+?]|\{\d+(?:,\d*)?\})+/g, '$1'],
];

/** With this flag, an RE2 pattern may contain comments with any text. */
const IGNORES_WHITESPACE = /\(\?[imsURu]*x/;

const compileError = (pattern: string): string | undefined => {
	try {
		new RegExp(pattern);
		return undefined;
	} catch (error) {
		// The message repeats the pattern and ends with the reason.
		return String(error).split('/: ').at(-1);
	}
};

const toJavaScript = (pattern: string): string =>
	re2Constructs.reduce(
		(text, [construct, replacement]) => text.replace(construct, replacement),
		pattern,
	);

/**
 * Returns why a pattern is invalid both in RE2, which newer servers use, and in JavaScript, which older servers use.
 * Returns undefined if one of them may accept it.
 */
export function patternError(pattern: string): string | undefined {
	const error = compileError(pattern);
	if (error === undefined || IGNORES_WHITESPACE.test(pattern)) return undefined;
	return compileError(toJavaScript(pattern)) === undefined ? undefined : error;
}

const pathPattern = z
	.string()
	.max(MAX_PATTERN_LENGTH)
	.superRefine((pattern, context) => {
		const error = patternError(pattern);
		if (error === undefined) return;
		context.addIssue({ code: 'custom', message: `must be a regular expression (${error})` });
	});

export const pathPatterns = z.array(pathPattern).max(MAX_PATTERNS);

interface PathPatterns {
	includePaths?: readonly string[];
	excludePaths?: readonly string[];
}

/** The combined limits of both lists. Messages name the other field as `{name}`. */
export function patternConflicts({ includePaths = [], excludePaths = [] }: PathPatterns) {
	const all = [...includePaths, ...excludePaths];
	const length = all.reduce((sum, pattern) => sum + pattern.length, 0);
	const issue = (message: string) => [{ path: ['includePaths'], message }];
	if (all.length > MAX_PATTERNS) {
		return issue(
			`and {excludePaths} must have at most ${MAX_PATTERNS} entries together (they have ${all.length})`,
		);
	}
	return length > MAX_TOTAL_LENGTH
		? issue(
				`and {excludePaths} must have at most ${MAX_TOTAL_LENGTH} characters together (they have ${length})`,
			)
		: [];
}
