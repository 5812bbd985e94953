import { z } from 'zod';
import {
	type FailedPage,
	failedPagesIn,
	failureOfAllPages,
	failureOfFailedPage,
} from '../client/jobs/failedPages';
import { statusResponse } from '../client/jobs/job';
import type { PageJob } from '../client/jobs/pages';
import { objectsIn } from '../client/lists';
import { openObject } from '../form/values';
import type { JsonObject } from '../json/json';
import type { OutputPart } from '../operation/output';
import {
	failingStatus,
	type PageOutputValues,
	pagePart,
	simplifiedPage,
	simplifyPage,
} from '../page/output';
import { asFailedItem, type FailedPagesMode, tellSucceeded } from './form';

const failedPageFields = openObject({
	failed: z.boolean().describe('True for a page that could not be scraped'),
	url: z.string().describe('URL of the failed page'),
	code: z.string().describe('Error code from the service, for example, SCRAPE_TIMEOUT'),
	message: z.string(),
	robotsBlocked: z.boolean().describe('Whether robots.txt does not allow the page'),
	timestamp: z.string(),
	scrapeId: z.string(),
});

export const failedPageItem = failedPageFields;

export const pageItem = simplifiedPage.merge(failedPageFields);

export const statusItem = openObject({
	status: z.string().describe('scraping, completed, failed, or cancelled'),
	jobId: z.string(),
	completed: z.number().int().describe('Number of pages that are ready'),
	total: z.number().int().describe('Number of pages, excluding failed pages'),
	creditsUsed: z.number(),
	failure: z.string(),
	warning: z.string(),
	createdAt: z.string(),
	completedAt: z.string(),
	duration: z.number().describe('Seconds'),
	expiresAt: z.string(),
});

/** The service returns -1 if the number of credits is unknown. */
export const hasUnknownCredits = ({ creditsUsed }: JsonObject): boolean => creditsUsed === -1;

/** Renames `error`, because n8n treats an item with an `error` field as failed. */
function simplifyStatus({ success: _success, error, ...rest }: JsonObject): JsonObject {
	const { creditsUsed: _unknown, ...known } = rest;
	const status = hasUnknownCredits(rest) ? known : rest;
	return error === undefined ? status : { ...status, failure: error };
}

export function statusPart(job: PageJob, response: JsonObject, simplify: boolean): OutputPart {
	const status = statusResponse(job, response);
	return { json: simplify ? simplifyStatus(status) : status };
}

/** Whether the response contains pages in addition to the job's status. */
export const hasPages = ({ data }: JsonObject): boolean => Array.isArray(data);

export const pagesIn = ({ data }: JsonObject): JsonObject[] => objectsIn(data);

const definedFields = (page: FailedPage): JsonObject =>
	Object.fromEntries(Object.entries(page).filter(([, value]) => value !== undefined));

export const failedPageJson = (page: FailedPage): JsonObject => ({
	failed: true,
	...definedFields(page),
});

export const jobPagePart = (
	page: JsonObject,
	jobId: unknown,
	values: PageOutputValues,
	simplify: boolean,
): OutputPart => {
	const json = simplify ? simplifyPage(page) : { ...page, jobId };
	return pagePart(page, values, { json, at: [] });
};

function failedPagePart(
	job: PageJob,
	page: FailedPage,
	jobId: unknown,
	mode: FailedPagesMode,
): OutputPart[] {
	switch (mode) {
		case 'ignore':
			return [];
		case 'items':
			return [{ json: failedPageJson(page) }];
		case 'fail':
			return [{ failure: asFailedItem(failureOfFailedPage(job.name, page, { jobId })) }];
	}
}

export type PageJobValues = PageOutputValues & { failedPages: FailedPagesMode };

export const succeededCount = (pages: readonly JsonObject[], values: PageOutputValues): number =>
	pages.filter((page) => failingStatus(page, values) === undefined).length;

function* endedJobParts(
	job: PageJob,
	response: JsonObject,
	values: PageJobValues,
	simplify: boolean,
): Generator<OutputPart, void> {
	const { jobId } = response;
	for (const page of pagesIn(response)) yield jobPagePart(page, jobId, values, simplify);
	for (const page of failedPagesIn(response)) {
		yield* failedPagePart(job, page, jobId, values.failedPages);
	}
}

/** Returns the pages and failed pages of a job, or the job's status if the response contains no page list. */
export function pageJobParts(
	job: PageJob,
	response: JsonObject,
	values: PageJobValues,
	simplify: boolean,
): Iterable<OutputPart> {
	if (!hasPages(response)) return [statusPart(job, response, simplify)];
	const { jobId } = response;
	const pages = pagesIn(response);
	const [first, ...others] = failedPagesIn(response);
	if (first !== undefined && pages.length === 0 && values.failedPages === 'ignore') {
		return [{ failure: failureOfAllPages(job.name, [first, ...others], { jobId }) }];
	}
	const parts = endedJobParts(job, response, values, simplify);
	return tellSucceeded(parts, succeededCount(pages, values), String(jobId));
}
