import type { ErrorId } from './errorId';
import type { ErrorRow, RetryAdvice } from './errorRow';

/** A field that the service rejected; `path` as the service names it, with dots between levels. */
export interface FieldIssue {
	path: string;
	message: string;
}

/** A failed request, whether the service, the network or an unreadable response caused it. */
export interface Failure {
	errorId: ErrorId;
	/** What happened, in a few words. */
	message: string;
	/** The beginning of the service's own text, if it says more than `message`. */
	serviceMessage?: string;
	/** Whether the first issue says what happened better than `message`. */
	messageFromIssue?: boolean;
	/** Why it happened. May contain `{apiName}`, which becomes the label of that form field. */
	cause: string;
	/** What to do. May contain `{apiName}`, which becomes the label of that form field. */
	remedy: string;
	retry: RetryAdvice;
	/** Whether the service may have carried the request out although it failed. */
	possiblyExecuted: boolean;
	/** Milliseconds that the service asks to wait before the next attempt. */
	retryAfterMs?: number;
	/** HTTP status of the response; absent if no response arrived. */
	httpCode?: number;
	/** The service's own error code. */
	code?: string;
	chargeId?: string;
	/** `x-request-id` of the response, for the support of the service. */
	requestId?: string;
	issues?: FieldIssue[];
	/** Everything else that belongs to the failure: ids, credits, partial results. */
	facts?: Record<string, unknown>;
}

/** A row of the catalogue with its id. */
export type IdentifiedRow = ErrorRow & { id: ErrorId };

export const failureOfRow = (
	{ id, message, cause, remedy, retry, possiblyExecuted }: IdentifiedRow,
	facts?: Record<string, unknown>,
): Failure => ({
	errorId: id,
	message,
	cause,
	remedy,
	retry,
	possiblyExecuted,
	...(facts && { facts }),
});
