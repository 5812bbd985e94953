/**
 * Whether another attempt makes sense, according to the specification's Retryable column.
 * - `never`: the same request fails again
 * - `backoff`: retry after a growing delay
 * - `sameKey`: retry with the same `x-request-id`
 * - `sometimes`: another attempt may succeed; the user decides
 * - `ifFree`: the work was done but its response is unusable: retry if that costs nothing
 * - `ifOwnRequest`: an earlier request with the same key is in progress: wait for it if this node sent it
 */
export type RetryAdvice = 'never' | 'backoff' | 'sameKey' | 'sometimes' | 'ifFree' | 'ifOwnRequest';

/**
 * The fields of every row of the catalogue. `cause` and `remedy` may contain `{apiName}`, which is replaced by the
 * label of that form field.
 */
export interface ErrorRow {
	id: string;
	/** What happened, in a few words. */
	message: string;
	/** Why it happened, in one sentence. */
	cause: string;
	/** What to do, in the imperative. */
	remedy: string;
	retry: RetryAdvice;
	/** Whether the request may have been executed although it failed. */
	possiblyExecuted: boolean;
	/** Whether the service's own text replaces `message`, if it is short and specific. */
	preferServiceText?: true;
}

/** The error table of the specification that a row belongs to; `observed` rows come from the live API. */
export type ErrorTable = 'general' | 'scrape' | 'agent' | 'observed';

/** The part of the API that returned the response. Rows with `endpoints` apply only to these. */
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
	/** The `code` of the response must be equal to this one. */
	code?: string;
	/** The response must have no `code`. */
	uncoded?: true;
	/** The `error` text of the response, without URLs and host names, must match. */
	pattern?: RegExp;
	endpoints?: readonly Endpoint[];
}

/** Where the user has to act, unless the service returns a URL. */
export const DASHBOARD = "in the service's dashboard";
