import type { ErrorRow, RetryAdvice } from './errorRow';

/** `path` is the API name of the rejected field, with dots between levels. */
export interface FieldIssue {
	path: string;
	message: string;
}

export interface Failure {
	errorId: string;
	message: string;
	/** Beginning of the service's error text. */
	serviceMessage?: string;
	/** Whether the first issue describes the failure better than `message`. */
	messageFromIssue?: boolean;
	cause: string;
	remedy: string;
	retry: RetryAdvice;
	possiblyExecuted: boolean;
	retryAfterMs?: number;
	/** HTTP status code, or undefined if no response arrived. */
	httpCode?: number;
	code?: string;
	chargeId?: string;
	/** `x-request-id` header of the response. The service's support team uses this ID. */
	requestId?: string;
	issues?: FieldIssue[];
	facts?: Record<string, unknown>;
}

export const failureOfRow = (
	{ id, message, cause, remedy, retry, possiblyExecuted }: ErrorRow,
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
