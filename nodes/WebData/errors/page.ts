import { isObject, type JsonObject, nonEmptyText, omitUndefined } from '../json/json';
import { type ErrorRow, type Failure, failureOfRow } from './row';
import { pageRows } from './rows/page';
import { shortText, withoutFullStop } from './text';

const pageRow = (status = 0): ErrorRow => {
	// The service returns 594 and 595 if a site does not respond.
	if (status === 0 || status === 594 || status === 595) return pageRows.pageUnreachable;
	if (status >= 500 && status < 600) return pageRows.pageBroken;
	return status === 404 || status === 410 ? pageRows.pageNotFound : pageRows.pageRefused;
};

interface PageStatusError {
	/** Undefined if the service received no response from the site. */
	status?: number;
	text?: string;
}

/** Returns the error of a page with status 400 or higher, or without a status if `metadata` contains an error. */
export function pageStatusError(data: JsonObject): PageStatusError | undefined {
	const { statusCode, error } = isObject(data.metadata) ? data.metadata : {};
	const status = Number(statusCode ?? 0) || undefined;
	const text = shortText(error);
	const failed = status === undefined ? text !== undefined : status >= 400;
	return failed ? { status, text } : undefined;
}

/** Returns the status and the reason, such as `HTTP status 404 (Not Found)`. */
export const formatPageStatus = ({ status, text }: PageStatusError): string => {
	const reason = text === undefined ? '' : withoutFullStop(text);
	if (status === undefined) return reason;
	return `HTTP status ${status}${reason === '' ? '' : ` (${reason})`}`;
};

/** Returns a sentence without its final period. */
export function pageErrorText(error: PageStatusError): string {
	const status = formatPageStatus(error);
	return pageRow(error.status) === pageRows.pageUnreachable
		? `The service could not reach the site: ${status}`
		: `The page returned ${status}`;
}

export function failureOfPage(pageError: PageStatusError, data: JsonObject): Failure {
	const { status } = pageError;
	const { sourceURL } = isObject(data.metadata) ? data.metadata : {};
	const facts = omitUndefined({ statusCode: status, url: nonEmptyText(sourceURL), page: data });
	return { ...failureOfRow(pageRow(status)), message: pageErrorText(pageError), facts };
}
