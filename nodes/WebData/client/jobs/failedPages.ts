import { rowOfCode } from '../../errors/failure';
import { type AnyRow, type Failure, failureOfRow } from '../../errors/row';
import { withJobName } from '../../errors/rows/job';
import { type FailedPageErrorId, failedPageRows } from '../../errors/rows/pageJob';
import { headline, withoutFullStop } from '../../errors/text';
import { isObject, type JsonObject, listOf, nonEmptyText, objectsIn } from '../../json/json';

export interface FailedPage {
	url?: string;
	code?: string;
	message?: string;
	timestamp?: string;
	scrapeId?: string;
	robotsBlocked?: true;
}

/** `CRAWL_DENIAL` means that robots.txt disallows the page or that the job options exclude the page. */
const DENIED = 'CRAWL_DENIAL';

/** Returns the failed pages in a response of the `/errors` endpoint, including the pages that robots.txt disallows. */
export function failedPagesIn(response: JsonObject): FailedPage[] {
	const { errors, robotsBlocked } = isObject(response.data) ? response.data : response;
	const failed = objectsIn(errors).map(({ id, timestamp, url, code, error }): FailedPage => {
		const namesRobots = /robots/i.test(nonEmptyText(error) ?? 'robots.txt');
		return {
			url: nonEmptyText(url),
			code: nonEmptyText(code),
			message: nonEmptyText(error),
			timestamp: nonEmptyText(timestamp),
			scrapeId: nonEmptyText(id),
			...(code === DENIED && namesRobots ? { robotsBlocked: true } : {}),
		};
	});
	const known = new Set(failed.map(({ url }) => url));
	const denied = listOf(robotsBlocked)
		.flatMap((url) => nonEmptyText(url) ?? [])
		.filter((url) => !known.has(url))
		.map((url): FailedPage => ({ url, robotsBlocked: true }));
	return [...failed, ...denied];
}

function rowOfPage({ code, message = '', robotsBlocked }: FailedPage): AnyRow {
	if (robotsBlocked) return failedPageRows.pageDenied;
	// The service did not finish the page, because the job was canceled.
	if (/parent crawl or batch scrape was cancelled/i.test(message))
		return failedPageRows.pageSkipped;
	if (code === DENIED || code === 'EXTERNAL_LINK') return failedPageRows.pageExcluded;
	return rowOfCode(code, message) ?? failedPageRows.pageFailed;
}

/** Returns a failure whose message contains `reason`, if it is known. */
export function failureOfUrl(
	job: string,
	errorId: FailedPageErrorId,
	facts: JsonObject,
	reason?: string,
): Failure {
	const failure = withJobName(failureOfRow(failedPageRows[errorId], facts), job);
	if (reason === undefined) return failure;
	return { ...failure, message: `${failure.message}: ${withoutFullStop(reason)}` };
}

export function failureOfFailedPage(job: string, page: FailedPage, facts: JsonObject): Failure {
	const { url, code, message, timestamp, scrapeId } = page;
	const row = rowOfPage(page);
	const failure = withJobName(failureOfRow(row, { url, timestamp, scrapeId, ...facts }), job);
	return {
		...failure,
		...headline(failure.message, message, row.id === failedPageRows.pageFailed.id),
		possiblyExecuted: true,
		code,
	};
}

const MAX_LISTED_PAGES = 50;

export function failureOfAllPages(
	job: string,
	pages: readonly [FailedPage, ...FailedPage[]],
	facts: JsonObject,
): Failure {
	const {
		message,
		serviceMessage = message,
		code,
		remedy,
	} = failureOfFailedPage(job, pages[0], {});
	const failedPages = pages.slice(0, MAX_LISTED_PAGES);
	return {
		...failureOfUrl(job, 'noPageScraped', { failedCount: pages.length, failedPages, ...facts }),
		serviceMessage,
		remedy,
		code,
	};
}
