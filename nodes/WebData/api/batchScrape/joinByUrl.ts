import { parseUrl } from '../http/parseUrl';

/** Functions that normalize a URL for comparison, strictest first. */
const forms: readonly ((url: string) => string)[] = [
	(url) => url,
	(url) => parseUrl(url)?.href ?? url,
	(url) => {
		const parsed = parseUrl(url);
		if (parsed === undefined) return url;
		const { host, pathname, search } = parsed;
		return `${host}${pathname.replace(/\/$/, '')}${search}`;
	},
];

/** Returns the same key for different spellings of a URL. */
export const urlKey = (url: string): string => parseUrl(url.trim())?.href ?? url.trim();

export interface Joined<Result> {
	/** Last result for each URL. */
	byUrl: ReadonlyMap<string, Result>;
	/** Results without a matching URL, and duplicate results for the same URL. */
	unmatched: Result[];
}

/**
 * Matches results to URLs in three passes. The first pass requires identical URLs. The second pass ignores differences
 * in spelling, such as host case. The third pass also ignores the scheme, the fragment, and a trailing slash.
 */
export function joinByUrl<Result>(
	urls: readonly string[],
	results: readonly Result[],
	urlOf: (result: Result) => string | undefined,
): Joined<Result> {
	const byUrl = new Map<string, Result>();
	let rest = results;
	for (const form of forms) {
		const open = new Map(
			urls.filter((url) => !byUrl.has(url)).map((url): [string, string] => [form(url), url]),
		);
		const unmatched: Result[] = [];
		for (const result of rest) {
			const url = urlOf(result);
			const match = url === undefined ? undefined : open.get(form(url.trim()));
			if (match === undefined) {
				unmatched.push(result);
				continue;
			}
			const earlier = byUrl.get(match);
			if (earlier !== undefined) unmatched.push(earlier);
			byUrl.set(match, result);
		}
		rest = unmatched;
	}
	return { byUrl, unmatched: [...rest] };
}
