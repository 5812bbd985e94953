// Failures of scraped pages that themselves answered with a status that says no, for who wants them to be failures.

import { isObject, nonEmptyText, type JsonObject } from '../http/response';
import { failureOfRow, type Failure, type IdentifiedRow } from './failure';
import { pageRows } from './rows/page';

const pageRowOf = (status: number): IdentifiedRow => {
	if (status >= 500) return pageRows.pageBroken;
	return status === 404 || status === 410 ? pageRows.pageNotFound : pageRows.pageRefused;
};

/** What a page answered where that says no: its status, and words of its own. Specification: Metadata, `statusCode` and `error`. */
export interface PageStatusError {
	status: number;
	words?: string;
}

export function pageStatusError(data: JsonObject): PageStatusError | undefined {
	const { statusCode, error } = isObject(data.metadata) ? data.metadata : {};
	if (typeof statusCode !== 'number' || !(statusCode >= 400)) return undefined;
	return {
		status: statusCode,
		words: nonEmptyText(error),
	};
}

/** As people say it: the status, with the page's own words behind it. */
export const formatPageStatus = ({ status, words }: PageStatusError): string =>
	words === undefined ? String(status) : `${status} (${words.replace(/\.$/, '')})`;

/** The failure that a page stands for; the `data` of the answer, which was paid for, stays in its facts. */
export function failureOfPage(refusal: PageStatusError, data: JsonObject): Failure {
	return {
		...failureOfRow(pageRowOf(refusal.status)),
		message: `The page answered with HTTP status ${formatPageStatus(refusal)}`,
		facts: { statusCode: refusal.status, page: data },
	};
}
