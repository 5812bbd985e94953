import { ServiceError } from '../../client/client';
import { type FailedPage, failureOfAllPages } from '../../client/jobs/failedPages';
import type { StartedJob } from '../../client/jobs/job';
import { copyJson, type JsonObject, listOf, nonEmptyText } from '../../json/json';
import { jobNotices } from '../../operation/notices';
import {
	type Notice,
	noticesOf,
	type Output,
	type OutputContext,
	type OutputPart,
} from '../../operation/operation';
import { pageNotices } from '../../page/notices';
import { requestedOptions } from '../../page/values';
import { tellSucceeded } from '../../pageJob/form';
import {
	endedJobNotices,
	failedPageNotice,
	failedPageParts,
	jobPagePart,
	noticesOfPages,
	pageCount,
	type PageJobValues,
	statusPart,
	succeededCount,
} from '../../pageJob/output';
import { type RequestedUrl, requestedUrls, type StartValues } from './form';
import { batchOutcomes, type EndedPart, urlKey, type UrlOutcome, urlWithoutPage } from './outcomes';
import { type BatchPart, batchScrapeJob } from './run';

type RunContext = OutputContext<
	{ sent: JsonObject; own: PageJobValues & Pick<StartValues, 'urlsFrom'> },
	StartValues
>;

interface RequestedOutcome extends RequestedUrl {
	outcome: UrlOutcome;
}

/** Returns the input items of the URLs that a job contains. */
const itemsOfUrls = (requested: readonly RequestedUrl[], urls: readonly string[]): number[] => {
	const keys = new Set(urls.map(urlKey));
	const inJob = requested.filter(({ key, issue }) => issue === undefined && keys.has(key));
	return [...new Set(inJob.map(({ item }) => item))];
};

const pagesOf = (requested: readonly RequestedOutcome[]): JsonObject[] =>
	requested.flatMap(({ outcome }) => ('page' in outcome ? [outcome.page] : []));

const failedPagesOf = (requested: readonly RequestedOutcome[]): FailedPage[] =>
	requested.flatMap(({ outcome }) => ('failedPage' in outcome ? [outcome.failedPage] : []));

function* outcomeParts(
	requested: readonly RequestedOutcome[],
	own: PageJobValues,
	simplify: boolean,
): Generator<OutputPart, void> {
	const used = new Set<JsonObject>();
	for (const { outcome, item } of requested) {
		if ('page' in outcome) {
			// A later node may change the JSON of an item, so the items of a page must not share it.
			const page = used.has(outcome.page) ? copyJson(outcome.page) : outcome.page;
			used.add(outcome.page);
			yield { ...jobPagePart(page, outcome.jobId, own, simplify), item };
		} else if ('failedPage' in outcome) {
			const { failedPage, failure } = outcome;
			const parts = failedPageParts(failedPage, failure, own.failedPages);
			yield* parts.map((part) => ({ ...part, item }));
		}
	}
}

const jobIdsOf = (parts: readonly EndedPart[]): string =>
	parts.flatMap(({ job }) => (job instanceof ServiceError ? [] : job.jobId)).join(', ');

/**
 * Returns the results in the order of the requested URLs. A job without pages has one failure per input item if the job
 * failed. Otherwise, it has one item with its status.
 */
function* runParts(
	parts: readonly EndedPart[],
	requested: readonly RequestedOutcome[],
	{ simplify, own, batch }: RunContext,
): Generator<OutputPart, void> {
	const [first, ...others] = failedPagesOf(requested);
	const isAll = first !== undefined && others.length + 1 === requested.length;
	if (isAll && own.failedPages === 'ignore') {
		const facts = { jobId: jobIdsOf(parts) };
		const failure = failureOfAllPages(batchScrapeJob.name, [first, ...others], facts);
		if (batch.length === 1) yield { failure };
		else yield* outcomeParts(requested, { ...own, failedPages: 'fail' }, simplify);
		return;
	}
	const pageParts = outcomeParts(requested, own, simplify);
	const count = succeededCount(pagesOf(requested), own);
	yield* tellSucceeded(pageParts, count, jobIdsOf(parts));
	for (const { urls, job } of parts) {
		const items = itemsOfUrls(requested, urls);
		if (job instanceof ServiceError) yield* items.map((item) => ({ item, error: job }));
		else if (job.result === undefined) yield { ...statusPart(job, simplify), item: items };
	}
}

