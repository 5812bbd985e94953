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

/** What to do. A function, if the advice depends on the body that was sent. */
export type Remedy = string | ((sent: JsonObject) => string);

/** Whether a body contains a field at any depth, unless the field is turned off or empty. */
export const isSent = (sent: unknown, name: string): boolean =>
	typeof sent === 'object' &&
	sent !== null &&
	Object.entries(sent).some(
		([key, value]) =>
			(key === name && value !== false && !hasNoContent(value)) || isSent(value, name),
	);

/** Joins the sentences that apply. */
export const sentences = (...given: readonly (string | false)[]): string =>
	given.filter((sentence) => sentence !== false).join(' ');

export const remedyOf = ({ remedy }: { remedy: Remedy }, sent: JsonObject = {}): string =>
	typeof remedy === 'string' ? remedy : remedy(sent);

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

export type AnyRow = ErrorRow | ServiceRow;

export interface ServiceRow extends Omit<ErrorRow, 'remedy'> {
	remedy: Remedy;
	/** Specification table that lists the error, or `observed` for errors from other sources. */
	table: 'general' | 'scrape' | 'agent' | 'observed';
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

/** Adds the key of each row as its ID, and the defaults that the row does not replace. */
export const withIds = <Id extends string, Row>(
	rows: Record<Id, Row>,
	defaults: Partial<ServiceRow> = {},
): Record<Id, Row & { id: string }> =>
	Object.fromEntries(
		Object.entries<Row>(rows).map(([id, row]) => [id, { id, ...defaults, ...row }]),
	) as Record<Id, Row & { id: string }>;

type WithDefaults<Row, Name extends keyof Row> = Omit<Row, Name | 'id'> & Partial<Pick<Row, Name>>;

/** By default, the request is not repeated, and the service has not executed it. */
const defaults = { retry: 'never', possiblyExecuted: false } as const;

export const defineErrorRows = <Id extends string>(
	rows: Record<Id, WithDefaults<ErrorRow, keyof typeof defaults>>,
) => withIds(rows, defaults) as Record<Id, ErrorRow>;

/** Without `table`, the specification does not list the error. */
export const defineServiceRows = <Id extends string>(
	rows: Record<Id, WithDefaults<ServiceRow, keyof typeof defaults | 'table'>>,
) => withIds(rows, { ...defaults, table: 'observed' }) as Record<Id, ServiceRow>;

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
	issues?: Issue[];
	facts?: Record<string, unknown>;
}

export const failureOfRow = (
	row: AnyRow,
	facts?: Record<string, unknown>,
	sent?: JsonObject,
): Failure => ({
	errorId: row.id,
	message: row.message,
	cause: row.cause,
	remedy: remedyOf(row, sent),
	retry: row.retry,
	possiblyExecuted: row.possiblyExecuted,
	facts,
});
