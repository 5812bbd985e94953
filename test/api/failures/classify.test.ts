// What an answer means when it is no success, or does not look like one.

import {
	failureOfAnswer,
	failureOfTransport,
	judge,
	type Expected,
} from '../../../nodes/WebData/api/failures/classify';
import { answer } from '../../support/scriptedTransport';

const scrape: Expected = { endpoint: 'scrape', holds: 'data' };

const failureOf = (status: number, body: unknown, expected: Expected = scrape) => {
	const judged = judge(answer(status, body), expected, 0);
	return 'failure' in judged ? judged.failure : undefined;
};

describe('a success', () => {
	it.each([200, 201, 206])('is a %i with an object where one must be', (status) => {
		const body = { success: true, data: { markdown: '' }, newField: 1 };
		expect(judge(answer(status, body), scrape, 0)).toEqual({ object: body });
	});

	it('need not say success', () => {
		expect(judge(answer(200, { data: {} }), scrape, 0)).toEqual({ object: { data: {} } });
	});

	it('may hold anything where nothing is expected', () => {
		expect(judge(answer(200, {}), { endpoint: 'interact' }, 0)).toEqual({ object: {} });
	});
});

describe('a 200 that is none', () => {
	it.each([
		['<html><body>Login</body></html>', 'html'],
		['{"success":true,"data":{"mark', 'cutOffJson'],
		['', 'empty'],
		['null', 'nothing'],
		['[]', 'array'],
		['42', 'scalar'],
		['Service is up', 'notJson'],
		['{"success":true}', 'noData'],
		['{"success":true,"data":null}', 'noData'],
		['{"success":true,"data":["x"]}', 'noData'],
		['{"success":true,"data":"x"}', 'noData'],
	])('%s is an answer of row %s, and may have cost something', (body, row) => {
		const isSpoilt = row === 'cutOffJson' || row === 'empty';
		expect(failureOf(200, body)).toMatchObject({
			row,
			httpCode: 200,
			retry: isSpoilt ? 'unlessPaid' : 'never',
			mayHaveRun: true,
		});
	});

	it('says success: false and is a failure in its own words', () => {
		expect(failureOf(200, { success: false, error: 'It did not work' })).toMatchObject({
			row: 'failedAt200',
			message: 'It did not work',
			httpCode: 200,
			retry: 'never',
		});
	});

	it.each([200, 201, 299])('says so at %i', (status) => {
		expect(failureOf(status, { success: false })).toMatchObject({
			row: 'failedAt200',
			httpCode: status,
		});
	});

	it('is known by its code', () => {
		const body = { success: false, code: 'SCRAPE_DNS_RESOLUTION_ERROR', error: 'DNS failed' };
		expect(failureOf(200, body)).toMatchObject({ row: 'dnsResolution', message: 'DNS failed' });
	});

	it('is a failed interaction where one was asked for', () => {
		const body = { success: false, stderr: 'ReferenceError: x is not defined', exitCode: 1 };
		expect(failureOf(200, body, { endpoint: 'interact' })).toMatchObject({
			row: 'interactionFailed',
			message: 'ReferenceError: x is not defined',
		});
	});

	it('keeps the id of the request, for the support of the service', () => {
		const judged = judge(answer(200, '<html>', { 'x-request-id': 'req-1' }), scrape, 0);
		expect(judged).toMatchObject({ failure: { requestId: 'req-1' } });
	});
});

describe('an error whose body cannot be read', () => {
	it.each([
		[502, '<html><h1>502 Bad Gateway</h1></html>', 'badGateway', 'Bad Gateway'],
		[503, '', 'serviceUnavailable', 'Service Unavailable'],
		[429, 'slow down', 'tooManyScrapes', 'Too many requests'],
		[404, 'null', 'notFound', 'Not Found'],
		[401, '["no"]', 'unauthorized', 'Unauthorized: Invalid token'],
	])('%i %j is explained by its status', (status, body, row, message) => {
		expect(failureOf(status, body)).toMatchObject({ row, message, httpCode: status });
	});
});

