// The failure catalogue against the specification's error tables, row by row, and the catalogue's own texts.

import { failureOfResponse } from '../../../nodes/WebData/api/errors/classify';
import { responseRows } from '../../../nodes/WebData/api/errors/rows/response';
import type { RetryAdvice } from '../../../nodes/WebData/api/errors/errorRow';
import type { Failure } from '../../../nodes/WebData/api/errors/failure';
import type { Endpoint } from '../../../nodes/WebData/api/errors/errorRow';
import { serviceRows } from '../../../nodes/WebData/api/errors/rows';
import { fallbackRows } from '../../../nodes/WebData/api/errors/rows/general';
import { pageRows } from '../../../nodes/WebData/api/errors/rows/page';
import { jobRowsFor } from '../../../nodes/WebData/api/jobs/jobRows';
import { traceRows } from '../../../nodes/WebData/api/errors/rows/trace';
import { transportRows } from '../../../nodes/WebData/api/errors/rows/transport';
import { properties, resources } from '../../../nodes/WebData/operations';
import { labelOf } from '../../../nodes/WebData/operations/form/labels';
import { errorRows, type ErrorRow } from '../../spec/errorRows';

const specRows: readonly ErrorRow[] = errorRows;
const httpRows = specRows.filter(({ status }) => status !== undefined);

const bodyOf = ({ error, code, extra, onlyError }: ErrorRow, message = error) => ({
	...(onlyError === true ? {} : { success: false }),
	error: message,
	code,
	...extra,
});

const classify = (row: ErrorRow, endpoint: Endpoint, message?: string): Failure =>
	failureOfResponse({ status: row.status ?? 0, headers: {} }, bodyOf(row, message), endpoint, 0);

/** The endpoints that can give an answer of this table. */
const endpoints: Record<ErrorRow['table'], readonly Endpoint[]> = {
	general: ['scrape', 'catalog', 'agent'],
	scrape: ['scrape', 'catalog'],
	agent: ['agent'],
	trace: [],
};

const asked = httpRows.flatMap((row) =>
	endpoints[row.table].map((endpoint) => [row.fromSpec, endpoint, row] as const),
);

/** The Retryable column; the table for scrape has none, so retry rules 2 and 5 decide there. A try of ours is waited for. */
const retryOf = ({ table, status = 0, code, retryable }: ErrorRow): RetryAdvice => {
	if (code === 'request_unresolved') return 'sameKey';
	if (code === 'request_in_flight') return 'ifOwnRequest';
	if (table === 'scrape') return [429, 500, 503].includes(status) ? 'backoff' : 'never';
	return retryable === 'no' || retryable === 'notStated' ? 'never' : retryable;
};

/** The specification gives these neither a code nor a wording of their own: they cannot be told apart. */
const lookAlike: Record<string, string> = {
	catalogBadRequest: 'badRequest',
	scrapeRateLimited: 'rateLimitExceeded',
};

/** Words for conditions to which the specification gives none. */
const wordings = [
	"'catalog' cannot be combined with 'url'.",
	'Zero data retention is not enabled for this team.',
	'Zero data retention is active for this team.',
];

describe.each(asked)('%s (%s)', (_row, endpoint, row) => {
	it('may be retried as the specification says', () => {
		expect(classify(row, endpoint).retry).toBe(retryOf(row));
	});

	it("is told in the service's own words, with its code", () => {
		expect(classify(row, endpoint)).toMatchObject({
			message: row.error,
			code: row.code,
			httpCode: row.status,
		});
	});
});

it.each(asked.filter(([, , { code }]) => code !== undefined))(
	'%s (%s) is known by its code, whatever the message is',
	(_row, endpoint, row) => {
		const known = classify(row, endpoint).errorId;
		const said = ['', 'Something else', ...wordings, ...specRows.map(({ error }) => error)];
		const found = said.map((wording) => classify(row, endpoint, wording).errorId);
		expect([...new Set(found)]).toEqual([known]);
	},
);

