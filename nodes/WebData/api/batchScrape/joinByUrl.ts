import { parseUrl } from '../http/parseUrl';

/** Two URLs match if they have an equal form. The most specific form comes first. */
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

/**
 * Returns the same key for all spellings of a URL (case of the host, default port, encoding). Includes the fragment.
 */
export const urlKey = (url: string): string => parseUrl(url.trim())?.href ?? url.trim();

export interface Joined<Result> {
	/** The last result of each URL that has one. */
	byUrl: ReadonlyMap<string, Result>;
	/** Results that match no URL, or a URL that already has a result. */
	unmatched: Result[];
}

/**
 * Finds the result of each URL. The service returns a URL as it was sent, without surrounding spaces. A result with
 * another URL belongs to the URL that differs only in spelling, otherwise only in scheme, fragment or trailing slash.
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
