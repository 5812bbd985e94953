import {
	type Issue,
	isObject,
	type JsonObject,
	nonEmptyText,
	parseUrl,
	type ResponseDefect,
} from '../json/json';
import { isPathId } from '../json/url';
import type { TransportFailure, TransportFailureKind, TransportResponse } from '../transport/http';
import { omitFields, parseDetails } from './details';
import { findRow, shortText } from './findRow';
import { maskJson, maskText } from './mask';
import { retryAfterMs } from './retryAfter';
import {
	DASHBOARD,
	type AnyRow,
	type ErrorRow,
	type Failure,
	failureOfRow,
	forBody,
	type Remedy,
	rewordRemedy,
	type ServiceRow,
} from './row';
import { fallbackRows, responseRows } from './rows/response';
import { transportRows } from './rows/transport';
import {
	cutJson,
	cutText,
	headline,
	isStockText,
	MAX_NAME_LENGTH,
	serviceText,
	textFields,
	withoutFullStop,
} from './text';

const remedyWithAddress = (remedy: Remedy, { requiresAction }: JsonObject): Remedy => {
	const address = isObject(requiresAction) ? shortText(requiresAction.url) : undefined;
	return address === undefined
		? remedy
		: rewordRemedy(remedy, (text) => text.replace(DASHBOARD, () => `${DASHBOARD} (${address})`));
};

/**
 * Returns the fields that a failure does not contain otherwise. The body of a 2xx response is not truncated, because the
 * user has paid for the content.
 */
function restOf(body: JsonObject, status: number, detailsReported: boolean): unknown {
	if (status < 300) return omitFields(body, []);
	const reported = [
		'success',
		...['error', 'code', 'chargeId'].filter((name) => typeof body[name] === 'string'),
		...Object.keys(body).filter((name) => body[name] === null),
		...(detailsReported ? ['details', 'detail'] : []),
		...textFields.filter((name) => nonEmptyText(body[name]) !== undefined).slice(0, 1),
	];
	return cutJson(omitFields(body, reported));
}

function messageFields(row: AnyRow, body: JsonObject, issues: readonly Issue[]) {
	const text = serviceText(body);
	const repeatsIssue = issues.some(({ message }) => message === text);
	const isVague = text === undefined || isStockText(text) || repeatsIssue;
	return {
		...headline(row.message, repeatsIssue ? undefined : text, row.preferServiceText === true),
		...(isVague && row.preferServiceText && issues.length > 0 ? { messageFromIssue: true } : {}),
	};
}

/** Status and headers of a response to a request for `url`. */
interface ResponseTo extends Pick<TransportResponse, 'status' | 'headers'> {
	url?: string;
}

/** Returns the failure of a response that reports an error, with the API key masked. */
export function failureOfResponse(
	response: ResponseTo,
	received: JsonObject,
	{ route, body: sent }: { route: { errors: readonly ServiceRow[] }; body?: JsonObject },
	nowMs: number,
	apiKey = '',
): Failure {
	const { status } = response;
	if (status >= 300 && status < 400) return failureOfRedirect(response, apiKey);
	// A short key may be an ordinary word, so the row is found before the key is masked.
	const row = findRow(status, route.errors, received);
	const { headers, body } = maskJson({ headers: response.headers, body: received }, apiKey);
	const { issues, complete } =
		row.unknownKeys === undefined
			? parseDetails(body.details ?? body.detail, status)
			: { issues: undefined, complete: false };
	const answer = restOf(body, status, complete);
	// A gateway may return status 503 after it has sent the request. Only an error in the service's own shape proves that
	// the service did not execute the request.
	const isFromService = body.success === false && nonEmptyText(body.error) !== undefined;
	return {
		errorId: row.id,
		...messageFields(row, body, issues ?? []),
		cause: row.cause,
		remedy: remedyWithAddress(forBody(row.remedy, sent), body),
		retry: row.retry,
		possiblyExecuted: row.possiblyExecuted || (status === 503 && !isFromService),
		retryAfterMs: retryAfterMs(headers, body, nowMs),
		httpCode: status,
		code: shortText(body.code),
		chargeId: shortText(body.chargeId),
		requestId: shortText(headers['x-request-id']),
		issues,
		facts: answer === undefined ? undefined : { answer },
	};
}

/** Returns the failure of a 2xx response with an unusable body. */
export function failureOfDefect(
	defect: ResponseDefect,
	{ status, headers }: ResponseTo,
	apiKey = '',
): Failure {
	return {
		...failureOfRow({ ...responseRows[defect], possiblyExecuted: true }),
		httpCode: status,
		requestId: shortText(maskText(headers['x-request-id'] ?? '', apiKey)),
	};
}

const rowOfRedirect = (from?: URL, target?: URL): ErrorRow => {
	if (from === undefined || target === undefined) return fallbackRows.redirect;
	if (target.hostname !== from.hostname) return fallbackRows.redirectToOtherHost;
	return from.protocol === 'http:' && target.protocol === 'https:'
		? fallbackRows.redirectToHttps
		: fallbackRows.redirectOnHost;
};

/** The query of the target is not shown, because it may contain a token of a login page. */
function failureOfRedirect({ status, headers, url = '' }: ResponseTo, apiKey: string): Failure {
	const { location = '' } = headers;
	const target = location === '' ? undefined : parseUrl(location, url || undefined);
	const row = rowOfRedirect(parseUrl(url), target);
	const address = target && shortText(maskText(target.origin + target.pathname, apiKey));
	return {
		...failureOfRow(row, address === undefined ? undefined : { redirectedTo: address }),
		cause: address === undefined ? row.cause : `${row.cause} The redirect leads to ${address}.`,
		httpCode: status,
	};
}

const MAX_DETAIL_LENGTH = 500;

export function failureOfTransport(result: TransportFailure): Failure {
	const { failure, detail, status = 0, possiblySent } = result;
	const row = transportRows[failure];
	// The service may have charged for a request with a 2xx response, so the request is retried only if the retry is free.
	const isSuccess = status >= 200 && status < 300;
	const retry = isSuccess && row.retry === 'backoff' ? 'ifFree' : row.retry;
	const reason = withoutFullStop(cutText(detail, MAX_DETAIL_LENGTH).trim());
	const causeWithReason =
		failure === 'blocked'
			? `${reason}. Nothing was sent.`
			: `${withoutFullStop(row.cause)} (${reason}).`;
	const cause = reason === '' ? row.cause : causeWithReason;
	return failureOfRow({ ...row, cause, retry, possiblyExecuted: possiblySent });
}

export const failureOfKind = (
	failure: TransportFailureKind,
	possiblySent: boolean,
	detail = '',
): Failure => failureOfTransport({ kind: 'failure', failure, possiblySent, detail });

/**
 * Returns a failure if an ID is not valid in a path. An ID from a response or from stored data may be any text, and `..`
 * would address another object, even if it is escaped. The DOI of a paper contains slashes.
 */
export function failureOfIds(ids: readonly string[] = []): Failure | undefined {
	const invalid = ids.find((segment) => !segment.split('/').every(isPathId));
	if (invalid === undefined) return undefined;
	const detail = `The ID '${cutText(invalid, MAX_NAME_LENGTH)}' is not valid in an address`;
	return failureOfKind('invalid', false, detail);
}
