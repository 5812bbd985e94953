import { hasNoContent, type Issue, type JsonObject } from '../json/json';

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

/** A sentence, or alternatives. The first alternative applies whose fields the form shows. */
type Sentence = string | { either: readonly string[] };

/**
 * What to do. References such as `{timeout}` stand for the labels of fields. A sentence about a field that the form does not
 * show is left out.
 */
export type Remedy = Sentence | readonly (Sentence | false)[];

export const either = (...alternatives: readonly string[]): Sentence => ({ either: alternatives });

/** Whether a body contains a field at any depth, unless the field is turned off or empty. */
export const isSent = (sent: unknown, name: string): boolean =>
	typeof sent === 'object' &&
	sent !== null &&
	Object.entries(sent).some(
		([key, value]) =>
			(key === name && value !== false && !hasNoContent(value)) || isSent(value, name),
	);

/** `cause` and `remedy` refer to the field of a form as `{apiName}`. */
export interface ErrorRow {
	id: string;
	message: string;
	cause: string;
	remedy: Remedy;
	retry: RetryAdvice;
	possiblyExecuted: boolean;
	/** Whether a short and specific text from the service replaces `message`. */
	preferServiceText?: true;
}

export type AnyRow = ErrorRow | ServiceRow;

export interface ServiceRow extends Omit<ErrorRow, 'remedy'> {
	/** A function, if the remedy depends on the body that was sent. */
	remedy: Remedy | ((sent: JsonObject) => Remedy);
	status: number;
	/** The row applies only if the response's `code` or error text equals this value. */
	code?: string;
	/** The row applies only to responses without a `code`. */
	uncoded?: true;
	/** The row applies only if the service does not know one of these fields. The failure then has no issues. */
	unknownKeys?: readonly string[];
	/** The row applies only if `details.state` equals this value. */
	state?: string;
	/** The row applies only to responses without the service's error format. */
	fromGateway?: true;
	/** The row applies only if this pattern matches the error text without URLs and host names. */
	pattern?: RegExp;
}

type Declared<Row extends AnyRow> = Omit<Row, 'id' | 'retry' | 'possiblyExecuted'> &
	Partial<Pick<Row, 'retry' | 'possiblyExecuted'>>;

/** The key of each row becomes its ID. By default, the request is not repeated. */
const defineRows =
	<Row extends AnyRow>(possiblyExecuted = false) =>
	<Id extends string>(rows: Record<Id, Declared<Row>>): Record<Id, Row> =>
		Object.fromEntries(
			Object.entries<Declared<Row>>(rows).map(([id, row]) => [
				id,
				{ id, retry: 'never', possiblyExecuted, ...row },
			]),
		) as Record<Id, Row>;

export const defineErrorRows = defineRows<ErrorRow>();

/** By default, the service may have executed the request. */
export const defineExecutedRows = defineRows<ErrorRow>(true);

export const defineServiceRows = defineRows<ServiceRow>();

/** If a remedy contains this phrase, a URL from the response is inserted after the phrase. */
export const DASHBOARD = "in the service's dashboard";

export interface Failure {
	errorId: string;
	message: string;
	/** Beginning of the service's error text. */
	serviceMessage?: string;
	/** Whether the first issue describes the failure better than `message`. */
	messageFromIssue?: boolean;
	cause: string;
	remedy: Remedy;
	retry: RetryAdvice;
	possiblyExecuted: boolean;
	retryAfterMs?: number;
	/** HTTP status code, or undefined if no response arrived. */
	httpCode?: number;
	code?: string;
	chargeId?: string;
	/** `x-request-id` header of the response. The service's support team uses this ID. */
	requestId?: string;
	issues?: Issue[];
	facts?: Record<string, unknown>;
}

/** Returns the failure of a request with the body `sent`. */
export const failureOfRow = (
	row: AnyRow,
	facts?: Record<string, unknown>,
	sent: JsonObject = {},
): Failure => ({
	errorId: row.id,
	message: row.message,
	cause: row.cause,
	remedy: typeof row.remedy === 'function' ? row.remedy(sent) : row.remedy,
	retry: row.retry,
	possiblyExecuted: row.possiblyExecuted,
	facts,
});
