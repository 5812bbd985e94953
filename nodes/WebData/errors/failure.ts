import {
	isObject,
	isPathId,
	type Issue,
	type JsonObject,
	mapTexts,
	nonEmptyText,
	parseUrl,
	type ResponseDefect,
} from '../json/json';
import type { TransportFailure, TransportFailureKind, TransportResponse } from '../transport/http';
import { omitFields, parseDetails } from './details';
import { maskJson, maskText } from './mask';
import { retryAfterMs } from './retryAfter';
import {
	type AnyRow,
	DASHBOARD,
	type ErrorRow,
	type Failure,
	failureOfRow,
	type Remedy,
	type ServiceRow,
} from './row';
import { generalRows } from './rows/general';
import { fallbackRows, gatewayRows, responseRows } from './rows/response';
import { scrapeRows } from './rows/scrape';
import { scrapeFailedRows } from './rows/scrapeFailed';
import { transportRows } from './rows/transport';
import {
	cutJson,
	cutText,
	headline,
	isStockText,
	MAX_NAME_LENGTH,
	removeAddresses,
	serviceText,
	shortText,
	textFields,
	toReason,
	withReason,
} from './text';

/** Error rows that apply to each endpoint, after the endpoint's own rows. */
const sharedRows: readonly ServiceRow[] = [scrapeRows, scrapeFailedRows, generalRows].flatMap(
	(rows) => Object.values<ServiceRow>(rows),
);

/** Returns all error rows of an endpoint with the rows `errors`. The first of two equally specific rows applies. */
export const rowsOf = (errors: readonly ServiceRow[]): ServiceRow[] => [
	...errors.filter(({ fromGateway }) => fromGateway),
	...Object.values(gatewayRows),
	...errors.filter(({ fromGateway }) => !fromGateway),
	...sharedRows,
];

/** The order of the rows: with a state, with a code, with another condition, with only a status. */
const rank = ({ state, code, pattern, unknownKeys, fromGateway }: ServiceRow): number => {
	if (state !== undefined) return 0;
	if (code !== undefined) return 1;
	return (pattern ?? unknownKeys ?? fromGateway) === undefined ? 3 : 2;
};

/** Matches texts such as `Unrecognized keys in object: 'a', 'b'`. */
const UNKNOWN_KEYS =
	/\b(?:unrecogni[sz]ed|unknown) (?:key|field|option)(?:s|\(s\))?(?: in \w+)?(?::? ((?:["'`]\w+["'`](?:, )?)+))?/i;

function unknownKeysIn(text: string, issues: readonly Issue[] = []): string[] {
	const keysIn = (message: string): string[] => {
		const [, list = ''] = UNKNOWN_KEYS.exec(message) ?? [];
		return list.match(/\w+/g) ?? [];
	};
	return issues.reduce(
		(keys, { path, message }) =>
			keys.concat(UNKNOWN_KEYS.test(message) ? path.join('.') : [], keysIn(message)),
		keysIn(text),
	);
}

const fallbackRow = (status: number): ErrorRow => {
	// Status codes of Cloudflare for a connection to the service that was not established.
	if ([521, 522, 523, 525, 526].includes(status)) return fallbackRows.serviceUnreachable;
	return status >= 500 ? fallbackRows.otherServerError : fallbackRows.otherClientError;
};

/** Returns what the error rows are compared with. */
function evidenceIn(status: number, body: JsonObject) {
	const text = serviceText({ error: body.error }) ?? '';
	return {
		// Rows for status 200 apply to all 2xx responses.
		status: status < 300 ? 200 : status,
		code: shortText(body.code),
		text,
		plainText: removeAddresses(text),
		fromGateway: body.success !== false && text === '',
		unknownKeys: unknownKeysIn(text, parseDetails(body.details ?? body.detail, status).issues),
		state: isObject(body.details) ? body.details.state : undefined,
	};
}

type Evidence = ReturnType<typeof evidenceIn>;

const rowMatches = (
	row: ServiceRow,
	{ status, code, text, plainText, fromGateway, unknownKeys, state }: Evidence,
): boolean =>
	row.status === status &&
	(row.code === undefined || row.code === code || row.code === text) &&
	(row.state === undefined || row.state === state) &&
	(row.uncoded !== true || code === undefined) &&
	(row.fromGateway !== true || fromGateway) &&
	row.unknownKeys?.some((key) => unknownKeys.includes(key)) !== false &&
	(row.pattern === undefined || row.pattern.test(plainText));

/**
 * Returns the error row of a response. See "General errors", "Errors of POST /v2/scrape", and "Agent errors" in the
 * specification.
 */
function findRow(
	status: number,
	errors: readonly ServiceRow[],
	body: JsonObject,
): AnyRow & Pick<ServiceRow, 'unknownKeys'> {
	const evidence = evidenceIn(status, body);
	const [row = fallbackRow(status)] = rowsOf(errors)
		.filter((each) => rowMatches(each, evidence))
		.sort((a, b) => rank(a) - rank(b));
	return row;
}

/** Returns the error row of a page in a job or of a catalog call. These errors have a code, but no status. */
export const rowOfCode = (code: string | undefined, text = ''): ServiceRow | undefined =>
	code === undefined
		? undefined
		: sharedRows.find(
				({ code: known, pattern, state }) =>
					known === code && state === undefined && (pattern === undefined || pattern.test(text)),
			);

const remedyWithAddress = (remedy: Remedy, { requiresAction }: JsonObject): Remedy => {
	const address = isObject(requiresAction) ? shortText(requiresAction.url) : undefined;
	return address === undefined
		? remedy
		: mapTexts(remedy, (text) => text.replace(DASHBOARD, () => `${DASHBOARD} (${address})`));
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
	const failure = failureOfRow(row, answer === undefined ? undefined : { answer }, sent);
	return {
		...failure,
		...messageFields(row, body, issues ?? []),
		remedy: remedyWithAddress(failure.remedy, body),
		possiblyExecuted: row.possiblyExecuted || (status === 503 && !isFromService),
		retryAfterMs: retryAfterMs(headers, body, nowMs),
		httpCode: status,
		code: shortText(body.code),
		chargeId: shortText(body.chargeId),
		requestId: shortText(headers['x-request-id']),
		issues,
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

export function failureOfTransport(result: TransportFailure): Failure {
	const { failure, detail, status = 0, possiblySent } = result;
	const row = transportRows[failure];
	// The service may have charged for a request with a 2xx response, so the request is retried only if the retry is free.
	const isSuccess = status >= 200 && status < 300;
	const retry = isSuccess && row.retry === 'backoff' ? 'ifFree' : row.retry;
	const reason = toReason(detail);
	const isBlocked = failure === 'blocked' && reason !== '';
	const cause = isBlocked ? `${reason}. Nothing was sent.` : withReason(row.cause, reason);
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
