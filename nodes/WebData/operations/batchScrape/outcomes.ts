import { joinByUrl, urlKey } from '../../api/batchScrape/joinByUrl';
import { batchScrapeJob } from '../../api/batchScrape/job';
import type { BatchPart } from '../../api/batchScrape/runBatch';
import type { Failure } from '../../api/errors/failure';
import { isObject, nonEmptyText, type JsonObject } from '../../api/http/response';
import {
	failedPagesIn,
	failureOfFailedPage,
	failureOfUrl,
	type FailedPage,
} from '../../api/jobs/failedPages';
import { hasPages, pagesIn } from '../common/pageJob/output';

export type UrlOutcome =
	| { page: JsonObject; jobId: unknown }
	| { failedPage: FailedPage; failure: Failure }
	/** The job of the URL returned no pages: the job was not started, failed as a whole, or is still running. */
	| { part: BatchPart };

const sourceUrl = ({ metadata }: JsonObject): string | undefined =>
	isObject(metadata) ? (nonEmptyText(metadata.sourceURL) ?? nonEmptyText(metadata.url)) : undefined;

const failed = (failedPage: FailedPage, failure: Failure): UrlOutcome => ({ failedPage, failure });

const wasCutShort = ({ status }: JsonObject): boolean =>
	status === 'cancelled' || status === 'failed';

/** Derives the reason for a missing result from the job's response. */
function withoutResult(
	url: string,
	response: JsonObject,
	refused: ReadonlySet<unknown>,
): UrlOutcome {
	const { name } = batchScrapeJob;
	const { jobId } = response;
	const errorId = refused.has(url)
		? 'urlRefused'
		: wasCutShort(response)
			? 'pageSkipped'
			: 'pageMissing';
	const failure = failureOfUrl(name, errorId, { url, jobId });
	return failed({ url, message: failure.message }, failure);
}

export function invalidUrl(url: string, issue: string): UrlOutcome {
	const failure = failureOfUrl(batchScrapeJob.name, 'urlRefused', { url });
	const message = `The URL ${issue}`;
	return failed({ url, message }, { ...failure, message });
}

type UrlResult = { page: JsonObject } | { failedPage: FailedPage };

const urlOfResult = (result: UrlResult): string | undefined =>
	'page' in result ? sourceUrl(result.page) : result.failedPage.url;

const scrapeIdOf = (result: UrlResult): string | undefined => {
	if ('failedPage' in result) return result.failedPage.scrapeId;
	const { metadata } = result.page;
	return isObject(metadata) ? nonEmptyText(metadata.scrapeId) : undefined;
};

/** The service creates IDs that begin with the time, in the order of the URLs. */
const TIMED_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7/;

const FIRST = '';
const LAST = '~';

/**
 * Returns the results in the order in which the service created their IDs. In a job to which URLs were appended, the
 * last result of a URL is then the latest. Without such IDs, the page may be from an earlier scrape, so the error takes
 * precedence. In other jobs, the page takes precedence.
 */
function resultsIn(response: JsonObject, isAppended: boolean): UrlResult[] {
	const results: UrlResult[] = [
		...failedPagesIn(response).map((failedPage) => ({ failedPage })),
		...pagesIn(response).map((page) => ({ page })),
	];
	const timed = results.map((result) => {
		const id = scrapeIdOf(result) ?? '';
		const untimed = 'page' in result === isAppended ? FIRST : LAST;
		return { result, at: TIMED_ID.test(id) ? id : untimed };
	});
	const order = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);
	return timed.sort((a, b) => order(a.at, b.at)).map(({ result }) => result);
}

interface PartOutcomes {
	byKey: Map<string, UrlOutcome>;
	unmatched: JsonObject[];
}

function outcomesOfPart(part: BatchPart, isAppended: boolean): PartOutcomes {
	const { urls } = part;
	if (!('response' in part) || !hasPages(part.response)) {
		return { byKey: new Map(urls.map((url) => [urlKey(url), { part }])), unmatched: [] };
	}
	const { response } = part;
	const { jobId, invalidURLs } = response;
	const refused = new Set<unknown>(Array.isArray(invalidURLs) ? invalidURLs : []);
	const { byUrl, unmatched } = joinByUrl(urls, resultsIn(response, isAppended), urlOfResult);
	const outcomeOf = (url: string): UrlOutcome => {
		const result = byUrl.get(url);
		if (result === undefined) return withoutResult(url, response, refused);
		if ('page' in result) return { ...result, jobId };
		const { failedPage } = result;
		return failed(failedPage, failureOfFailedPage(batchScrapeJob.name, failedPage, { jobId }));
	};
	const byKey = new Map(urls.map((url) => [urlKey(url), outcomeOf(url)]));
	return { byKey, unmatched: unmatched.flatMap((each) => ('page' in each ? [each.page] : [])) };
}

export interface BatchOutcomes {
	/** Returns `undefined` if no job contains the URL with this key. */
	of(key: string): UrlOutcome | undefined;
	unmatched: JsonObject[];
}

export function batchOutcomes(parts: readonly BatchPart[], isAppended: boolean): BatchOutcomes {
	const outcomes = parts.map((part) => outcomesOfPart(part, isAppended));
	return {
		of: (key) => outcomes.find(({ byKey }) => byKey.has(key))?.byKey.get(key),
		unmatched: outcomes.flatMap(({ unmatched }) => unmatched),
	};
}
