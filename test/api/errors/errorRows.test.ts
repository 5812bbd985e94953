import { failureOfResponse } from '../../../nodes/WebData/api/errors/classify';
import { responseRows } from '../../../nodes/WebData/api/errors/rows/response';
import type { RetryAdvice } from '../../../nodes/WebData/api/errors/errorRow';
import type { Failure } from '../../../nodes/WebData/api/errors/failure';
import type { Endpoint } from '../../../nodes/WebData/api/errors/errorRow';
import { serviceRows } from '../../../nodes/WebData/api/errors/rows';
import { fallbackRows } from '../../../nodes/WebData/api/errors/rows/fallback';
import { pageRows } from '../../../nodes/WebData/api/errors/rows/page';
import { agentFormRows } from '../../../nodes/WebData/api/errors/rows/agent';
import { callRows } from '../../../nodes/WebData/api/errors/rows/catalog';
import { browserSessionRows } from '../../../nodes/WebData/api/errors/rows/browserSession';
import { interactRows } from '../../../nodes/WebData/api/errors/rows/interact';
import { failedPageRows } from '../../../nodes/WebData/api/errors/rows/pageJob';
import { jobRowsFor, withJobName } from '../../../nodes/WebData/api/jobs/jobRows';
import { traceRows } from '../../../nodes/WebData/api/errors/rows/trace';
import { transportRows } from '../../../nodes/WebData/api/errors/rows/transport';
import { properties } from '../../../nodes/WebData/operations';
import { labelOf } from '../../../nodes/WebData/operations/form/labels';
import { errorRows, type SpecErrorRow } from '../../spec/errorRows';
import { samples, type Sample } from './samples';

const specRows: readonly SpecErrorRow[] = errorRows;
const httpRows = specRows.filter(({ status }) => status !== undefined);

const bodyOf = ({ error, code, extra, onlyError }: SpecErrorRow, message = error) => ({
	...(onlyError === true ? {} : { success: false }),
	error: message,
	code,
	...extra,
});

const classify = (row: SpecErrorRow, endpoint: Endpoint, message?: string): Failure =>
	failureOfResponse({ status: row.status ?? 0, headers: {} }, bodyOf(row, message), endpoint, 0);

const endpoints: Record<SpecErrorRow['table'], readonly Endpoint[]> = {
	general: ['scrape', 'catalog', 'agent'],
	scrape: ['scrape', 'catalog'],
	agent: ['agent'],
	trace: [],
};

const cases = httpRows.flatMap((row) =>
	endpoints[row.table].map((endpoint) => [row.fromSpec, endpoint, row] as const),
);

const retryOf = ({ table, status = 0, code, retryable }: SpecErrorRow): RetryAdvice => {
	if (code === 'request_unresolved') return 'sameKey';
	if (code === 'request_in_flight') return 'ifOwnRequest';
	if (table === 'scrape') return [429, 500, 503].includes(status) ? 'backoff' : 'never';
	return retryable === 'no' || retryable === 'notStated' ? 'never' : retryable;
};

const lookAlike: Record<string, string> = {
	catalogBadRequest: 'badRequest',
	scrapeRateLimited: 'rateLimitExceeded',
};

const wordings = [
	"'catalog' cannot be combined with 'url'.",
	'Zero data retention is not enabled for this team.',
	'Zero data retention is active for this team.',
];

const repeatsStatus = ({ error, code }: SpecErrorRow): boolean =>
	error === code ||
	/^(Bad Request|Forbidden|Not Found|Request Timeout|Conflict|Payload Too Large|Unprocessable Entity|Internal Server Error|Bad Gateway|Service Unavailable|Gateway Timeout|SCRAPE_PROMPT_INJECTION_DETECTED)$/.test(
		error,
	);

describe.each(cases)('%s (%s)', (_row, endpoint, row) => {
	it('is retried as the specification says', () => {
		expect(classify(row, endpoint).retry).toBe(retryOf(row));
	});

	it("keeps the service's code, status, and text", () => {
		const failure = classify(row, endpoint);
		expect(failure).toMatchObject({ code: row.code, httpCode: row.status });
		const shown = `${failure.message}. ${failure.serviceMessage ?? ''}`.toLowerCase();
		const text = row.error.replace(/\.$/, '').toLowerCase();
		if (repeatsStatus(row)) expect(failure.serviceMessage).toBeUndefined();
		else expect(shown).toContain(text);
	});
});

it.each(cases.filter(([, , { code }]) => code !== undefined))(
	'%s (%s) is recognized by its code, regardless of its text',
	(_row, endpoint, row) => {
		const { errorId } = classify(row, endpoint);
		const texts = ['', 'Something else', ...wordings, ...specRows.map(({ error }) => error)];
		const ids = texts.map((text) => classify(row, endpoint, text).errorId);
		expect([...new Set(ids)]).toEqual([errorId]);
	},
);

it('each row of the specification has its own error row', () => {
	const pairs = httpRows.map((row) => [
		row.id,
		classify(row, endpoints[row.table][0] ?? 'scrape').errorId,
	]);
	const shared = pairs.filter(([, id], index) =>
		pairs.slice(0, index).some(([, before]) => before === id),
	);
	expect(shared.map(([id]) => id)).toEqual(Object.keys(lookAlike));
	for (const [specId, id] of shared) {
		const twin = pairs.find(([other]) => other === lookAlike[specId ?? '']);
		expect(id).toBe(twin?.[1]);
	}
});

