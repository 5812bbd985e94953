// Finds the catalogue's row for what came back, and fills it with the service's own words.

import type { TransportFailure, TransportResponse } from '../../transport/http';
import { isObject, nonEmptyText, parseBody, type JsonObject } from '../http/response';
import { retryAfterMs } from '../http/retryAfter';
import { responseRows, type ResponseDefect } from './rows/response';
import { DASHBOARD, type Endpoint, type ErrorRow, type ServiceRow } from './errorRow';
import type { Failure, IdentifiedRow } from './failure';
import { serviceRows } from './rows';
import { fallbackRows } from './rows/general';
import { parseDetails, omitFields } from './details';
import { removeAddresses } from './text';
import { transportRows } from './rows/transport';

const rowMatches = (
	row: ServiceRow,
	status: number,
	endpoint: Endpoint,
	body: JsonObject,
): boolean => {
	const error = nonEmptyText(body.error) ?? '';
	return (
		row.status === status &&
		(row.endpoints === undefined || row.endpoints.includes(endpoint)) &&
		(row.code === undefined || row.code === body.code || row.code === error) &&
		(row.uncoded !== true || nonEmptyText(body.code) === undefined) &&
		(row.pattern === undefined || row.pattern.test(removeAddresses(error)))
	);
};

const fallbackRow = (status: number): IdentifiedRow => {
	if (status >= 500) return fallbackRows.server;
	return status >= 400 ? fallbackRows.client : fallbackRows.redirect;
};

/** Where the terms can be accepted, when the service says it (a boolean says only that they must be). */
const rowRemedy = ({ remedy }: ErrorRow, body: JsonObject): string => {
	const action = isObject(body.requiresAction) ? nonEmptyText(body.requiresAction.url) : undefined;
	return action === undefined
		? remedy
		: remedy.replace(DASHBOARD, () => `${DASHBOARD} (${action})`);
};

/** Where the service's words may stand, the best place first. */
const messageFields = ['error', 'message', 'stderr'] as const;

const serviceMessage = (row: ErrorRow, body: JsonObject): string =>
	messageFields.map((name) => nonEmptyText(body[name])).find((words) => words !== undefined) ??
	row.message;

/** Names whose values are in the failure already, or say nothing. */
const reportedFields = (body: JsonObject, detailsAreTold: boolean): string[] => [
	'success',
	...['error', 'code', 'chargeId'].filter((name) => typeof body[name] === 'string'),
	...Object.keys(body).filter((name) => body[name] === null),
	...(detailsAreTold ? ['details'] : []),
	...messageFields.filter((name) => nonEmptyText(body[name]) !== undefined).slice(0, 1),
];

/**
 * The failure that an answer stands for: one that is not 2xx, or says `success: false` at 200.
 * `body` is its JSON object, empty where it had none. `nowMs` is the clock that HTTP dates are held against.
 */
export function failureOfResponse(
	response: Pick<TransportResponse, 'status' | 'headers'>,
	body: JsonObject,
	endpoint: Endpoint,
	nowMs: number,
): Failure {
	const { status, headers } = response;
	// A failure inside a 2xx is explained by the rows for 200, whichever 2xx it came with.
	const asked = status < 300 ? 200 : status;
	const row =
		serviceRows.find((each) => rowMatches(each, asked, endpoint, body)) ?? fallbackRow(status);
	const { issues, areTold } = parseDetails(body.details, status);
	// What came with a status of success was paid for, even if it is of little use.
	const answer = omitFields(body, status < 300 ? [] : reportedFields(body, areTold));
	return {
		errorId: row.id,
		message: serviceMessage(row, body),
		cause: row.cause,
		remedy: rowRemedy(row, body),
		retry: row.retry,
		possiblyExecuted: row.possiblyExecuted,
		retryAfterMs: retryAfterMs(headers, body, nowMs),
		httpCode: status,
		code: nonEmptyText(body.code),
		chargeId: nonEmptyText(body.chargeId),
		requestId: headers['x-request-id'],
		issues,
		facts: answer && { answer },
	};
}

/** The failure that an unreadable answer stands for; `possiblyExecuted`, since the service did answer with success. */
export function failureOfDefect(
	defect: ResponseDefect,
	response: Pick<TransportResponse, 'status' | 'headers'>,
): Failure {
	return {
		errorId: defect,
		...responseRows[defect],
		possiblyExecuted: true,
		httpCode: response.status,
		requestId: response.headers['x-request-id'],
	};
}

/** A refusal comes with its whole reason; what the client says of other failures completes the row's cause. */
const transportCause = ({ failure, detail }: TransportFailure): string => {
	const { cause } = transportRows[failure];
	const said = detail.trim().replace(/\.$/, '');
	if (said === '') return cause;
	return failure === 'blocked' ? `${said}. Nothing was sent.` : cause.replace(/\.$/, ` (${said}).`);
};

/** The failure that a missing answer stands for. What the client says about the cause is kept. */
export function failureOfTransport(result: TransportFailure): Failure {
	return {
		errorId: result.failure,
		...transportRows[result.failure],
		cause: transportCause(result),
		possiblyExecuted: result.possiblySent,
	};
}

/** What an answer is held against. */
export interface ExpectedResponse {
	endpoint: Endpoint;
	/** Name of the field in which every success of this request holds an object. */
	dataField?: string;
	/** Name of the field whose text tells how what is asked about is doing; where it does, `success` speaks of that and not of the request. */
	statusField?: string;
}

/**
 * What an answer means: its JSON object where it is a success, else the failure. Success is 2xx, not
 * `success: false` unless the field for the standing holds a text, and an object in the field that must
 * hold one.
 */
export function classifyResponse(
	response: TransportResponse,
	{ endpoint, dataField, statusField }: ExpectedResponse,
	nowMs: number,
): { object: JsonObject } | { failure: Failure } {
	const answer = parseBody(response.body);
	const succeeded = response.status >= 200 && response.status < 300;
	if ('defect' in answer) {
		return {
			failure: succeeded
				? failureOfDefect(answer.defect, response)
				: failureOfResponse(response, {}, endpoint, nowMs),
		};
	}
	const stands =
		statusField !== undefined && nonEmptyText(answer.object[statusField]) !== undefined;
	if (!succeeded || (answer.object.success === false && !stands)) {
		return { failure: failureOfResponse(response, answer.object, endpoint, nowMs) };
	}
	return dataField === undefined || isObject(answer.object[dataField])
		? { object: answer.object }
		: { failure: failureOfDefect('noData', response) };
}
