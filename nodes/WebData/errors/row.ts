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

/**
 * Joins sentences, and replaces references such as `{timeout}` with the labels of the fields. Leaves out the sentences about
 * fields that the form does not show, and returns undefined if no sentence remains.
 */
export type Say = (...sentences: readonly (string | false | undefined)[]) => string | undefined;

/** What to do. A function, if the advice depends on what the form shows, or on the body that was sent. */
export type Remedy = string | ((say: Say, sent: JsonObject) => string | undefined);

/** Whether a body contains a field at any depth, unless the field is turned off or empty. */
export const isSent = (sent: unknown, name: string): boolean =>
	typeof sent === 'object' &&
	sent !== null &&
	Object.entries(sent).some(
		([key, value]) =>
			(key === name && value !== false && !hasNoContent(value)) || isSent(value, name),
	);

export const sayRemedy = (remedy: Remedy, say: Say, sent: JsonObject = {}): string =>
	(typeof remedy === 'string' ? say(remedy) : remedy(say, sent)) ?? '';

/** Returns the remedy with other words in each sentence. */
export const rewordRemedy = (remedy: Remedy, reword: (sentence: string) => string): Remedy =>
	typeof remedy === 'string'
		? reword(remedy)
		: (say, sent) => remedy((...given) => say(...given.map((each) => each && reword(each))), sent);

/** Returns a remedy with more sentences. */
export const joinRemedies =
	(...remedies: readonly Remedy[]): Remedy =>
	(say, sent) =>
		say(...remedies.map((remedy) => sayRemedy(remedy, say, sent)));

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

export interface ServiceRow extends ErrorRow {
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

/** Returns the remedy of a request with the body `sent`. */
export const forBody = (remedy: Remedy, sent?: JsonObject): Remedy =>
	typeof remedy === 'string' ? remedy : (say) => remedy(say, sent ?? {});

export const failureOfRow = (
	row: AnyRow,
	facts?: Record<string, unknown>,
	sent?: JsonObject,
): Failure => ({
	errorId: row.id,
	message: row.message,
	cause: row.cause,
	remedy: forBody(row.remedy, sent),
	retry: row.retry,
	possiblyExecuted: row.possiblyExecuted,
	facts,
});
