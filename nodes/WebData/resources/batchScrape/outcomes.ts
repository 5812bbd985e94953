import { ServiceError } from '../../client/client';
import { type FailedPage, failureOfFailedPage, failureOfUrl } from '../../client/jobs/failedPages';
import type { Job } from '../../client/jobs/job';
import type { JobPages } from '../../client/jobs/pages';
import type { Failure } from '../../errors/row';
import { groupBy, isObject, type JsonObject, listOf, parseUrl } from '../../json/json';
import { urlOfPage } from '../../pageJob/output';
import { type BatchPart, batchScrapeJob } from './run';

/** Returns the same key for different spellings of a URL. */
export const urlKey = (url: string): string => parseUrl(url.trim())?.href ?? url.trim();

/** Ignores the scheme, the fragment, and a trailing slash. */
function looseKey(url: string): string {
	const parsed = parseUrl(url);
	if (parsed === undefined) return url;
	const { host, pathname, search } = parsed;
	return `${host}${pathname.replace(/\/$/, '')}${search}`;
}

/**
 * The first pass requires identical URLs, the second ignores differences in spelling, such as host case. If two results
 * are spelled alike although the URLs are not, only the third pass can tell whose results they are. `allowsSurplus` says
 * whether results are matched if there are more of them than URLs with their key. The last results are then used.
 */
const passes = [
	{ key: (url: string) => url, allowsSurplus: true },
	{ key: urlKey, allowsSurplus: false },
	{ key: looseKey, allowsSurplus: true },
];

const withoutFragment = (url: string): string => urlKey(url).split('#', 1).join('');

/**
 * Matches results to URLs. Results with the same key belong to the URLs with this key in input order. Returns the last
 * result for each URL, and in `unmatched` the results without a matching URL and earlier results for the same URL.
 */
export function joinByUrl<Result>(
	urls: readonly string[],
	results: readonly Result[],
	urlOf: (result: Result) => string | undefined,
): { byUrl: ReadonlyMap<string, Result>; unmatched: Result[] } {
	const byUrl = new Map<string, Result>();
	const shared = new Map<string, Result>();
	let open = urls;
	let rest = results;
	for (const { key, allowsSurplus } of passes) {
		if (rest.length === 0 || open.length === 0) break;
		const candidates = groupBy(open, key);
		const unmatched: Result[] = [];
		for (const [resultKey, group] of groupBy(rest, (each) => key(urlOf(each)?.trim() ?? ''))) {
			const matching = candidates.get(resultKey) ?? [];
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
	// A service that ignores fragments may return one result for several URLs that differ only in their fragment.
	for (const url of shared.size === 0 ? [] : open) {
		const result = shared.get(withoutFragment(url));
		if (result !== undefined) byUrl.set(url, result);
	}
	return { byUrl, unmatched: [...rest] };
}

export type EndedPart = BatchPart<Job<JobPages>>;

export type UrlOutcome =
	| { page: JsonObject; jobId: string }
	| { failedPage: FailedPage; failure: Failure }
	/** The job of the URL returned no pages: the job was not started, failed as a whole, or is still running. */
	| { noPages: true };

/** Returns the outcome of a URL for which the service returned neither a page nor an error. */
export function urlWithoutPage(
	errorId: 'pageMissing' | 'pageSkipped' | 'urlRefused',
	facts: { url: string; jobId?: string },
	reason?: string,
): UrlOutcome {
	const failure = failureOfUrl(batchScrapeJob.name, errorId, facts);
	const message = reason ?? failure.message;
	return { failedPage: { url: facts.url, message }, failure: { ...failure, message } };
}

type UrlResult = { page: JsonObject } | { failedPage: FailedPage };

/** The service creates IDs that begin with the time, in the order of the URLs. */
const TIMED_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7/;

/**
 * Returns the results in the order in which the service created their IDs. In a job to which URLs were appended, the
 * last result of a URL is then the latest. Without such IDs, the page may be from an earlier scrape, so the error takes
 * precedence. In other jobs, the page takes precedence.
 */
function resultsIn({ pages, failedPages }: JobPages, isAppended: boolean): UrlResult[] {
	const [first, last] = ['', '~'];
	const timeOf = (id: unknown, untimed: string): string =>
		TIMED_ID.test(String(id)) ? String(id) : untimed;
	const timed: { result: UrlResult; time: string }[] = [
		...failedPages.map((failedPage) => ({
			result: { failedPage },
			time: timeOf(failedPage.scrapeId, isAppended ? last : first),
		})),
		...pages.map((page) => ({
			result: { page },
			time: timeOf(isObject(page.metadata) && page.metadata.scrapeId, isAppended ? first : last),
		})),
	];
	const order = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);
	return timed.sort((a, b) => order(a.time, b.time)).map(({ result }) => result);
}

interface Outcomes {
	/** By `urlKey`. */
	byKey: ReadonlyMap<string, UrlOutcome>;
	/** Pages that belong to none of the URLs. */
	unmatched: JsonObject[];
}

function outcomesOfPart({ urls, job }: EndedPart, isAppended: boolean): Outcomes {
	if (job instanceof ServiceError || job.result === undefined) {
		return { byKey: new Map(urls.map((url) => [urlKey(url), { noPages: true }])), unmatched: [] };
	}
	const { jobId, startFacts, result } = job;
	const { invalidURLs } = startFacts;
	const refused = new Set(listOf(invalidURLs));
	const wasCutShort = result.status === 'cancelled' || result.status === 'failed';
	const missing = (url: string): UrlOutcome => {
		const facts = { url, jobId };
		const { errorsUnknown } = result;
		if (refused.has(url)) return urlWithoutPage('urlRefused', facts);
		if (errorsUnknown === undefined)
			return urlWithoutPage(wasCutShort ? 'pageSkipped' : 'pageMissing', facts);
		const failure = failureOfUrl(batchScrapeJob.name, 'pageUnknown', facts, errorsUnknown);
		return { failedPage: { url, message: failure.message }, failure };
	};
	const { byUrl, unmatched } = joinByUrl(urls, resultsIn(result, isAppended), (result) =>
		'page' in result ? urlOfPage(result.page) : result.failedPage.url,
	);
	const outcomeOf = (url: string): UrlOutcome => {
		const urlResult = byUrl.get(url);
		if (urlResult === undefined) return missing(url);
		if ('page' in urlResult) return { ...urlResult, jobId };
		const { failedPage } = urlResult;
		const failure = failureOfFailedPage(batchScrapeJob.name, failedPage, { jobId });
		return { failedPage, failure };
	};
	const byKey = new Map(urls.map((url) => [urlKey(url), outcomeOf(url)]));
	return { byKey, unmatched: unmatched.flatMap((each) => ('page' in each ? [each.page] : [])) };
}

export function batchOutcomes(parts: readonly EndedPart[], isAppended: boolean): Outcomes {
	const outcomes = parts.map((part) => outcomesOfPart(part, isAppended));
	return {
		byKey: new Map(outcomes.flatMap(({ byKey }) => [...byKey])),
		unmatched: outcomes.flatMap(({ unmatched }) => unmatched),
	};
}
