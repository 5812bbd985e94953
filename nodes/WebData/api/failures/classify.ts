// Finds the catalogue's row for what came back, and fills it with the service's own words.

import type { TransportFailure, TransportResponse } from '../../transport/transport';
import { isObject, readAnswer, type JsonObject } from '../answer';
import { retryAfterMs } from '../retryAfter';
import { answerRows, type AnswerDefect } from './answerRows';
import type { Failure, FailureRow, FieldIssue } from './failure';
import { DASHBOARD, netRows, serviceRows, type Endpoint, type ServiceRow } from './serviceRows';
import { transportRows } from './transportRows';

const textOf = (value: unknown): string | undefined =>
	typeof value === 'string' && value.trim() !== '' ? value : undefined;

const matches = (
	row: ServiceRow,
	status: number,
	endpoint: Endpoint,
	body: JsonObject,
): boolean => {
	const error = textOf(body.error) ?? '';
	return (
		row.status === status &&
		(row.endpoints === undefined || row.endpoints.includes(endpoint)) &&
		(row.code === undefined || row.code === body.code || row.code === error) &&
		(row.pattern === undefined || row.pattern.test(error))
	);
};

const netRowOf = (status: number): FailureRow => {
	if (status >= 500) return netRows.server;
	return status >= 400 ? netRows.client : netRows.redirect;
};

/** Names of path segments as the service sends them: an array, or a text with dots. */
const pathOf = (path: unknown): string =>
	Array.isArray(path) ? path.map(String).join('.') : (textOf(path) ?? '');

const issuesIn = (details: unknown): FieldIssue[] | undefined => {
	if (!Array.isArray(details)) return undefined;
	const issues = details.filter(isObject).map((issue) => ({
		path: pathOf(issue.path),
		message: textOf(issue.message) ?? 'not accepted',
	}));
	return issues.length > 0 ? issues : undefined;
};

/** Where the terms can be accepted, when the service says it (a boolean says only that they must be). */
const remedyOf = ({ remedy }: FailureRow, body: JsonObject): string => {
	const action = isObject(body.requiresAction) ? textOf(body.requiresAction.url) : undefined;
	return action === undefined
		? remedy
		: remedy.replace(DASHBOARD, () => `${DASHBOARD} (${action})`);
};

const messageOf = (row: FailureRow, body: JsonObject): string =>
	textOf(body.error) ?? textOf(body.message) ?? textOf(body.stderr) ?? row.message;

/**
 * The failure that an answer stands for: one that is not 2xx, or says `success: false` at 200.
 * `body` is its JSON object, empty where it had none. `nowMs` is the clock that HTTP dates are held against.
 */
export function failureOfAnswer(
	response: Pick<TransportResponse, 'status' | 'headers'>,
	body: JsonObject,
	endpoint: Endpoint,
	nowMs: number,
): Failure {
	const { status, headers } = response;
	// A failure inside a 2xx is explained by the rows for 200, whichever 2xx it came with.
	const asked = status < 300 ? 200 : status;
	const row = serviceRows.find((each) => matches(each, asked, endpoint, body)) ?? netRowOf(status);
	return {
		row: row.id,
		message: messageOf(row, body),
		cause: row.cause,
		remedy: remedyOf(row, body),
		retry: row.retry,
		mayHaveRun: row.mayHaveRun,
		retryAfterMs: retryAfterMs(headers, body, nowMs),
		httpCode: status,
		code: textOf(body.code),
		chargeId: textOf(body.chargeId),
		requestId: headers['x-request-id'],
		issues: issuesIn(body.details),
		// What came with a status of success was paid for, even if it is of little use.
		facts: status < 300 ? { answer: body } : undefined,
	};
}

/** The failure that an unreadable answer stands for; `mayHaveRun`, since the service did answer with success. */
export function failureOfDefect(
	defect: AnswerDefect,
	response: Pick<TransportResponse, 'status' | 'headers'>,
): Failure {
	return {
		row: defect,
		...answerRows[defect],
		mayHaveRun: true,
		httpCode: response.status,
		requestId: response.headers['x-request-id'],
	};
}

/** A refusal comes with its whole reason; what the client says of other failures completes the row's cause. */
const causeOf = ({ failure, detail }: TransportFailure): string => {
	const { cause } = transportRows[failure];
	const said = detail.trim().replace(/\.$/, '');
	if (said === '') return cause;
	return failure === 'blocked' ? `${said}. Nothing was sent.` : cause.replace(/\.$/, ` (${said}).`);
};

/** The failure that a missing answer stands for. What the client says about the cause is kept. */
export function failureOfTransport(result: TransportFailure): Failure {
	return {
		row: result.failure,
		...transportRows[result.failure],
		cause: causeOf(result),
		mayHaveRun: result.mayHaveBeenSent,
	};
}

/** What an answer is held against. */
export interface Expected {
	endpoint: Endpoint;
	/** Name of the field in which every success of this request holds an object. */
	holds?: string;
}

/**
 * What an answer means: its JSON object where it is a success, else the failure. Success is 2xx, not
 * `success: false`, and an object in the field that must hold one.
 */
export function judge(
	response: TransportResponse,
	{ endpoint, holds }: Expected,
	nowMs: number,
): { object: JsonObject } | { failure: Failure } {
	const answer = readAnswer(response.body);
	const succeeded = response.status >= 200 && response.status < 300;
	if ('defect' in answer) {
		return {
			failure: succeeded
				? failureOfDefect(answer.defect, response)
				: failureOfAnswer(response, {}, endpoint, nowMs),
		};
	}
	if (!succeeded || answer.object.success === false) {
		return { failure: failureOfAnswer(response, answer.object, endpoint, nowMs) };
	}
	return holds === undefined || isObject(answer.object[holds])
		? { object: answer.object }
		: { failure: failureOfDefect('noData', response) };
}