it('gives each row of the specification a row of its own', () => {
	const pairs = httpRows.map((row) => [
		row.id,
		classify(row, endpoints[row.table][0] ?? 'scrape').errorId,
	]);
	const shared = pairs.filter(([, found], index) =>
		pairs.slice(0, index).some(([, before]) => before === found),
	);
	expect(shared.map(([id]) => id)).toEqual(Object.keys(lookAlike));
	for (const [id, found] of shared) {
		const twin = pairs.find(([other]) => other === lookAlike[id ?? '']);
		expect(found).toBe(twin?.[1]);
	}
});

it.each(asked)(
	'%s (%s) is explained by a row of its own table, not by the net',
	(_row, endpoint, row) => {
		const found = serviceRows.find(({ id }) => id === classify(row, endpoint).errorId);
		expect(found?.status).toBe(row.status);
		expect([row.table, 'general']).toContain(found?.table);
	},
);

describe('the catalogue', () => {
	it('names each of its rows once', () => {
		const ids = serviceRows.map(({ id }) => id);
		expect(new Set(ids).size).toBe(ids.length);
	});

	it.each(serviceRows.map((row) => [row.id, row] as const))('can reach %s', (id, row) => {
		const said = [row.message, ...wordings, ...specRows.map(({ error }) => error)];
		const found = said.map((error) =>
			failureOfResponse(
				{ status: row.status, headers: {} },
				{ success: false, error, code: row.code },
				row.endpoints?.[0] ?? (row.table === 'agent' ? 'agent' : 'scrape'),
				0,
			),
		);
		expect(found.map((failure) => failure.errorId)).toContain(id);
	});
});

describe('texts', () => {
	const texts = [
		...serviceRows.map((row) => [row.id, row] as const),
		...Object.values(fallbackRows).map((row) => [row.id, row] as const),
		...Object.entries(responseRows),
		...Object.entries(transportRows),
		...Object.entries(traceRows),
		...Object.entries(jobRowsFor('agent run')),
		...Object.entries(pageRows),
	];

	/** Fields of resources that the node does not offer yet; checked as soon as it does. */
	const toCome: Record<string, readonly string[]> = {
		catalog: ['provider', 'capability'],
		agent: ['jobId', 'snapshotId', 'maxCredits'],
	};
	const absent = Object.entries(toCome)
		.filter(([resource]) => !resources.some(({ value }) => value === resource))
		.flatMap(([, fields]) => fields);
	const credential = ['apiKey', 'baseUrl'];

	it.each(texts)('of %s: cause and remedy are whole sentences', (_id, { cause, remedy }) => {
		for (const text of [cause, remedy]) expect(text).toMatch(/^([A-Z{']|n8n ).*\.$/s);
	});

	it.each(texts)('of %s: the message is not a sentence of its own', (_id, { message }) => {
		expect(message).toMatch(/^[A-Z]/);
		// Where the specification gives the wording, it is the specification's.
		const worded = specRows.some(({ error }) => error === message);
		expect(worded || !message.endsWith('.')).toBe(true);
	});

	it.each(texts)(
		'of %s: fields that are named are in the form',
		(_id, { message, cause, remedy }) => {
			const named = [...`${message} ${cause} ${remedy}`.matchAll(/\{(\w+)\}/g)].map(
				([, name]) => name,
			);
			const unknown = named.filter(
				(name = '') =>
					!credential.includes(name) &&
					!absent.includes(name) &&
					labelOf(properties, name) === undefined,
			);
			expect(unknown).toEqual([]);
		},
	);

	it.each(texts)(
		'of %s: labels and choices that are quoted are in the form',
		(_id, { cause, remedy }) => {
			const form = JSON.stringify([properties, 'Base URL', 'API Key']);
			const quoted = [...`${cause} ${remedy}`.matchAll(/(?<!\w)'([A-Z][\w ]*)'/g)].map(
				([, text]) => text,
			);
			expect(quoted.filter((text) => !form.includes(`"${text}"`))).toEqual([]);
		},
	);
});
