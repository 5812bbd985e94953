import { parseUrl } from '../http/parseUrl';

/** Forms of a URL, the most specific first. Two URLs with an equal form are taken for the same one. */
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

/** The same text for every spelling of a URL: case of the host, default port, encoding. Its fragment is part of it. */
export const urlKey = (url: string): string => parseUrl(url.trim())?.href ?? url.trim();

export interface Joined<Result> {
	/** The last result of each URL that has one. */
	byUrl: ReadonlyMap<string, Result>;
	/** Results that belong to no URL, or to one that has another result. */
	unmatched: Result[];
}

/**
 * Finds the result of each URL. The service returns a URL as it was sent, without spaces around it. If it writes a URL
 * differently, the result goes to the URL that only differs in spelling, then in its scheme, fragment or last slash.
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
