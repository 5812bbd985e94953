/**
 * Retry advice for an error, from the Retryable column in the specification.
 * - `never`: the same request would fail again
 * - `backoff`: retry after an increasing delay
 * - `sameKey`: retry with the same `x-request-id`
 * - `sometimes`: another attempt may succeed; the user decides
 * - `ifFree`: the work was done but the response is unusable; retry only if the retry costs nothing
 * - `ifOwnRequest`: an earlier request with the same key is in progress; wait for its result if this node sent it
 */
export type RetryAdvice = 'never' | 'backoff' | 'sameKey' | 'sometimes' | 'ifFree' | 'ifOwnRequest';

/** Fields of every error row. `{apiName}` in `cause` and `remedy` is replaced by the label of that form field. */
export interface ErrorRow {
	id: string;
	/** Short description of the failure. */
	message: string;
	/** Cause of the failure, in one sentence. */
	cause: string;
	/** Instructions for the user, in the imperative. */
	remedy: string;
	retry: RetryAdvice;
	/** Whether the service may have executed the request even though it failed. */
	possiblyExecuted: boolean;
	/** Whether a short and specific text from the service replaces `message`. */
	preferServiceText?: true;
}

/**
 * The table in the specification that lists the error. `observed` marks rows for responses that were observed in the
 * live API.
 */
export type ErrorTable = 'general' | 'scrape' | 'agent' | 'observed';

/** Part of the API that returned a response. */
export type Endpoint =
	| 'scrape'
	| 'interact'
	| 'catalog'
	| 'agent'
	| 'crawl'
	| 'batchScrape'
	| 'search'
	| 'map'
	| 'account'
	| 'storedScrape'
	| 'parse'
	| 'monitor'
	| 'browserSession';

export interface ServiceRow extends ErrorRow {
	table: ErrorTable;
	status: number;
	/** The row applies only if the response's `code` or error text equals this value. */
	code?: string;
	/** Whether the row applies only to responses without a `code`. */
	uncoded?: true;
	/** The row applies only if this pattern matches the response's `error` text without URLs and host names. */
	pattern?: RegExp;
	endpoints?: readonly Endpoint[];
}

/**
 * A phrase in remedies. If the response contains a URL for accepting terms, the URL is inserted after the phrase.
 */
export const DASHBOARD = "in the service's dashboard";
