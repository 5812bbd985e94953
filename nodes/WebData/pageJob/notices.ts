import { type FailedPage, failedPagesIn } from '../client/jobs/failedPages';
import type { PageJob, Slice } from '../client/jobs/pages';
import { withoutFullStop } from '../errors/text';
import { isObject, type JsonObject, nonEmptyText } from '../json/json';
import { jobNotices } from '../operation/notices';
import type { Notice } from '../operation/output';
import { type PageContext, pageNotices } from '../page/notices';
import type { FailedPagesMode } from './form';
import { hasPages, hasUnknownCredits, pagesIn } from './output';

export const pageCount = (count: number): string => `${count} ${count === 1 ? 'page' : 'pages'}`;

const cutShort = (job: PageJob, response: JsonObject): Notice[] => {
	const { status } = response;
	if (status !== 'cancelled' && status !== 'failed') return [];
	const what = status === 'cancelled' ? 'was canceled' : 'failed';
	return [
		{
			kind: 'cutShort',
			text: `The ${job.name} ${what} before completion, after ${pageCount(pagesIn(response).length)}`,
			warns: true,
		},
	];
};

function missingPages(response: JsonObject, slice: Slice = { skip: 0 }): Notice[] {
	const { completed, isIncomplete, unreadReason } = response;
	const end = slice.skip + (slice.limit ?? Infinity);
	const expected = typeof completed === 'number' ? Math.min(completed, end) - slice.skip : 0;
	const missing = expected - pagesIn(response).length;
	const isUncounted = typeof completed !== 'number' && isIncomplete === true;
	if (missing <= 0 && !isUncounted) return [];
	const reason = typeof unreadReason === 'string' ? `: ${withoutFullStop(unreadReason)}` : '';
	const what = isUncounted
		? 'The service did not return all pages that it scraped'
		: `The service did not return ${missing} of ${pageCount(expected)} that it scraped`;
	const text = `${what}${reason}`;
	return isIncomplete === true
		? [
				{
					kind: 'unreadPages',
					text,
					advice: 'Use the Get Pages operation to read the pages in parts',
					warns: true,
				},
			]
		: [
				{
					kind: 'missingPages',
					text,
					advice: 'Page content expires after 24 hours',
					warns: true,
				},
			];
}

const unknownErrors = ({ errorsUnknown }: JsonObject): Notice[] => {
	const reason = nonEmptyText(errorsUnknown);
	return reason === undefined
		? []
		: [
				{
					kind: 'unknownErrors',
					text: `The node could not read the failed pages: ${withoutFullStop(reason)}`,
					advice: 'To read the failed pages, use the Get Errors operation',
					warns: true,
				},
			];
};

const MAX_EXAMPLE_LENGTH = 200;

export const failedPageNotices = (failed: readonly FailedPage[]): Notice[] => {
	const [first] = failed;
	if (first === undefined) return [];
	const reason = first.message ?? first.code ?? 'robots.txt does not allow it';
	const [sentence = reason] = reason.split(/(?<=\.)\s/, 1);
	const example = withoutFullStop(sentence.slice(0, MAX_EXAMPLE_LENGTH));
	return [
		{
			kind: 'failedPages',
			text: `${pageCount(failed.length)} could not be scraped, for example, ${first.url ?? 'a page without a URL'}: ${example}`,
			advice: "To get the failed pages, select 'Output as Items' in {failedPages}",
			warns: true,
		},
	];
};

const ignoredPages = (response: JsonObject): Notice[] =>
	pagesIn(response).length === 0 ? [] : failedPageNotices(failedPagesIn(response));

const jobWarning = ({ warning }: JsonObject): Notice[] => {
	const text = nonEmptyText(warning);
	return text === undefined
		? []
		: [
				{
					kind: 'jobWarning',
					text: `Warning from the service: ${withoutFullStop(text)}`,
					warns: true,
				},
			];
};

const recoveredStart = (job: PageJob, { recovered }: JsonObject): Notice[] =>
	recovered === true
		? [
				{
					kind: 'recoveredStart',
					text: `The response to the start request was lost, so the node looked up the ${job.name} in the service's lists`,
				},
			]
		: [];

const emptyJobNotice = (job: PageJob, response: JsonObject): Notice[] =>
	pagesIn(response).length === 0 && failedPagesIn(response).length === 0
		? [{ kind: 'noPages', text: `The ${job.name} has no pages`, warns: true }]
		: [];

/** Returns notices about a finished job, without notices about individual pages. */
export const endedJobNotices = (job: PageJob, response: JsonObject): Notice[] => [
	...cutShort(job, response),
	...missingPages(response),
	...unknownErrors(response),
	...jobWarning(response),
	...recoveredStart(job, response),
];

const urlOf = ({ metadata }: JsonObject): string | undefined =>
	isObject(metadata) ? (nonEmptyText(metadata.sourceURL) ?? nonEmptyText(metadata.url)) : undefined;

/** Merges equal notices. A merged notice states the number of pages, and the URL of the first. */
export function noticesOfPages(pages: readonly JsonObject[], context: PageContext): Notice[] {
	const groups = new Map<string, { notice: Notice; count: number; url?: string }>();
	for (const page of pages) {
		for (const notice of pageNotices(page, context)) {
			const { url = urlOf(page), count = 0 } = groups.get(notice.text) ?? {};
			groups.set(notice.text, { notice, count: count + 1, url });
		}
	}
	if (pages.length === 1) return [...groups.values()].map(({ notice }) => notice);
	return [...groups.values()].map(({ notice, count, url }) => {
		const example = url === undefined ? '' : `, for example, ${url}`;
		return { ...notice, text: `${notice.text} (${count} of ${pages.length} pages${example})` };
	});
}

export function pageJobNotices(
	job: PageJob,
	response: JsonObject,
	failedPages: FailedPagesMode,
	context: PageContext,
): Notice[] {
	if (!hasPages(response)) return jobNotices(job, response);
	return [
		...endedJobNotices(job, response),
		...(failedPages === 'ignore' ? ignoredPages(response) : []),
		...emptyJobNotice(job, response),
		...noticesOfPages(pagesIn(response), context),
	];
}

const isStillRunning = (job: PageJob, { status }: JsonObject): boolean =>
	typeof status === 'string' && job.phases[status] === 'running';

function emptySliceNotice(job: PageJob, response: JsonObject, { skip }: Slice): Notice {
	const yet = isStillRunning(job, response) ? ' yet' : '';
	const what = skip === 0 ? 'no pages' : `no pages after the first ${skip}`;
	const status = nonEmptyText(response.status);
	const reason = status === undefined ? '' : `. The status is '${status}'`;
	return {
		kind: skip === 0 ? 'noPages' : 'noMorePages',
		text: `The ${job.name} has ${what}${yet}${reason}`,
		...(yet === '' ? {} : { advice: 'Run this operation again later' }),
		...(skip === 0 && yet === '' ? { warns: true } : {}),
	};
}

export const sliceNotices = (
	job: PageJob,
	response: JsonObject,
	slice: Slice,
	context: PageContext,
): Notice[] => {
	const pages = pagesIn(response);
	return [
		...missingPages(response, slice),
		...(pages.length === 0
			? [emptySliceNotice(job, response, slice)]
			: noticesOfPages(pages, context)),
	];
};

export const creditNotices = (response: JsonObject): Notice[] =>
	hasUnknownCredits(response)
		? [{ kind: 'unknownCredits', text: 'The service does not report the credits of this job' }]
		: [];
