import { z } from 'zod';

/** Limits of the public service for `includePaths` and `excludePaths`. */
const MAX_PATTERNS = 1000;
const MAX_PATTERN_LENGTH = 2000;
const MAX_TOTAL_LENGTH = 100_000;

/**
 * Rust constructs and their JavaScript equivalents. Newer versions of the service use Rust's regex syntax:
 * https://docs.rs/regex/latest/regex/#syntax
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

/** Rust patterns with the `x` flag may contain comments and are not checked. */
const IGNORES_WHITESPACE = /\(\?[imsURu]*x/;

const compileError = (pattern: string): string | undefined => {
	try {
		new RegExp(pattern);
		return undefined;
	} catch (error) {
		// Example of an error message: Invalid regular expression: /(/: Unterminated group
		return String(error).split('/: ').at(-1);
	}
};

const toJavaScript = (pattern: string): string =>
	rustConstructs.reduce(
		(text, [construct, replacement]) => text.replace(construct, replacement),
		pattern,
	);

/** Returns the syntax error of a pattern that is invalid in both Rust and JavaScript, or undefined. */
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
