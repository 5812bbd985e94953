import type { TransportFailure, TransportResponse } from '../../transport/http';
import { isObject, nonEmptyText, parseBody, type JsonObject } from '../http/response';
import { retryAfterMs } from '../http/retryAfter';
import { cutJson, cutText, MAX_NAME_LENGTH } from './bounds';
import { omitFields, parseDetails } from './details';
import {
	DASHBOARD,
	type Endpoint,
	type ErrorRow,
	type RetryAdvice,
	type ServiceRow,
} from './errorRow';
import type { FieldIssue, Failure, IdentifiedRow } from './failure';
import { serviceRows } from './rows';
import { fallbackRows } from './rows/general';
import { responseRows, type ResponseDefect } from './rows/response';
import { transportRows } from './rows/transport';
import { headline, isStockText, removeAddresses, serviceText, textFields } from './text';

const shortText = (value: unknown): string | undefined => {
	const text = nonEmptyText(value);
	return text === undefined ? undefined : cutText(text, MAX_NAME_LENGTH);
};

/** What decides which row explains a response. */
interface Evidence {
	status: number;
	endpoint: Endpoint;
	code?: string;
	/** The service's text, cut. */
	text: string;
	/** The same without addresses. */
	plainText: string;
}

const rowMatches = (
	row: ServiceRow,
	{ status, endpoint, code, text, plainText }: Evidence,
): boolean =>
	row.status === status &&
	(row.endpoints === undefined || row.endpoints.includes(endpoint)) &&
	(row.code === undefined || row.code === code || row.code === text) &&
	(row.uncoded !== true || code === undefined) &&
	(row.pattern === undefined || row.pattern.test(plainText));

const fallbackRow = (status: number): IdentifiedRow => {
	if (status >= 500) return fallbackRows.server;
	return status >= 400 ? fallbackRows.client : fallbackRows.redirect;
};

function findRow(status: number, endpoint: Endpoint, body: JsonObject): IdentifiedRow {
	const text = serviceText({ error: body.error }) ?? '';
	const evidence: Evidence = {
		// A failure inside a 2xx is explained by the rows for 200, whichever 2xx it came with.
		status: status < 300 ? 200 : status,
		endpoint,
		code: shortText(body.code),
		text,
		plainText: removeAddresses(text),
	};
	return serviceRows.find((row) => rowMatches(row, evidence)) ?? fallbackRow(status);
}

/** Names the address where the terms can be accepted, if the service gives one. */
const remedyWithAddress = ({ remedy }: ErrorRow, { requiresAction }: JsonObject): string => {
	const address = isObject(requiresAction) ? shortText(requiresAction.url) : undefined;
	return address === undefined
		? remedy
		: remedy.replace(DASHBOARD, () => `${DASHBOARD} (${address})`);
};

/** Names of fields that the failure contains already, or that say nothing. */
const reportedFields = (body: JsonObject, detailsReported: boolean): string[] => [
	'success',
	...['error', 'code', 'chargeId'].filter((name) => typeof body[name] === 'string'),
	...Object.keys(body).filter((name) => body[name] === null),
	...(detailsReported ? ['details'] : []),
	...textFields.filter((name) => nonEmptyText(body[name]) !== undefined).slice(0, 1),
];

/** What came with a success status was paid for and is kept whole, even if it is of little use. */
const restOf = (body: JsonObject, status: number, detailsReported: boolean): unknown => {
	if (status < 300) return omitFields(body, []);
	return cutJson(omitFields(body, reportedFields(body, detailsReported)));
};

/** The message, and whether the issues say more than the service's text, which may only repeat one of them. */
function messageFields(row: ErrorRow, body: JsonObject, issues: readonly FieldIssue[]) {
	const text = serviceText(body);
	const repeatsIssue = issues.some(({ message }) => message === text);
	const isVague = text === undefined || isStockText(text) || repeatsIssue;
	return {
		...headline(row.message, repeatsIssue ? undefined : text, row.preferServiceText === true),
		...(isVague && row.preferServiceText && issues.length > 0 ? { messageFromIssue: true } : {}),
	};
}

/**
 * The failure that a response stands for: one that is not 2xx, or has `success: false` at 200.
 * `body` is its JSON object, empty if it has none. HTTP dates are compared with `nowMs`.
 */
