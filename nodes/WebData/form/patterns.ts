import { z } from 'zod';
import { type Issue, parseUrl } from '../json/json';

/** Limits of the public service for `includePaths` and `excludePaths`. */
const MAX_PATTERNS = 1000;
const MAX_PATTERN_LENGTH = 2000;
const MAX_TOTAL_LENGTH = 100_000;

/** An escape, a set that contains only a question mark, a quantifier in braces, or a character. */
const tokens = /\\.|\[\?\]|\{[\d,]+\}|[^]/g;

/**
 * Returns the tokens that every match of a pattern contains: those outside groups and without a quantifier, or none if the
 * pattern has alternatives.
 */
function requiredTokens(pattern: string): string[] {
	// With the flag `x` of Rust, spaces have no meaning.
	if (/^\(\?[a-z]*x/i.test(pattern)) return [];
	let depth = 0;
	let isInSet = false;
	const required: string[] = [];
	for (const [token] of pattern.matchAll(tokens)) {
		if (isInSet) {
			isInSet = token !== ']';
			continue;
		}
		isInSet = token === '[';
		if (token === ')') depth--;
		if (depth === 0) {
			if (token === '|') return [];
			if (/^(?:[*?+]|\{.+)$/.test(token)) required.pop();
			else required.push(token);
		}
		if (token === '(') depth++;
	}
	return required;
}

function patternIssueOf(pattern: string): string | undefined {
	// With the delimiters of JavaScript, such as `/^\/blog/i`, the slashes would be part of the path.
	if (/^\/\^.*\/[a-z]*$|^\/.*\$\/[a-z]*$/.test(pattern)) {
		return 'must be a regular expression without slashes around it, as in ^/blog/.*';
	}
	if (/^[*+?]/.test(pattern)) return String.raw`must be a regular expression, as in .*\.pdf$`;
	return requiredTokens(pattern).some((token) => token === ' ' || token === '\\ ')
		? 'matches no page, because a URL contains no spaces. Add each pattern separately, and encode a space as %20'
		: undefined;
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

/** Whether a pattern matches no path, because a path has no query and begins with a slash. */
function matchesNoPath(pattern: string): boolean {
	const required = requiredTokens(pattern);
	const isQuery = (token: string): boolean => token === '\\?' || token === '[?]';
	return required.some(isQuery) || (required[0] === '^' && /^\^https?\??:/i.test(pattern));
}

/**
 * Whether a pattern is probably meant for a full URL. `host` is the host of the site without `www.`. A path can contain
 * another URL, as in an archive, and the sign `=`.
 */
function isForFullUrl(pattern: string, host: string): boolean {
	if (/https?\??:\\?\//i.test(pattern) || /\\\?|\[\?\]/.test(pattern)) return true;
	// Parameters of a path are at the beginning of a segment or after a semicolon.
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

const ONLY_PATH = 'because only the path is compared, without host and query';

/**
 * Returns an issue for each pattern that cannot match a path, because the unwanted pages would be paid. A pattern that is
 * only probably wrong is a hint.
 */
export function fullUrlConflicts(
	{ url = '', regexOnFullURL, ...lists }: PathPatterns,
	remedy: string,
): Issue[] {
	if (regexOnFullURL === true) return [];
	const host = parseUrl(url)?.hostname.replace(/^www\./, '') ?? '';
	const conflictOf = (pattern: string): Omit<Issue, 'path'> | undefined => {
		if (matchesNoPath(pattern)) return { message: `matches no page, ${ONLY_PATH}. ${remedy}` };
		if (!isForFullUrl(pattern, host)) return undefined;
		return { message: `may match no page, ${ONLY_PATH}`, remedy, isHint: true };
	};
	return (['includePaths', 'excludePaths'] as const).flatMap((name) =>
		(lists[name] ?? []).flatMap((pattern, index) => {
			const conflict = conflictOf(pattern);
			return conflict === undefined ? [] : { path: [name, index], ...conflict };
		}),
	);
}

export function patternConflicts(values: PathPatterns): Issue[] {
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
		: fullUrlConflicts(values, 'If you mean the full URL, turn on {regexOnFullURL}');
}