it.each(cases)(
	'%s (%s) is explained by a row of its own table or of the general one',
	(_row, endpoint, row) => {
		const match = serviceRows.find(({ id }) => id === classify(row, endpoint).errorId);
		expect(match?.status).toBe(row.status);
		expect([row.table, 'general']).toContain(match?.table);
	},
);

const classifySample = ({ status, endpoint, errorId: _id, ...body }: Sample): Failure =>
	failureOfResponse({ status, headers: {} }, { success: false, ...body }, endpoint, 0);

describe('responses of the service', () => {
	it.each(samples.map((sample) => [sample.errorId, sample.error, sample] as const))(
		'%s: %s',
		(errorId, error, sample) => {
			const failure = classifySample(sample);
			expect(failure.errorId).toBe(errorId);
			expect(failure.message).not.toMatch(/^(bad request|forbidden|not found)/i);
			expect(failure.message.length).toBeLessThanOrEqual(120);
			const shown = failure.serviceMessage ?? failure.message;
			const isInIssues = failure.issues?.some(({ message }) => error.startsWith(message));
			if (isInIssues) expect(shown).toBe(serviceRows.find(({ id }) => id === errorId)?.message);
			else expect(error).toContain(shown.replace(/…$/, ''));
		},
	);

	it.each(
		samples.filter(
			({ status, code }) => status === 500 && code !== undefined && code !== 'UNKNOWN_ERROR',
		),
	)('$errorId is not retried automatically', (sample) => {
		expect(['never', 'sometimes']).toContain(classifySample(sample).retry);
	});
});

it('a 500 with an unknown code is retried', () => {
	const body = { success: false, error: 'It broke', code: 'SCRAPE_SOMETHING_NEW' };
	expect(failureOfResponse({ status: 500, headers: {} }, body, 'scrape', 0)).toMatchObject({
		errorId: 'internalServerError',
		message: 'It broke',
		code: 'SCRAPE_SOMETHING_NEW',
		retry: 'backoff',
	});
});

describe('the error rows', () => {
	it('have unique IDs', () => {
		const ids = serviceRows.map(({ id }) => id);
		expect(new Set(ids).size).toBe(ids.length);
	});

	it.each(serviceRows.map((row) => [row.id, row] as const))(
		'include %s, and at least one text matches it',
		(id, row) => {
			const recorded = samples.filter(({ errorId }) => errorId === id).map(({ error }) => error);
			const texts = [row.message, ...recorded, ...wordings, ...specRows.map(({ error }) => error)];
			const ids = texts.map(
				(error) =>
					failureOfResponse(
						{ status: row.status, headers: {} },
						{ success: false, error, code: row.code },
						row.endpoints?.[0] ?? (row.table === 'agent' ? 'agent' : 'scrape'),
						0,
					).errorId,
			);
			expect(ids).toContain(id);
		},
	);

	it('have a sample for each pattern that is not in the specification', () => {
		const worded = new Set(samples.map(({ errorId }): string => errorId));
		const observed = serviceRows.filter(
			({ pattern, table }) => pattern !== undefined && table === 'observed',
		);
		expect(observed.filter(({ id }) => !worded.has(id)).map(({ id }) => id)).toEqual([]);
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
		...Object.entries(failedPageRows).map(
			([id, row]) => [id, withJobName(row, 'batch scrape')] as const,
		),
		...Object.entries(callRows),
		...Object.entries(interactRows),
		...Object.entries(browserSessionRows),
		...Object.entries(agentFormRows),
	];

	const credential = ['apiKey', 'baseUrl'];

	it.each(texts)('of %s: cause and remedy are whole sentences', (_id, { cause, remedy }) => {
		for (const text of [cause, remedy]) expect(text).toMatch(/^([A-Z{']|n8n ).*\.$/s);
	});

	it.each(texts)('of %s: the cause is one sentence of at most 30 words', (_id, { cause }) => {
		expect(cause).not.toMatch(/[.!?] /);
		expect(cause.split(' ').length).toBeLessThanOrEqual(30);
	});

	it.each(texts)(
		'of %s: the message is at most 60 characters without a period',
		(_id, { message }) => {
			expect(message).toMatch(/^[A-Z'].*[^.]$/);
			expect(message.length).toBeLessThanOrEqual(60);
		},
	);

	it.each(texts)('of %s: the message does not only repeat the status', (_id, { message }) => {
		expect(message).not.toMatch(
			/^(bad request|unauthorized|payment required|forbidden|not found|conflict|gone|internal server error|not implemented|bad gateway|service unavailable|gateway timeout)$/i,
		);
	});

	it.each(texts)('of %s: named fields are in the form', (_id, { message, cause, remedy }) => {
		const names = [...`${message} ${cause} ${remedy}`.matchAll(/\{(\w+)\}/g)].map(
			([, name]) => name,
		);
		const unknown = names.filter(
			(name = '') => !credential.includes(name) && labelOf(properties, name) === undefined,
		);
		expect(unknown).toEqual([]);
	});

	it.each(texts)(
		'of %s: quoted labels and choices are in the form',
		(_id, { message, cause, remedy }) => {
			const form = JSON.stringify([properties, 'Base URL', 'API Key']);
			const quoted = [...`${message} ${cause} ${remedy}`.matchAll(/(?<!\w)'([A-Z][\w ]*)'/g)].map(
				([, text]) => text,
			);
			expect(quoted.filter((text) => !form.includes(`"${text}"`))).toEqual([]);
		},
	);
});
