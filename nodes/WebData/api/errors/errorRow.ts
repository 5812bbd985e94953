/**
 * Retry advice for an error, from the Retryable column in the specification.
 * - `never`: the same request would fail again
 * - `backoff`: retry after an increasing delay
 * - `sameKey`: retry with the same `x-request-id`
 * - `sometimes`: another attempt may succeed; the user decides
 * - `ifFree`: retry only if the retry is free
 * - `ifOwnRequest`: retry only if this node sent the earlier request with the same key
 */
export type RetryAdvice = 'never' | 'backoff' | 'sameKey' | 'sometimes' | 'ifFree' | 'ifOwnRequest';

/** `cause` and `remedy` may contain `{apiName}`, a placeholder for the label of a form field. */
export interface ErrorRow {
	id: string;
	message: string;
	cause: string;
	remedy: string;
	retry: RetryAdvice;
	possiblyExecuted: boolean;
	/** Whether a short and specific text from the service replaces `message`. */
	preferServiceText?: true;
}

/** Specification table that lists the error, or `observed` for errors that were observed in the live API. */
export type ErrorTable = 'general' | 'scrape' | 'agent' | 'observed';

export type Endpoint =
	| 'scrape'
	| 'interact'
	| 'stopInteract'
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
	| 'browserSession'
	| 'sessionCode';

export interface ServiceRow extends ErrorRow {
	table: ErrorTable;
	status: number;
	/** The row applies only if the response's `code` or error text equals this value. */
	code?: string;
	/** The row applies only to responses without a `code`. */
	uncoded?: true;
	/** The row applies only if the first-level field is rejected. The failure then has no issues for fields. */
	rejectedField?: string;
	/** The row applies only to responses without the service's error format. */
	fromGateway?: true;
	/** The row applies only if this pattern matches the error text without URLs and host names. */
	pattern?: RegExp;
	endpoints?: readonly Endpoint[];
}

/** If a remedy contains this phrase, a URL from the response is inserted after the phrase. */
export const DASHBOARD = "in the service's dashboard";
