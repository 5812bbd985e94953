import type { FetchedPage } from './fetchPage';
import { formatOf, type ScrapeBody } from './scrapeRequest';

const DEFAULT_MAX_AGE_MS = 172_800_000;
const LOCKDOWN_MAX_AGE_MS = 2 * 365 * 86_400_000;

export function createPageCache(now: () => number) {
	const pages = new Map<string, FetchedPage>();
	return {
		find(body: ScrapeBody): FetchedPage | undefined {
			if (!isCacheOnly(body) && (isPersonal(body) || formatOf(body, 'changeTracking'))) {
				return undefined;
			}
			const page = pages.get(keyOf(body));
			return page && fits(body, now() - page.fetchedAt) ? page : undefined;
		},
		store(body: ScrapeBody, page: FetchedPage): void {
			const isStored = body.storeInCache !== false && !isPersonal(body);
			if (isStored && page.status < 400) pages.set(keyOf(body), page);
		},
	};
}

export function isCacheOnly({ lockdown, minAge }: ScrapeBody): boolean {
	return lockdown === true || minAge !== undefined;
}

function isPersonal({ actions, headers }: ScrapeBody): boolean {
	return actions !== undefined || headers !== undefined;
}

function keyOf({ url, mobile = false, location = {} }: ScrapeBody): string {
	return JSON.stringify([url, mobile, location.country ?? 'US', location.languages ?? []]);
}

function fits({ minAge, maxAge, lockdown }: ScrapeBody, age: number): boolean {
	// If `minAge` is 1, a copy of any age is accepted.
	if (minAge !== undefined && minAge > 1 && age < minAge) return false;
	const longest = lockdown ? LOCKDOWN_MAX_AGE_MS : DEFAULT_MAX_AGE_MS;
	return age < (maxAge ?? (lockdown || minAge === undefined ? longest : Infinity));
}
