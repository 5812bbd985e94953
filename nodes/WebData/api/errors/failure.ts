// What a failure is, wherever it came from: the service's answer, the network, or an answer that cannot be read.

/**
 * Whether another try makes sense, as the specification's Retryable column says it.
 *
 * - `never`: the same request fails again
 * - `backoff`: try again after a growing wait
 * - `sameKey`: try again with the same `x-request-id`
 * - `sometimes`: another try may succeed; a person decides
 * - `ifFree`: the work was done and its answer is spoilt: try again where that costs nothing
 * - `ifOwnRequest`: an earlier try of this same request is still being worked on: wait for it, if it was ours
 */
export type RetryAdvice = 'never' | 'backoff' | 'sameKey' | 'sometimes' | 'ifFree' | 'ifOwnRequest';

/** One field that the service found wrong; `path` as the service names it, dots between levels. */
export interface FieldIssue {
	path: string;
	message: string;
}

export interface Failure {
	/** Id of the catalogue's row. */
	errorId: string;
	/** What went wrong, in the service's own words where it gave any. */
	message: string;
	/** Why it happened. May hold `{apiName}` where a form field's label belongs. */
	cause: string;
	/** What to change. May hold `{apiName}` where a form field's label belongs. */
	remedy: string;
	retry: RetryAdvice;
	/** Whether the service may have carried the request out although this is no success. */
	possiblyExecuted: boolean;
	/** Milliseconds that the service asked to wait before the next try. */
	retryAfterMs?: number;
	/** HTTP status of the answer; none where no answer came. */
	httpCode?: number;
	/** The service's own error code. */
	code?: string;
	chargeId?: string;
	/** `x-request-id` of the answer, for the service's support. */
	requestId?: string;
	issues?: FieldIssue[];
	/** What else is known and belongs to the failure: ids, credits, partial results. */
	facts?: Record<string, unknown>;
}

/** What belongs to every row of the catalogue. */
export interface ErrorRow {
	id: string;
	/** Said when the service gave no words of its own. */
	message: string;
	cause: string;
	remedy: string;
	retry: RetryAdvice;
	/** Whether an answer of this row leaves open if the request was carried out. */
	possiblyExecuted: boolean;
}
