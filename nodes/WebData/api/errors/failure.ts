import type { ErrorId } from './errorId';
import type { ErrorRow, RetryAdvice } from './errorRow';

/** A field that the service rejected. `path` is the service's name, with dots between levels. */
export interface FieldIssue {
	path: string;
	message: string;
}

/** A failed request, caused by the service, the network or an unreadable response. */
export interface Failure {
	errorId: ErrorId;
	/** What happened, in a few words. */
	message: string;
	/** The beginning of the service's own text, if it adds to `message`. */
	serviceMessage?: string;
	/** Whether the first issue describes the failure better than `message`. */
	messageFromIssue?: boolean;
	/** Why it happened. May contain `{apiName}`, which is replaced by the label of that form field. */
	cause: string;
	/** What to do. May contain `{apiName}`, which is replaced by the label of that form field. */
	remedy: string;
	retry: RetryAdvice;
	/** Whether the service may have executed the request although it failed. */
	possiblyExecuted: boolean;
	/** Milliseconds that the service asks to wait before the next attempt. */
	retryAfterMs?: number;
	/** HTTP status of the response. Undefined if no response arrived. */
	httpCode?: number;
	/** The service's own error code. */
	code?: string;
	chargeId?: string;
	/** `x-request-id` of the response, which helps the service's support team. */
	requestId?: string;
	issues?: FieldIssue[];
	/** Further data of the failure: ids, credits, partial results. */
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
