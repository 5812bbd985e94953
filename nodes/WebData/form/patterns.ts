import { z } from 'zod';
import { parseUrl } from '../json/json';
import type { ContractIssue } from './form';

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

const compileError = (pattern: string): string | undefined => {
	try {
		new RegExp(pattern);
		return undefined;
	} catch (error) {
		// Example of an error message: Invalid regular expression: /(/: Unterminated group
		return String(error).split('/: ').at(-1);
	}
};

/** Returns the syntax error of a pattern that is invalid in both Rust and JavaScript, or undefined. */
export function patternError(pattern: string): string | undefined {
	const error = compileError(pattern);
	// Rust patterns with the `x` flag may contain comments and are not checked.
	if (error === undefined || /\(\?[imsURu]*x/.test(pattern)) return undefined;
	const inJavaScript = rustConstructs.reduce(
		(text, [construct, replacement]) => text.replace(construct, replacement),
		pattern,
	);
	return compileError(inJavaScript) === undefined ? undefined : error;
}

function patternIssueOf(pattern: string): string | undefined {
	// With the delimiters of JavaScript, such as `/^\/blog/i`, the slashes would be part of the path.
	if (/^\/\^.*\/[a-z]*$|^\/.*\$\/[a-z]*$/.test(pattern)) {
		return 'must be a regular expression without slashes around it, as in ^/blog/.*';
	}
	const error = patternError(pattern);
	if (error === undefined) return undefined;
	const example = pattern.startsWith('*') ? String.raw`, as in .*\.pdf$` : '';
	return `must be a regular expression${example} (${error})`;
}

export const pathPatterns = z
	.array(
		z
			.string()
			.max(MAX_PATTERN_LENGTH)
			.superRefine((pattern, context) => {
				const message = patternIssueOf(pattern);
				if (message !== undefined) context.addIssue({ code: 'custom', message });
			}),
	)
	.max(MAX_PATTERNS);

/** Whether a pattern can match a URL, but not its path. `host` is the host of the site without `www.`. */
function needsFullUrl(pattern: string, host: string): boolean {
	const hasScheme = /https?\??:\\?\//i.test(pattern);
	const hasQuestionMark = /\\\?|\[\?\]/.test(pattern);
	if (hasScheme || hasQuestionMark) return true;
	// A path may contain parameters only at the beginning of a segment or after a semicolon.
	const withoutSets = pattern.replaceAll(/\[[^[\]]*\]/g, '');
	if (/(?:^|[^/;\w-])[\w-]+\\?=/.test(withoutSets)) return true;
	const beforeHost = /^\^?(?:\.\*)?(?:\/\/)?(?:\((?:\?:)?www\.\)\??|www\.)?/;
	return host !== '' && pattern.replaceAll('\\', '').replace(beforeHost, '').startsWith(host);
}

interface PathPatterns {
	url?: string;
	includePaths?: readonly string[];
	excludePaths?: readonly string[];
	regexOnFullURL?: boolean;
}

/** Returns an issue for each pattern that cannot match a path. Without it, the unwanted pages would be paid. */
export function fullUrlConflicts(
	{ url = '', regexOnFullURL, ...lists }: PathPatterns,
	remedy: string,
): ContractIssue[] {
	if (regexOnFullURL === true) return [];
	const host = parseUrl(url)?.hostname.replace(/^www\./, '') ?? '';
	return (['includePaths', 'excludePaths'] as const).flatMap((name) =>
		(lists[name] ?? []).flatMap((pattern, index) =>
			needsFullUrl(pattern, host)
				? {
						path: [name, index],
						message: `matches no page, because only the path is compared, without host and query. ${remedy}`,
					}
				: [],
		),
	);
}

export function patternConflicts(values: PathPatterns): ContractIssue[] {
	const { includePaths = [], excludePaths = [] } = values;
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
		: fullUrlConflicts(values, 'Turn on {regexOnFullURL}');
}
