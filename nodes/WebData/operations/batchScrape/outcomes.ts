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
function withoutResult(url: string, response: JsonObject): UrlOutcome {
	const { name } = batchScrapeJob;
	const { jobId, invalidURLs } = response;
	const isRefused = Array.isArray(invalidURLs) && invalidURLs.includes(url);
	const errorId = isRefused ? 'urlRefused' : wasCutShort(response) ? 'pageSkipped' : 'pageMissing';
	const failure = failureOfUrl(name, errorId, { url, jobId });
	return failed({ url, message: failure.message }, failure);
}

export function invalidUrl(url: string, issue: string): UrlOutcome {
	const failure = failureOfUrl(batchScrapeJob.name, 'urlRefused', { url });
	const message = `The URL ${issue}`;
	return failed({ url, message }, { ...failure, message });
}

interface PartOutcomes {
	byKey: Map<string, UrlOutcome>;
	unmatched: JsonObject[];
}

function outcomesOfPart(part: BatchPart): PartOutcomes {
	const { urls } = part;
	if (!('response' in part) || !hasPages(part.response)) {
		return { byKey: new Map(urls.map((url) => [urlKey(url), { part }])), unmatched: [] };
	}
	const { response } = part;
	const { jobId } = response;
	const pages = joinByUrl(urls, pagesIn(response), sourceUrl);
	const errors = joinByUrl(urls, failedPagesIn(response), ({ url }) => url);
	const outcomeOf = (url: string): UrlOutcome => {
		const page = pages.byUrl.get(url);
		if (page !== undefined) return { page, jobId };
		const error = errors.byUrl.get(url);
		return error === undefined
			? withoutResult(url, response)
			: failed(error, failureOfFailedPage(batchScrapeJob.name, error, { jobId }));
	};
	const byKey = new Map(urls.map((url) => [urlKey(url), outcomeOf(url)]));
	return { byKey, unmatched: pages.unmatched };
}

export interface BatchOutcomes {
	/** Returns `undefined` if no job contains the URL. */
	of(url: string): UrlOutcome | undefined;
	unmatched: JsonObject[];
}

export function batchOutcomes(parts: readonly BatchPart[]): BatchOutcomes {
	const outcomes = parts.map(outcomesOfPart);
	return {
		of: (url) => {
			const key = urlKey(url);
			return outcomes.find(({ byKey }) => byKey.has(key))?.byKey.get(key);
		},
		unmatched: outcomes.flatMap(({ unmatched }) => unmatched),
	};
}
