/**
 * Whether another attempt makes sense, as the specification's Retryable column states it.
 *
 * - `never`: the same request fails again
 * - `backoff`: retry after a growing delay
 * - `sameKey`: retry with the same `x-request-id`
 * - `sometimes`: another attempt may succeed; the user decides
 * - `ifFree`: the work was done but its response is unusable: retry where that costs nothing
 * - `ifOwnRequest`: an earlier attempt of the same request is still in progress: wait for it if it was ours
 */
export type RetryAdvice = 'never' | 'backoff' | 'sameKey' | 'sometimes' | 'ifFree' | 'ifOwnRequest';

/** What every row of the catalogue has. `cause` and `remedy` may contain `{apiName}`, which becomes the label of that form field. */
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
	/** Whether the service's own text, if short and specific, says more than `message` and replaces it. */
	preferServiceText?: true;
}

/** The error table of the specification that a row belongs to; `observed` rows come from the live API. */
export type ErrorTable = 'general' | 'scrape' | 'agent' | 'observed';

/** The part of the API that responded; rows with `endpoints` apply to these only. */
export type Endpoint = 'scrape' | 'interact' | 'catalog' | 'agent';

export interface ServiceRow extends ErrorRow {
	table: ErrorTable;
	status: number;
	/** The `code` of the response must be this one. */
	code?: string;
	/** The response must have no `code`. */
	uncoded?: true;
	/** The `error` text of the response must match, with addresses removed. */
	pattern?: RegExp;
	endpoints?: readonly Endpoint[];
}

/** Where a person has to act; the service may say at which address that is. */
export const DASHBOARD = "in the service's dashboard";