function runNotices(
	parts: readonly EndedPart[],
	requested: readonly RequestedOutcome[],
	unmatched: readonly JsonObject[],
	context: RunContext,
): Notice[] {
	const { sent, own } = context;
	const pageContext = { ...context, scrapeOptions: requestedOptions(sent) };
	return noticesOf(
		parts.flatMap(({ job }) => {
			if (job instanceof ServiceError) return [];
			return job.result === undefined
				? jobNotices(batchScrapeJob, job)
				: endedJobNotices(batchScrapeJob, job, job.result);
		}),
		unmatched.length > 0 && {
			// The advice contains the job IDs of the item.
			kind: 'unmatchedPages',
			text: `The batch scrape also contains ${pageCount(unmatched.length)} for other URLs or from earlier scrapes. The output does not include them`,
			advice: `To get these pages, use the Get Pages operation with the job ID ${jobIdsOf(parts)}`,
			forModels: true,
			warns: sent.appendToId === undefined,
		},
		failedPageNotice(failedPagesOf(requested), requested.length, own.failedPages),
		// With a list of URLs, equal notices are merged. Otherwise, they are merged by item in the hint.
		own.urlsFrom === 'items'
			? requested.flatMap(({ outcome, item }) =>
					'page' in outcome
						? pageNotices(outcome.page, pageContext).map((notice) => ({ ...notice, item }))
						: [],
				)
			: noticesOfPages(pagesOf(requested), pageContext),
	);
}

export function runOutput(parts: readonly EndedPart[], context: RunContext): Output {
	const isAppended = context.sent.appendToId !== undefined;
	const { byKey, unmatched } = batchOutcomes(parts, isAppended);
	const requested = requestedUrls(context.batch).map((each) => {
		const { url, key, issue } = each;
		const outcome =
			issue === undefined
				? (byKey.get(key) ?? urlWithoutPage('pageMissing', { url }))
				: urlWithoutPage('urlRefused', { url }, `The URL ${issue}`);
		return { ...each, outcome };
	});
	return {
		parts: runParts(parts, requested, context),
		notices: runNotices(parts, requested, unmatched, context),
	};
}

/** Returns one item per started job, or an error per input item of a job that was not started. */
export function startOutput(
	parts: readonly BatchPart<StartedJob>[],
	{ batch }: OutputContext<unknown, StartValues>,
): Output {
	const requested = requestedUrls(batch);
	const invalid = requested.filter(({ issue }) => issue !== undefined);
	const output: { parts: OutputPart[]; notices: Notice[] } = { parts: [], notices: [] };
	for (const [index, { urls, job }] of parts.entries()) {
		const items = itemsOfUrls(requested, urls);
		if (job instanceof ServiceError) {
			for (const item of items) output.parts.push({ item, error: job });
			continue;
		}
		const { jobId, response } = job;
		const refused = listOf(response.invalidURLs);
		// The first job also belongs to the items whose URLs were not sent.
		const unsent = index === 0 ? invalid : [];
		const item = [...new Set([...items, ...unsent.map((each) => each.item)])].sort((a, b) => a - b);
		const invalidURLs = [
			...unsent.map(({ url }) => url),
			...refused.flatMap((url) => nonEmptyText(url) ?? []),
		];
		const json = { ...response, jobId, urlCount: urls.length, invalidURLs };
		output.parts.push({ item, json });
		if (invalidURLs.length === 0) continue;
		const [first, ...others] = invalidURLs;
		const text =
			others.length === 0
				? `1 URL is invalid or not supported by the service and will not be scraped: ${first}`
				: `${invalidURLs.length} URLs are invalid or not supported by the service and will not be scraped, for example, ${first}`;
		output.notices.push({
			kind: 'invalidUrls',
			text,
			warns: true,
		});
	}
	return output;
}
