import { isObject, type JsonObject, nonEmptyText } from '../json/json';
import { type ErrorRow, type Failure, failureOfRow } from './row';
import { pageRows } from './rows/page';
import { cutText, MAX_NAME_LENGTH, withoutFullStop } from './text';

/** The service returns these status codes if a site does not respond. */
const UNREACHABLE: ReadonlySet<number> = new Set([594, 595]);

export const isUnreachable = (status: number): boolean => UNREACHABLE.has(status);

const pageRow = (status: number): ErrorRow => {
	if (isUnreachable(status)) return pageRows.pageUnreachable;
	if (status >= 500) return pageRows.pageBroken;
	return status === 404 || status === 410 ? pageRows.pageNotFound : pageRows.pageRefused;
};

export interface PageStatusError {
	status: number;
	text?: string;
}

export function pageStatusError(data: JsonObject): PageStatusError | undefined {
	const { statusCode, error } = isObject(data.metadata) ? data.metadata : {};
	if (typeof statusCode !== 'number' || !(statusCode >= 400)) return undefined;
	const text = nonEmptyText(error);
	return { status: statusCode, text: text && cutText(text, MAX_NAME_LENGTH) };
}

export const formatPageStatus = ({ status, text }: PageStatusError): string => {
	if (text === undefined) return String(status);
	return `${status} (${withoutFullStop(text)})`;
};

export function failureOfPage(pageError: PageStatusError, data: JsonObject): Failure {
	const row = pageRow(pageError.status);
	const message =
		row === pageRows.pageUnreachable
			? row.message
			: `The page returned HTTP status ${formatPageStatus(pageError)}`;
	return { ...failureOfRow(row), message, facts: { statusCode: pageError.status, page: data } };
}