export function failureOfResponse(
	response: Pick<TransportResponse, 'status' | 'headers'>,
	body: JsonObject,
	endpoint: Endpoint,
	nowMs: number,
): Failure {
	const { status, headers } = response;
	const row = findRow(status, endpoint, body);
	const { issues, complete } = parseDetails(body.details, status);
	const answer = restOf(body, status, complete);
	return {
		errorId: row.id,
		...messageFields(row, body, issues ?? []),
		cause: row.cause,
		remedy: remedyWithAddress(row, body),
		retry: row.retry,
		possiblyExecuted: row.possiblyExecuted,
		retryAfterMs: retryAfterMs(headers, body, nowMs),
		httpCode: status,
		code: shortText(body.code),
		chargeId: shortText(body.chargeId),
		requestId: shortText(headers['x-request-id']),
		issues,
		facts: answer === undefined ? undefined : { answer },
	};
}

/** The failure of a 2xx whose body is not usable. It may have been executed, because the service reported success. */
export function failureOfDefect(
	defect: ResponseDefect,
	response: Pick<TransportResponse, 'status' | 'headers'>,
): Failure {
	return {
		errorId: defect,
		...responseRows[defect],
		possiblyExecuted: true,
		httpCode: response.status,
		requestId: shortText(response.headers['x-request-id']),
	};
}

const MAX_DETAIL_LENGTH = 500;

const withoutFullStop = (text: string): string => (text.endsWith('.') ? text.slice(0, -1) : text);

/** A blocked request states its whole reason; the client's text about other failures completes the row's cause. */
const transportCause = ({ failure, detail }: TransportFailure): string => {
	const { cause } = transportRows[failure];
	const reason = withoutFullStop(cutText(detail, MAX_DETAIL_LENGTH).trim());
	if (reason === '') return cause;
	return failure === 'blocked'
		? `${reason}. Nothing was sent.`
		: `${withoutFullStop(cause)} (${reason}).`;
};

/** A success was charged even if its body did not arrive: it is only requested again if that is free of charge. */
const transportRetry = ({ failure, status = 0 }: TransportFailure): RetryAdvice => {
	const { retry } = transportRows[failure];
	const isSuccess = status >= 200 && status < 300;
	return isSuccess && retry === 'backoff' ? 'ifFree' : retry;
};

/** The failure of a request without a response. */
export function failureOfTransport(result: TransportFailure): Failure {
	return {
		errorId: result.failure,
		...transportRows[result.failure],
		retry: transportRetry(result),
		cause: transportCause(result),
		possiblyExecuted: result.possiblySent,
	};
}

/** What a successful response looks like. */
export interface ExpectedResponse {
	endpoint: Endpoint;
	/** Name of the field that holds an object in every success. */
	dataField?: string;
	/** Name of the field with the status of a job; where it holds a text, `success` is about the job and not about the request. */
	statusField?: string;
	/** Whether a 2xx without a body is a success, as for a cancel. */
	mayBeEmpty?: boolean;
}

/**
 * The JSON object of a successful response, else the failure. Success is 2xx without `success: false`, unless the
 * status field holds a text, and with an object in the data field.
 */
export function classifyResponse(
	response: TransportResponse,
	expected: ExpectedResponse,
	nowMs: number,
): { object: JsonObject } | { failure: Failure } {
	const { endpoint, dataField, statusField, mayBeEmpty } = expected;
	const parsed = parseBody(response.body);
	const succeeded = response.status >= 200 && response.status < 300;
	if ('defect' in parsed) {
		if (!succeeded) return { failure: failureOfResponse(response, {}, endpoint, nowMs) };
		return mayBeEmpty === true && parsed.defect === 'empty'
			? { object: { success: true } }
			: { failure: failureOfDefect(parsed.defect, response) };
	}
	const { object } = parsed;
	const hasStatus = statusField !== undefined && nonEmptyText(object[statusField]) !== undefined;
	if (!succeeded || (object.success === false && !hasStatus)) {
		return { failure: failureOfResponse(response, object, endpoint, nowMs) };
	}
	return dataField === undefined || isObject(object[dataField])
		? { object }
		: { failure: failureOfDefect('noData', response) };
}
