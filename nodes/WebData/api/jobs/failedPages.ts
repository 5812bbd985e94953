import { serviceRows } from '../errors/rows';
import { failureOfRow, type Failure, type IdentifiedRow } from '../errors/failure';
import { failedPageRows, type FailedPageErrorId } from '../errors/rows/pageJob';
import { headline } from '../errors/text';
import { objectsIn } from '../http/pagination';
import { isObject, nonEmptyText, type JsonObject } from '../http/response';
import { withJobName } from './jobRows';

/** A page that a job could not scrape. */
export interface FailedPage {
	url?: string;
	code?: string;
	/** The text of the service. */
	message?: string;
	/** When it failed. */
	timestamp?: string;
	scrapeId?: string;
	/** Whether the robots.txt of the site does not allow the page. */
	robotsBlocked?: true;
}

/** Code of a page that the robots.txt of its site does not allow, or that the options of the job exclude. */
const DENIED = 'CRAWL_DENIAL';
/** Codes of pages that the options of the job exclude, if robots.txt is not the reason. */
const excludedCodes: ReadonlySet<unknown> = new Set([DENIED, 'EXTERNAL_LINK']);

const namesRobots = (text: unknown): boolean => /robots/i.test(nonEmptyText(text) ?? 'robots.txt');

const failedPage = ({ id, timestamp, url, code, error }: JsonObject): FailedPage => ({
	url: nonEmptyText(url),
	code: nonEmptyText(code),
	message: nonEmptyText(error),
	timestamp: nonEmptyText(timestamp),
	scrapeId: nonEmptyText(id),
	...(code === DENIED && namesRobots(error) ? { robotsBlocked: true } : {}),
});

/** The failed pages in a response of `/errors`, and those that the robots.txt of a site does not allow. */
export function failedPagesIn(response: JsonObject): FailedPage[] {
	const { errors, robotsBlocked } = isObject(response.data) ? response.data : response;
	const failed = objectsIn(errors).map(failedPage);
	const known = new Set(failed.map(({ url }) => url));
	const denied = (Array.isArray(robotsBlocked) ? robotsBlocked : [])
		.flatMap((url) => nonEmptyText(url) ?? [])
		.filter((url) => !known.has(url))
		.map((url): FailedPage => ({ url, robotsBlocked: true }));
	return [...failed, ...denied];
}

/** The row of the same error of a single scrape. */
const rowOfScrapeError = ({ code, message = '' }: FailedPage): IdentifiedRow | undefined =>
	code === undefined
		? undefined
		: serviceRows.find(
				({ code: known, pattern, endpoints }) =>
					known === code &&
					(endpoints === undefined || endpoints.includes('scrape')) &&
					(pattern === undefined || pattern.test(message)),
			);

/** The service reports a page that was interrupted by a cancel with the code of an unknown error. */
const INTERRUPTED = /parent crawl or batch scrape was cancelled/i;

function rowOfPage(page: FailedPage): IdentifiedRow {
	if (page.robotsBlocked) return failedPageRows.pageDenied;
	if (INTERRUPTED.test(page.message ?? '')) return failedPageRows.pageSkipped;
	if (excludedCodes.has(page.code)) return failedPageRows.pageExcluded;
	return rowOfScrapeError(page) ?? failedPageRows.pageFailed;
}

/** The failure of a URL for which the client knows the reason. */
export const failureOfUrl = (job: string, errorId: FailedPageErrorId, facts: JsonObject): Failure =>
	failureOfRow(withJobName(failedPageRows[errorId], job), facts);

/** The failure of a page that a job reports in its errors. */
export function failureOfFailedPage(job: string, page: FailedPage, facts: JsonObject): Failure {
	const { url, code, message, timestamp, scrapeId } = page;
	const row = withJobName(rowOfPage(page), job);
	return {
		...failureOfRow(row, { url, timestamp, scrapeId, ...facts }),
		...headline(row.message, message, row.id === 'pageFailed'),
		// The page belongs to a job, so there is no request that could be repeated.
		possiblyExecuted: true,
		code,
	};
}

/** Failed pages in the facts of a failure. */
const MAX_LISTED_PAGES = 50;

/** The failure of a job without pages: its first failed page gives the reason and the remedy. */
export function failureOfAllPages(
	job: string,
	pages: readonly [FailedPage, ...FailedPage[]],
	facts: JsonObject,
): Failure {
	const row = withJobName(failedPageRows.noPageScraped, job);
	const {
		message,
		serviceMessage = message,
		code,
		remedy,
	} = failureOfFailedPage(job, pages[0], {});
	const failedPages = pages.slice(0, MAX_LISTED_PAGES);
	return {
		...failureOfRow(row, { failedCount: pages.length, failedPages, ...facts }),
		serviceMessage,
		remedy,
		code,
	};
}
