import type { ErrorId } from './errorId';
import type { ErrorRow, RetryAdvice } from './errorRow';

/** A field that the service rejected. `path` is the API name of the field, with dots between levels. */
export interface FieldIssue {
	path: string;
	message: string;
}

/** A failed request, caused by the service, the network or an unreadable response. */
export interface Failure {
	errorId: ErrorId;
	/** Short description of the failure. */
	message: string;
	/** Beginning of the service's text, if the text adds information to `message`. */
	serviceMessage?: string;
	/** Whether the first issue describes the failure better than `message`. */
	messageFromIssue?: boolean;
	/** Cause of the failure. `{apiName}` is replaced by the label of that form field. */
	cause: string;
	/** Instructions for the user. `{apiName}` is replaced by the label of that form field. */
	remedy: string;
	retry: RetryAdvice;
	/** Whether the service may have executed the request even though it failed. */
	possiblyExecuted: boolean;
	/** Delay in milliseconds that the service requests before the next attempt. */
	retryAfterMs?: number;
	/** HTTP status code of the response. Undefined if no response arrived. */
	httpCode?: number;
	/** Error code from the service. */
	code?: string;
	chargeId?: string;
	/** `x-request-id` header of the response. The service's support team uses this ID. */
	requestId?: string;
	issues?: FieldIssue[];
	/** Additional data, such as IDs, credits and partial results. */
	facts?: Record<string, unknown>;
}

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
