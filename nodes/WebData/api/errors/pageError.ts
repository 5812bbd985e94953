// Failures of scraped pages that themselves answered with a status that says no, for who wants them to be failures.

import { isObject, type JsonObject } from '../http/response';
import type { Failure, ErrorRow } from './failure';

/** The service did its work and is paid; the page is what says no. */
const pageOutcome = { retry: 'never', possiblyExecuted: true } as const;

export const pageRows = {
	pageNotFound: {
		id: 'pageNotFound',
		message: 'The page answered with HTTP status 404 or 410',
		cause: 'The site has no page at this address, and {failOnPageError} makes that a failure.',
		remedy:
			'What the page says is in the details. Correct {url}, or turn off {failOnPageError} to get such pages as items.',
		...pageOutcome,
	},
	pageRefused: {
		id: 'pageRefused',
		message: 'The page answered with another HTTP status from 400 to 499',
		cause:
			'The site did not hand the page out, for example because it asks for a login or keeps robots away, and {failOnPageError} makes that a failure.',
		remedy:
			"What the page says is in the details. Set {proxy} to 'Enhanced' for a site that keeps robots away. Give what a login needs in {headers}.",
		...pageOutcome,
	},
	pageBroken: {
		id: 'pageBroken',
		message: 'The page answered with an HTTP status of 500 or more',
		cause: 'The site itself does not work, and {failOnPageError} makes that a failure.',
		remedy:
			'What the page says is in the details. Run the node again later, with {maxAge} set to 0 so that no copy of this answer comes back.',
		...pageOutcome,
	},
} as const satisfies Record<string, ErrorRow>;

const pageRowOf = (status: number): ErrorRow => {
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
		words: typeof error === 'string' && error.trim() !== '' ? error.trim() : undefined,
	};
}

/** As people say it: the status, with the page's own words behind it. */
export const formatPageStatus = ({ status, words }: PageStatusError): string =>
	words === undefined ? String(status) : `${status} (${words.replace(/\.$/, '')})`;

/** The failure that a page stands for; the `data` of the answer, which was paid for, stays in its facts. */
export function failureOfPage(refusal: PageStatusError, data: JsonObject): Failure {
	const { id, ...row } = pageRowOf(refusal.status);
	return {
		errorId: id,
		...row,
		message: `The page answered with HTTP status ${formatPageStatus(refusal)}`,
		facts: { statusCode: refusal.status, page: data },
	};
}
