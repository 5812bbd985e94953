import { z } from 'zod';
import {
	type FailedPage,
	failureOfAllPages,
	failureOfFailedPage,
	failureOfUrl,
} from '../client/jobs/failedPages';
import { type Job, jobJson } from '../client/jobs/job';
import type { JobPages, PageJob, ReadPages, Slice } from '../client/jobs/pages';
import type { Failure } from '../errors/row';
import { withoutFullStop } from '../errors/text';
import { isObject, type JsonObject, nonEmptyText, omitUndefined } from '../json/json';
import { jobNotices } from '../operation/notices';
import {
	type Notice,
	noticesOf,
	openObject,
	type Output,
	type OutputContext,
	type OutputPart,
} from '../operation/operation';
import { type PageContext, pageNotices, serviceWarning } from '../page/notices';
import {
	failingStatus,
	type PageOutputValues,
	pagePart,
	simplifiedPage,
	simplifyPage,
} from '../page/output';
import { type FailedPagesMode, tellSucceeded } from './form';

export const pageCount = (count: number): string => `${count} ${count === 1 ? 'page' : 'pages'}`;

function missingPages(read: ReadPages, slice: Slice = { skip: 0 }): Notice | undefined {
	const { pages, completed, isIncomplete, unreadReason } = read;
	const end = slice.skip + (slice.limit ?? Infinity);
	const expected = completed === undefined ? 0 : Math.min(completed, end) - slice.skip;
	const missingCount = expected - pages.length;
	const isUncounted = completed === undefined && isIncomplete;
	if (missingCount <= 0 && !isUncounted) return undefined;
	const reason = unreadReason === undefined ? '' : `: ${withoutFullStop(unreadReason)}`;
	const what = isUncounted
		? 'The service did not return all pages that it scraped'
		: `The service did not return ${missingCount} of ${pageCount(expected)} that it scraped`;
	return {
		text: `${what}${reason}`,
		advice: isIncomplete
			? 'Use the Get Pages operation to read the pages in parts'
			: 'Page content expires after 24 hours',
		forModels: true,
		warns: true,
	};
}

/** Reports the failed pages of a job with `total` pages, unless they or the whole job become errors. */
export const failedPageNotice = (
	failed: readonly FailedPage[],
	total: number,
	mode: FailedPagesMode,
): Notice | undefined => {
	const [first] = failed;
	const isIgnoring = mode === 'ignore';
	if (first === undefined || mode === 'fail') return undefined;
	if (isIgnoring && failed.length === total) return undefined;
	const reason = first.message ?? first.code ?? 'robots.txt does not allow it';
	const [sentence = reason] = reason.split(/(?<=\.)\s/, 1);
	const example = withoutFullStop(sentence.slice(0, 200));
	return {
		kind: 'failedPages',
		text: `${failed.length} of ${pageCount(total)} failed${failed.length === 1 ? '' : ', for example'}: ${first.url ?? 'a page without a URL'} (${example})`,
		...(isIgnoring && {
			advice: "To get the failed pages, select 'Output as Items' in {failedPages}",
		}),
		warns: true,
	};
};

/** Returns notices about a job that has ended, without notices about individual pages. */
export function endedJobNotices(
	{ name }: PageJob,
	{ status, startFacts }: Job,
	result: JobPages,
): Notice[] {
	const { errorsUnknown, pages } = result;
	const isCanceled = result.status === 'cancelled';
	const warning = serviceWarning(status);
	return noticesOf(
		(isCanceled || result.status === 'failed') && {
			kind: 'cutShort',
			text: `The ${name} ${isCanceled ? 'was canceled' : 'failed'} before completion, after ${pageCount(pages.length)}`,
			warns: true,
		},
		missingPages(result),
		errorsUnknown !== undefined && {
			text: `The node could not get the list of failed pages: ${withoutFullStop(errorsUnknown)}`,
			advice: 'To get the list of failed pages, use the Get Errors operation',
			forModels: true,
			warns: true,
		},
		warning && { ...warning, kind: 'jobWarning' },
		startFacts.recovered === true && {
			text: `The response to the start request was lost, so the node looked up the ${name} in the service's list of ${name}s`,
		},
	);
}

export const urlOfPage = ({ metadata }: JsonObject): string | undefined =>
	isObject(metadata) ? (nonEmptyText(metadata.sourceURL) ?? nonEmptyText(metadata.url)) : undefined;

/** Merges equal notices. A merged notice states the number of pages, and the URL of the first. */
export function noticesOfPages(pages: readonly JsonObject[], context: PageContext): Notice[] {
	const groups = new Map<string, { notice: Notice; count: number; url?: string }>();
	for (const page of pages) {
		for (const notice of pageNotices(page, context)) {
			const { url = urlOfPage(page), count = 0 } = groups.get(notice.text) ?? {};
			groups.set(notice.text, { notice, count: count + 1, url });
		}
	}
	return [...groups.values()].map(({ notice, count, url }) => {
		if (pages.length === 1) return notice;
		const example = url === undefined ? '' : `${count === 1 ? ':' : ', for example,'} ${url}`;
		return { ...notice, text: `${notice.text} (${count} of ${pages.length} pages${example})` };
	});
}

function pageJobNotices(
	kind: PageJob,
	job: Job<JobPages>,
	context: PageContext & { own: { failedPages: FailedPagesMode } },
): Notice[] {
	const { result } = job;
	if (result === undefined) return jobNotices(kind, job);
	const { pages, failedPages } = result;
	const total = pages.length + failedPages.length;
	return noticesOf(
		endedJobNotices(kind, job, result),
		failedPageNotice(failedPages, total, context.own.failedPages),
		total === 0 && {
			text: `The ${kind.name} has no pages`,
			warns: true,
		},
		noticesOfPages(pages, context),
	);
}

function emptySliceNotice(kind: PageJob, status: unknown, { skip }: Slice): Notice {
	const isRunning = typeof status === 'string' && kind.phases[status] === 'running';
	const yet = isRunning ? ' yet' : '';
	const what = skip === 0 ? 'no pages' : `no pages after the first ${skip}`;
	const reason = nonEmptyText(status) === undefined ? '' : `. The status is '${String(status)}'`;
	return {
		// The text contains the number of pages before the slice.
		kind: skip === 0 ? 'noPages' : 'noMorePages',
		text: `The ${kind.name} has ${what}${yet}${reason}`,
		...(isRunning ? { advice: 'Run this operation again later', forModels: true as const } : {}),
		...(skip === 0 && !isRunning ? { warns: true } : {}),
	};
}

export const sliceNotices = (
	kind: PageJob,
	read: ReadPages,
	slice: Slice,
	context: PageContext,
): Notice[] =>
	noticesOf(
		missingPages(read, slice),
		read.pages.length === 0 && emptySliceNotice(kind, read.status, slice),
		noticesOfPages(read.pages, context),
	);

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
			const remedy = [
				failure.remedy,
				"To get an item instead of an error for each failed page, select 'Output as Items' in {failedPages}.",
			].flat();
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
