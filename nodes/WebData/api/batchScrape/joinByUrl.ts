import { parseUrl } from '../http/parseUrl';

/** Returns the same key for different spellings of a URL. */
export const urlKey = (url: string): string => parseUrl(url.trim())?.href ?? url.trim();

/** Ignores the scheme, the fragment, and a trailing slash. */
function looseKey(url: string): string {
	const parsed = parseUrl(url);
	if (parsed === undefined) return url;
	const { host, pathname, search } = parsed;
	return `${host}${pathname.replace(/\/$/, '')}${search}`;
}

interface Pass {
	key(url: string): string;
	/** Whether results are matched if there are more of them than URLs with their key. The last results are then used. */
	allowsSurplus: boolean;
}

/**
 * The first pass requires identical URLs, the second ignores differences in spelling, such as host case. If two results
 * are spelled alike although the URLs are not, only the third pass can tell whose results they are.
 */
const passes: readonly Pass[] = [
	{ key: (url) => url, allowsSurplus: true },
	{ key: urlKey, allowsSurplus: false },
	{ key: looseKey, allowsSurplus: true },
];

const withoutFragment = (url: string): string => urlKey(url).split('#', 1).join('');

export interface Joined<Result> {
	/** Last result for each URL. */
	byUrl: ReadonlyMap<string, Result>;
	/** Results without a matching URL, and earlier results for the same URL. */
	unmatched: Result[];
}

function groupBy<Value>(
	values: readonly Value[],
	keyOf: (value: Value) => string | undefined,
): Map<string | undefined, Value[]> {
	const groups = new Map<string | undefined, Value[]>();
	for (const value of values) {
		const key = keyOf(value);
		const group = groups.get(key);
		if (group === undefined) groups.set(key, [value]);
		else group.push(value);
	}
	return groups;
}

/** Matches results to URLs. Results with the same key belong to the URLs with this key in input order. */
export function joinByUrl<Result>(
	urls: readonly string[],
	results: readonly Result[],
	urlOf: (result: Result) => string | undefined,
): Joined<Result> {
	const byUrl = new Map<string, Result>();
	const shared = new Map<string, Result>();
	let open = urls;
	let rest = results;
	for (const { key, allowsSurplus } of passes) {
		if (rest.length === 0 || open.length === 0) break;
		const candidates = groupBy(open, key);
		const unmatched: Result[] = [];
		for (const [resultKey, group] of groupBy(rest, (each) => keyOfResult(urlOf(each), key))) {
			const matching = resultKey === undefined ? [] : (candidates.get(resultKey) ?? []);
			const surplus = Math.max(group.length - matching.length, 0);
			const used = surplus > 0 && !allowsSurplus ? [] : group.slice(surplus);
			for (const result of group.slice(0, group.length - used.length)) unmatched.push(result);
			used.forEach((result, index) => {
				const url = matching[index] ?? '';
				byUrl.set(url, result);
				if (url !== urlOf(result)) shared.set(withoutFragment(url), result);
			});
		}
		open = open.filter((url) => !byUrl.has(url));
		rest = unmatched;
	}
	return { byUrl: withShared(byUrl, open, shared), unmatched: [...rest] };
}

const keyOfResult = (url: string | undefined, key: Pass['key']): string | undefined =>
	url === undefined ? undefined : key(url.trim());

/** A service that ignores fragments may return one result for several URLs that differ only in their fragment. */
function withShared<Result>(
	byUrl: Map<string, Result>,
	open: readonly string[],
	shared: ReadonlyMap<string, Result>,
): ReadonlyMap<string, Result> {
	if (shared.size === 0) return byUrl;
	for (const url of open) {
		const result = shared.get(withoutFragment(url));
		if (result !== undefined) byUrl.set(url, result);
	}
	return byUrl;
}
