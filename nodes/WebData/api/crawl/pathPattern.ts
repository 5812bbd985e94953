import { z } from 'zod';

/** Limits of the public service for `includePaths` and `excludePaths`. */
const MAX_PATTERNS = 1000;
const MAX_PATTERN_LENGTH = 2000;
const MAX_TOTAL_LENGTH = 100_000;

/**
 * Rust regex constructs that JavaScript does not support, with their JavaScript equivalents. Newer servers use Rust's
 * regex syntax, which is similar to RE2: https://docs.rs/regex/latest/regex/#syntax
 */
const rustConstructs: readonly (readonly [RegExp, string])[] = [
	// Flags: (?i), (?i:…)
	[/\(\?[imsURu-]+\)/g, ''],
	[/\(\?[imsURu-]+:/g, '(?:'],
	// Named groups: (?P<name>…)
	[/\(\?P</g, '(?<'],
	// Repeated quantifiers: a**
	[/((?<!\\)(?:\\\\)*(?:[*+?]|\{\d+(?:,\d*)?\}))(?:[*+?]|\{\d+(?:,\d*)?\})+/g, '$1'],
];

/** With the `x` flag, which RE2 does not support, a Rust pattern may contain comments with any text. */
const IGNORES_WHITESPACE = /\(\?[imsURu]*x/;

const compileError = (pattern: string): string | undefined => {
	try {
		new RegExp(pattern);
		return undefined;
	} catch (error) {
		// The error message contains the pattern, followed by the reason.
		return String(error).split('/: ').at(-1);
	}
};

const toJavaScript = (pattern: string): string =>
	rustConstructs.reduce(
		(text, [construct, replacement]) => text.replace(construct, replacement),
		pattern,
	);

/**
 * Returns the syntax error of a pattern, or undefined if the pattern may be valid. Newer servers use Rust's
 * regex syntax and older servers use JavaScript's, so a pattern must be invalid in both to be rejected.
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

/**
 * Checks the combined limits of `includePaths` and `excludePaths`. In each message, `{excludePaths}` is a placeholder
 * for the label of that form field.
 */
export function patternConflicts({ includePaths = [], excludePaths = [] }: PathPatterns) {
	const all = [...includePaths, ...excludePaths];
	const length = all.reduce((sum, pattern) => sum + pattern.length, 0);
	const issue = (message: string) => [{ path: ['includePaths'], message }];
	if (all.length > MAX_PATTERNS) {
		return issue(
			`and {excludePaths} must contain at most ${MAX_PATTERNS} entries in total (they contain ${all.length})`,
		);
	}
	return length > MAX_TOTAL_LENGTH
		? issue(
				`and {excludePaths} must contain at most ${MAX_TOTAL_LENGTH} characters in total (they contain ${length})`,
			)
		: [];
}
