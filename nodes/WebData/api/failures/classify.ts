// Finds the catalogue's row for what came back, and fills it with the service's own words.

import type { TransportFailure, TransportResponse } from '../../transport/transport';
import { isObject, readAnswer, type JsonObject } from '../answer';
import { retryAfterMs } from '../retryAfter';
import { answerRows, type AnswerDefect } from './answerRows';
import type { Failure, FailureRow } from './failure';
import { DASHBOARD, netRows, serviceRows, type Endpoint, type ServiceRow } from './serviceRows';
import { readDetails, withoutNames } from './structure';
import { textOf, withoutAddresses } from './text';
import { transportRows } from './transportRows';

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
		(row.uncoded !== true || textOf(body.code) === undefined) &&
		(row.pattern === undefined || row.pattern.test(withoutAddresses(error)))
	);
};

const netRowOf = (status: number): FailureRow => {
	if (status >= 500) return netRows.server;
	return status >= 400 ? netRows.client : netRows.redirect;
};

/** Where the terms can be accepted, when the service says it (a boolean says only that they must be). */
const remedyOf = ({ remedy }: FailureRow, body: JsonObject): string => {
	const action = isObject(body.requiresAction) ? textOf(body.requiresAction.url) : undefined;
	return action === undefined
		? remedy
		: remedy.replace(DASHBOARD, () => `${DASHBOARD} (${action})`);
};

/** Where the service's words may stand, the best place first. */
const placesOfWords = ['error', 'message', 'stderr'] as const;

const messageOf = (row: FailureRow, body: JsonObject): string =>
	placesOfWords.map((name) => textOf(body[name])).find((words) => words !== undefined) ??
	row.message;

/** Names whose values are in the failure already, or say nothing. */
const namesToldIn = (body: JsonObject, detailsAreTold: boolean): string[] => [
	'success',
	...['error', 'code', 'chargeId'].filter((name) => typeof body[name] === 'string'),
	...Object.keys(body).filter((name) => body[name] === null),
	...(detailsAreTold ? ['details'] : []),
	...placesOfWords.filter((name) => textOf(body[name]) !== undefined).slice(0, 1),
];

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
	const { issues, areTold } = readDetails(body.details, status);
	// What came with a status of success was paid for, even if it is of little use.
	const answer = withoutNames(body, status < 300 ? [] : namesToldIn(body, areTold));
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
		issues,
		facts: answer && { answer },
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
	/** Name of the field whose text tells how what is asked about is doing; where it does, `success` speaks of that and not of the request. */
	standing?: string;
}

/**
 * What an answer means: its JSON object where it is a success, else the failure. Success is 2xx, not
 * `success: false` unless the field for the standing holds a text, and an object in the field that must
 * hold one.
 */
export function judge(
	response: TransportResponse,
	{ endpoint, holds, standing }: Expected,
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
	const stands = standing !== undefined && textOf(answer.object[standing]) !== undefined;
	if (!succeeded || (answer.object.success === false && !stands)) {
		return { failure: failureOfAnswer(response, answer.object, endpoint, nowMs) };
	}
	return holds === undefined || isObject(answer.object[holds])
		? { object: answer.object }
		: { failure: failureOfDefect('noData', response) };
}
