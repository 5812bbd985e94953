import { type Issue, isObject, type JsonObject, nonEmptyText } from '../json/json';
import { parseDetails } from './details';
import type { AnyRow, ErrorRow, ServiceRow } from './row';
import { generalRows } from './rows/general';
import { fallbackRows, gatewayRows } from './rows/response';
import { scrapeRows } from './rows/scrape';
import { scrapeFailedRows } from './rows/scrapeFailed';
import { cutText, MAX_NAME_LENGTH, removeAddresses, serviceText } from './text';

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

export const shortText = (value: unknown): string | undefined => {
	const text = nonEmptyText(value);
	return text === undefined ? undefined : cutText(text, MAX_NAME_LENGTH);
};

interface Evidence {
	status: number;
	code?: string;
	text: string;
	/** The error text without URLs and host names. */
	plainText: string;
	fromGateway: boolean;
	/** Fields that the service does not know. */
	unknownKeys: string[];
	/** Value of `details.state`. */
	state: unknown;
}

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

/**
 * Returns the error row of a response. See "General errors", "Errors of POST /v2/scrape", and "Agent errors" in the
 * specification.
 */
export function findRow(
	status: number,
	errors: readonly ServiceRow[],
	body: JsonObject,
): AnyRow & Pick<ServiceRow, 'unknownKeys'> {
	const text = serviceText({ error: body.error }) ?? '';
	const evidence: Evidence = {
		// Rows for status 200 apply to all 2xx responses.
		status: status < 300 ? 200 : status,
		code: shortText(body.code),
		text,
		plainText: removeAddresses(text),
		fromGateway: body.success !== false && text === '',
		unknownKeys: unknownKeysIn(text, parseDetails(body.details ?? body.detail, status).issues),
		state: isObject(body.details) ? body.details.state : undefined,
	};
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
