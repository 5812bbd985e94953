import { z } from 'zod';
import {
	type FailedPage,
	failureOfAllPages,
	failureOfFailedPage,
	failureOfUrl,
} from '../client/jobs/failedPages';
import { type Job, jobJson } from '../client/jobs/job';
import type { JobPages, PageJob } from '../client/jobs/pages';
import { type Failure, joinRemedies } from '../errors/row';
import { type JsonObject, omitUndefined } from '../json/json';
import {
	openObject,
	type Output,
	type OutputContext,
	type OutputPart,
} from '../operation/operation';
import {
	failingStatus,
	type PageOutputValues,
	pagePart,
	simplifiedPage,
	simplifyPage,
} from '../page/output';
import { type FailedPagesMode, tellSucceeded } from './form';
import { pageJobNotices } from './notices';

export const failedPageItem = openObject({
	failed: z.boolean().describe('True for a page that could not be scraped'),
	url: z.string().describe('URL of the failed page'),
	code: z.string().describe('Error code from the service, for example, SCRAPE_TIMEOUT'),
	message: z.string(),
	robotsBlocked: z.boolean().describe('Whether robots.txt forbids the page'),
	timestamp: z.string(),
	scrapeId: z.string(),
});

export const pageItem = simplifiedPage.merge(failedPageItem);

/** Renames `error`, because n8n treats an item with an `error` field as failed. */
export function statusPart(job: Job, simplify: boolean): OutputPart {
	const json = jobJson(job);
	if (!simplify) return { json };
	const { success: _success, error, ...rest } = json;
	const { creditsUsed: _unknown, ...known } = rest;
	// The service returns -1 if the number of credits is unknown.
	const status = rest.creditsUsed === -1 ? known : rest;
	return { json: error === undefined ? status : { ...status, failure: error } };
}

export const failedPageJson = (page: FailedPage): JsonObject =>
	omitUndefined({ failed: true, ...page });

export const jobPagePart = (
	page: JsonObject,
	jobId: string,
	values: PageOutputValues,
	simplify: boolean,
): OutputPart => {
	const json = simplify ? simplifyPage(page) : { ...page, jobId };
	return pagePart(page, values, { json, at: [] });
};

/** Returns the output for a failed page, as set in *Failed Pages*. */
export function failedPageParts(
	page: FailedPage,
	failure: Failure,
	mode: FailedPagesMode,
): OutputPart[] {
	switch (mode) {
		case 'ignore':
			return [];
		case 'items':
			return [{ json: failedPageJson(page) }];
		case 'fail': {
			const remedy = joinRemedies(
				failure.remedy,
				"To get an item instead of an error for each failed page, select 'Output as Items' in {failedPages}.",
			);
			return [{ failure: { ...failure, remedy } }];
		}
	}
}

export type PageJobValues = PageOutputValues & { failedPages: FailedPagesMode };

export const succeededCount = (pages: readonly JsonObject[], values: PageOutputValues): number =>
	pages.filter((page) => failingStatus(page, values) === undefined).length;

function* endedJobParts(
	kind: PageJob,
	jobId: string,
	{ pages, failedPages, errorsUnknown }: JobPages,
	{ own, simplify }: OutputContext<{ own: PageJobValues }>,
): Generator<OutputPart, void> {
	for (const page of pages) yield jobPagePart(page, jobId, own, simplify);
	for (const page of failedPages) {
		const failure = failureOfFailedPage(kind.name, page, { jobId });
		yield* failedPageParts(page, failure, own.failedPages);
	}
	const mayNotFail =
		own.failedPages === 'items' || (own.failedPages === 'ignore' && pages.length > 0);
	if (errorsUnknown === undefined || mayNotFail) return;
	yield { failure: failureOfUrl(kind.name, 'failedPagesUnknown', { jobId }, errorsUnknown) };
}

function pageJobParts(
	kind: PageJob,
	job: Job<JobPages>,
	context: OutputContext<{ own: PageJobValues }>,
): Iterable<OutputPart> {
	const { jobId, result } = job;
	const { own, simplify } = context;
	if (result === undefined) return [statusPart(job, simplify)];
	const { pages } = result;
	const [first, ...others] = result.failedPages;
	if (first !== undefined && pages.length === 0 && own.failedPages === 'ignore') {
		return [{ failure: failureOfAllPages(kind.name, [first, ...others], { jobId }) }];
	}
	const parts = endedJobParts(kind, jobId, result, context);
	return tellSucceeded(parts, succeededCount(pages, own), jobId);
}

/**
 * Returns the pages and failed pages of a job, or the job's status if the job has not ended. `scrapeOptions` contains what the
 * start request asked for, if it is known.
 */
export const pageJobOutput = (
	kind: PageJob,
	job: Job<JobPages>,
	context: OutputContext<{ own: PageJobValues }>,
	scrapeOptions: JsonObject = {},
): Output => ({
	parts: pageJobParts(kind, job, context),
	notices: pageJobNotices(kind, job, { ...context, scrapeOptions }),
});