describe('a status that no table names', () => {
	it.each([
		[418, 'otherClientError', 'never', false],
		[451, 'otherClientError', 'never', false],
		[507, 'otherServerError', 'never', true],
		[599, 'otherServerError', 'never', true],
		[300, 'redirect', 'never', false],
		[301, 'redirect', 'never', false],
		[304, 'redirect', 'never', false],
	])('%i is explained by its class', (status, row, retry, mayHaveRun) => {
		expect(failureOf(status, {})).toMatchObject({ row, retry, mayHaveRun, httpCode: status });
	});
});

describe('what the service says', () => {
	it('comes before the words of the catalogue, in the order error, message, stderr', () => {
		const words = { error: 'a', message: 'b', stderr: 'c' };
		const said = [words, { ...words, error: ' ' }, { stderr: 'c' }, { error: { code: 5 } }];
		expect(said.map((body) => failureOf(500, body)?.message)).toEqual([
			'a',
			'b',
			'c',
			'Internal Server Error',
		]);
	});

	it('is kept: code, charge, request id and the wait it asks for', () => {
		const headers = { 'x-request-id': 'req-9', 'retry-after': '3' };
		const body = { success: false, error: 'No', code: 'request_in_flight', chargeId: 'charge-1' };
		expect(failureOfAnswer({ status: 409, headers }, body, 'catalog', 0)).toMatchObject({
			row: 'requestInFlight',
			code: 'request_in_flight',
			chargeId: 'charge-1',
			requestId: 'req-9',
			retryAfterMs: 3000,
		});
	});

	it('about single fields is kept in order, with dots between levels', () => {
		const details = [
			{ path: ['formats', 0, 'quality'], message: 'Too big' },
			{ path: 'timeout', message: 'Too small' },
			{ path: [], code: 'unrecognized_keys' },
			'not an issue',
		];
		expect(failureOf(400, { error: 'Bad Request', details })?.issues).toEqual([
			{ path: 'formats.0.quality', message: 'Too big' },
			{ path: 'timeout', message: 'Too small' },
			{ path: '', message: 'not accepted' },
		]);
	});

	it.each([[undefined], [null], ['text'], [{ retryAfterSeconds: 5 }], [[]], [['text']]])(
		'in details %j is about no single field',
		(details) => {
			expect(failureOf(400, { error: 'Bad Request', details })?.issues).toBeUndefined();
		},
	);
});

describe('terms that have to be accepted', () => {
	const code = 'THIRD_PARTY_DATA_TERMS_REQUIRED';
	const remedy = (requiresAction: unknown) =>
		failureOf(403, { success: false, error: 'Terms', code, requiresAction })?.remedy;

	it('are named with their address where the service gives one', () => {
		const action = {
			type: 'accept_terms',
			terms: 'acme',
			version: '1',
			url: 'https://d.example/t',
		};
		expect(remedy(action)).toMatch(
			/accept the terms .*\(https:\/\/d\.example\/t\), then run the node again\.$/,
		);
	});

	it.each([[true], [undefined], [{}], [{ url: 5 }]])('need no address: %j', (requiresAction) => {
		expect(remedy(requiresAction)).toMatch(/accept the terms.*\.$/);
	});
});

describe('an answer that never came', () => {
	it('keeps what is known of the reason, and whether the request went out', () => {
		const failure = failureOfTransport({
			kind: 'failure',
			failure: 'closed',
			mayHaveBeenSent: true,
			detail: ' ECONNRESET ',
		});
		expect(failure).toMatchObject({
			row: 'closed',
			cause: 'The connection was closed before an answer came (ECONNRESET).',
			mayHaveRun: true,
			retry: 'backoff',
		});
		expect(failure.httpCode).toBeUndefined();
	});

	it('says nothing in brackets where nothing more is known', () => {
		const failure = failureOfTransport({
			kind: 'failure',
			failure: 'dns',
			mayHaveBeenSent: false,
			detail: '',
		});
		expect(failure.cause).toMatch(/\.$/);
		expect(failure.mayHaveRun).toBe(false);
	});
});
