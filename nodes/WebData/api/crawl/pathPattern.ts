import { z } from 'zod';

/** Limits of the public service for `includePaths` and `excludePaths`. */
const MAX_PATTERNS = 1000;
const MAX_PATTERN_LENGTH = 2000;
const MAX_TOTAL_LENGTH = 100_000;

/**
 * Newer versions of the service use Rust's regex syntax: https://docs.rs/regex/latest/regex/#syntax
 * Each row replaces a Rust construct with the JavaScript equivalent.
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

/** With the `x` flag, a Rust pattern may contain comments with any text, so the pattern is not checked. */
const IGNORES_WHITESPACE = /\(\?[imsURu]*x/;

const compileError = (pattern: string): string | undefined => {
	try {
		new RegExp(pattern);
		return undefined;
	} catch (error) {
		// In the error message, the reason follows the pattern.
		return String(error).split('/: ').at(-1);
	}
};

const toJavaScript = (pattern: string): string =>
	rustConstructs.reduce(
		(text, [construct, replacement]) => text.replace(construct, replacement),
		pattern,
	);

/**
 * Returns the syntax error of a pattern, or undefined if the pattern may be valid. Newer versions of the service use
 * Rust's regex syntax, and older versions use JavaScript's regex syntax. A pattern is rejected only if it is invalid in
 * both syntaxes.
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
 * Checks the combined limits of `includePaths` and `excludePaths`. In the messages, the label of the form field
 * replaces `{excludePaths}`.
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
