import type { FetchedPage } from './fetchPage';
import type { ScrapeBody } from './scrapeRequest';

export const DEFAULT_MAX_AGE_MS = 172_800_000;
export const LOCKDOWN_MAX_AGE_MS = 2 * 365 * 86_400_000;

export interface PageCache {
	find(body: ScrapeBody): FetchedPage | undefined;
	store(body: ScrapeBody, page: FetchedPage): void;
	clear(): void;
}

export function createPageCache(now: () => number): PageCache {
	const pages = new Map<string, FetchedPage>();
	return {
		find(body) {
			if (bypassesCache(body)) return undefined;
			const page = pages.get(keyOf(body));
			return page && fits(body, now() - page.fetchedAt) ? page : undefined;
		},
		store(body, page) {
			if (mayStore(body) && page.status < 400) pages.set(keyOf(body), page);
		},
		clear: () => pages.clear(),
	};
}

export function isCacheOnly(body: ScrapeBody): boolean {
	return body.lockdown === true || body.minAge !== undefined;
}

function keyOf(body: ScrapeBody): string {
	const { mobile = false, location = {} } = body;
	return JSON.stringify([body.url, mobile, location.country ?? 'US', location.languages ?? []]);
}

function bypassesCache(body: ScrapeBody): boolean {
	if (isCacheOnly(body)) return false;
	const tracksChanges = (body.formats ?? []).some(
		(format) =>
			format === 'changeTracking' || (format as { type?: string }).type === 'changeTracking',
	);
	return body.actions !== undefined || body.headers !== undefined || tracksChanges;
}

function fits(body: ScrapeBody, age: number): boolean {
	// If `minAge` is 1, a copy of any age is accepted.
	if (body.minAge !== undefined && body.minAge > 1 && age < body.minAge) return false;
	return age < maxAgeOf(body);
}

function maxAgeOf(body: ScrapeBody): number {
	if (body.maxAge !== undefined) return body.maxAge;
	if (body.lockdown) return LOCKDOWN_MAX_AGE_MS;
	return body.minAge === undefined ? DEFAULT_MAX_AGE_MS : Infinity;
}

function mayStore(body: ScrapeBody): boolean {
	const sensitive = body.actions !== undefined || body.headers !== undefined;
	return body.storeInCache !== false && !body.zeroDataRetention && !sensitive;
}
