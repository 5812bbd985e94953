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
	/** Error text from the service. */
	message?: string;
	/** Time of the failure. */
	timestamp?: string;
	scrapeId?: string;
	/** Whether the site's robots.txt disallows the page. */
	robotsBlocked?: true;
}

/** Error code of a page that the site's robots.txt disallows or the job options exclude. */
const DENIED = 'CRAWL_DENIAL';
/** Error codes of pages that the job options exclude. `CRAWL_DENIAL` can also mean that robots.txt is the cause. */
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

/** Returns the failed pages in a response of the `/errors` endpoint, including the pages that robots.txt disallows. */
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

/** Returns the error row that a single scrape with this error would use. */
const rowOfScrapeError = ({ code, message = '' }: FailedPage): IdentifiedRow | undefined =>
	code === undefined
		? undefined
		: serviceRows.find(
				({ code: known, pattern, endpoints }) =>
					known === code &&
					(endpoints === undefined || endpoints.includes('scrape')) &&
					(pattern === undefined || pattern.test(message)),
			);

/**
 * Matches the error text of a page whose scrape was interrupted by a cancel request. The service reports such pages
 * with the error code for unknown errors.
 */
const INTERRUPTED = /parent crawl or batch scrape was cancelled/i;

function rowOfPage(page: FailedPage): IdentifiedRow {
	if (page.robotsBlocked) return failedPageRows.pageDenied;
	if (INTERRUPTED.test(page.message ?? '')) return failedPageRows.pageSkipped;
	if (excludedCodes.has(page.code)) return failedPageRows.pageExcluded;
	return rowOfScrapeError(page) ?? failedPageRows.pageFailed;
}

/** Returns the failure of a URL for which the node itself detected the reason. */
export const failureOfUrl = (job: string, errorId: FailedPageErrorId, facts: JsonObject): Failure =>
	failureOfRow(withJobName(failedPageRows[errorId], job), facts);

/** Returns the failure of a page that the job lists in its errors. */
export function failureOfFailedPage(job: string, page: FailedPage, facts: JsonObject): Failure {
	const { url, code, message, timestamp, scrapeId } = page;
	const row = withJobName(rowOfPage(page), job);
	return {
		...failureOfRow(row, { url, timestamp, scrapeId, ...facts }),
		...headline(row.message, message, row.id === 'pageFailed'),
		// The page was scraped as part of a job, so it cannot be requested again on its own.
		possiblyExecuted: true,
		code,
	};
}

/** Maximum number of failed pages in the facts of a failure. */
const MAX_LISTED_PAGES = 50;

/**
 * Returns the failure of a job that returned no pages. The service's text, the code and the remedy come from the first
 * failed page.
 */
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
