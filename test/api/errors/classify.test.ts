// What an answer means when it is no success, or does not look like one.

import {
	failureOfResponse,
	failureOfTransport,
	classifyResponse,
	type ExpectedResponse,
} from '../../../nodes/WebData/api/errors/classify';
import type { Endpoint } from '../../../nodes/WebData/api/errors/errorRow';
import { answer } from '../../support/scriptedTransport';

const scrape: ExpectedResponse = { endpoint: 'scrape', dataField: 'data' };

const failureOf = (status: number, body: unknown, expected: ExpectedResponse = scrape) => {
	const judged = classifyResponse(answer(status, body), expected, 0);
	return 'failure' in judged ? judged.failure : undefined;
};

describe('a success', () => {
	it.each([200, 201, 206])('is a %i with an object where one must be', (status) => {
		const body = { success: true, data: { markdown: '' }, newField: 1 };
		expect(classifyResponse(answer(status, body), scrape, 0)).toEqual({ object: body });
	});

	it('need not say success', () => {
		expect(classifyResponse(answer(200, { data: {} }), scrape, 0)).toEqual({
			object: { data: {} },
		});
	});

	it('may hold anything where nothing is expected', () => {
		expect(classifyResponse(answer(200, {}), { endpoint: 'interact' }, 0)).toEqual({ object: {} });
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
			errorId: row,
			httpCode: 200,
			retry: isSpoilt ? 'ifFree' : 'never',
			possiblyExecuted: true,
		});
	});

	it('says success: false and is a failure in its own words', () => {
		expect(failureOf(200, { success: false, error: 'It did not work' })).toMatchObject({
			errorId: 'failedAt200',
			message: 'It did not work',
			httpCode: 200,
			retry: 'never',
		});
	});

	it.each([200, 201, 299])('says so at %i', (status) => {
		expect(failureOf(status, { success: false })).toMatchObject({
			errorId: 'failedAt200',
			httpCode: status,
		});
	});

	it('is known by its code', () => {
		const body = { success: false, code: 'SCRAPE_DNS_RESOLUTION_ERROR', error: 'DNS failed' };
		expect(failureOf(200, body)).toMatchObject({ errorId: 'dnsResolution', message: 'DNS failed' });
	});

	it('is a failed interaction where one was asked for', () => {
		const body = { success: false, stderr: 'ReferenceError: x is not defined', exitCode: 1 };
		expect(failureOf(200, body, { endpoint: 'interact' })).toMatchObject({
			errorId: 'interactionFailed',
			message: 'ReferenceError: x is not defined',
		});
	});

	it('keeps the id of the request, for the support of the service', () => {
		const judged = classifyResponse(answer(200, '<html>', { 'x-request-id': 'req-1' }), scrape, 0);
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
		expect(failureOf(status, body)).toMatchObject({ errorId: row, message, httpCode: status });
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
	])('%i is explained by its class', (status, row, retry, possiblyExecuted) => {
		expect(failureOf(status, {})).toMatchObject({
			errorId: row,
			retry,
			possiblyExecuted,
			httpCode: status,
		});
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
		expect(failureOfResponse({ status: 409, headers }, body, 'catalog', 0)).toMatchObject({
			errorId: 'requestInFlight',
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
			5,
		];
		expect(failureOf(400, { error: 'Bad Request', details })?.issues).toEqual([
			{ path: 'formats.0.quality', message: 'Too big' },
			{ path: 'timeout', message: 'Too small' },
			{ path: '', message: 'not accepted' },
		]);
	});

	it('is kept whole where it has no place of its own, under a name that overwrites none', () => {
		const rest = {
			requiresAction: { type: 'accept_terms', version: '1' },
			details: { state: 'processing_continues', retryAfterSeconds: 30 },
			estimatedRemainingSeconds: 90,
			documentPages: 0,
			httpCode: 200,
			retryable: true,
		};
		const told = { success: false, error: 'No', code: 'SCRAPE_TIMEOUT', chargeId: 'c-1' };
		expect(failureOf(408, { ...told, ...rest, jobStatus: null })?.facts).toEqual({ answer: rest });
	});

	it.each([
		[{ error: 'No' }, undefined],
		[{ message: 'No' }, undefined],
		[{ error: 'No', message: 'And why' }, { message: 'And why' }],
		[
			{ error: { name: 'E' }, message: 'No', code: 7 },
			{ error: { name: 'E' }, code: 7 },
		],
		[{ error: 'No', details: [{ path: ['timeout'], message: 'Too big' }] }, undefined],
		[{ error: 'No', details: ['Too big', 5] }, { details: ['Too big', 5] }],
	])('of %j is kept once', (body, answer) => {
		const facts = answer === undefined ? undefined : { answer };
		expect(failureOf(400, { success: false, ...body })?.facts).toEqual(facts);
	});

	it('at a status of success is kept as it is: it may have been paid for', () => {
		const body = { success: false, error: 'No', exitCode: null, stdout: 'a' };
		expect(failureOf(200, body, { endpoint: 'interact' })?.facts).toEqual({ answer: body });
	});
});

describe('a look at what stands in one way or another', () => {
	const look: ExpectedResponse = { endpoint: 'agent', statusField: 'status' };
	const failed = { success: false, status: 'failed', error: 'Credit limit reached.' };

	it('is a success, whatever is said of what was looked at', () => {
		expect(classifyResponse(answer(200, failed), look, 0)).toEqual({ object: failed });
	});

	it.each([
		['no standing is told', 200, { success: false, error: 'No' }],
		['it is no text', 200, { success: false, status: 404 }],
		['it is blank', 200, { success: false, status: ' ' }],
		['the status says no', 404, failed],
	])('fails where %s', (_case, status, body) => {
		expect(failureOf(status, body, look)).toMatchObject({ httpCode: status });
	});

	it('is no other request', () => {
		expect(failureOf(200, failed, { endpoint: 'agent' })).toMatchObject({ errorId: 'failedAt200' });
	});
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
			possiblySent: true,
			detail: ' ECONNRESET ',
		});
		expect(failure).toMatchObject({
			errorId: 'closed',
			cause: 'The connection was closed before an answer came (ECONNRESET).',
			possiblyExecuted: true,
			retry: 'backoff',
		});
		expect(failure.httpCode).toBeUndefined();
	});

	it('says nothing in brackets where nothing more is known', () => {
		const failure = failureOfTransport({
			kind: 'failure',
			failure: 'dns',
			possiblySent: false,
			detail: '',
		});
		expect(failure.cause).toMatch(/\.$/);
		expect(failure.possiblyExecuted).toBe(false);
	});
});

/** Specification: General errors and Errors of POST /v2/scrape, the rows of 400 and 403 that have no code. */
describe('what has no code is explained by its words', () => {
	const team = 'for this team.';
	it.each<[Endpoint, number, string, string]>([
		['scrape', 400, 'Invalid URL: shop.example.com/catalog/1', 'invalidUrl'],
		['agent', 400, 'Invalid URL: https://example.com/catalog', 'invalidUrl'],
		['scrape', 400, "The selector '.catalog' is not valid", 'badRequest'],
		['scrape', 400, 'https://example.com/catalog cannot be combined', 'badRequest'],
		['agent', 400, "Unrecognized key 'catalog'", 'badRequest'],
		['catalog', 400, 'Invalid x-request-id of a catalog request', 'badRequest'],
		['catalog', 400, 'catalog cannot be combined with "url"', 'catalogMixed'],
		['scrape', 400, "'catalog' and 'formats' are mutually exclusive", 'catalogMixed'],
		['catalog', 400, 'Unrecognized key "version" in a catalog call', 'catalogMixed'],
		['scrape', 403, 'Access to https://example.com/catalog/1 is forbidden', 'forbidden'],
		['scrape', 403, 'catalog.example.com is blocked', 'forbidden'],
		['scrape', 403, `This endpoint is not enabled ${team}`, 'forbidden'],
		['scrape', 403, `domainTools is not enabled ${team}`, 'featureNotEnabled'],
		['scrape', 403, `Catalog execution is not enabled ${team}`, 'featureNotEnabled'],
		['scrape', 403, 'Your API key lacks the scope for the catalog', 'forbidden'],
		['scrape', 403, `Zero data retention is not enabled ${team}`, 'zeroDataRetentionNotEnabled'],
		[
			'scrape',
			403,
			"zeroDataRetention isn't available on your plan",
			'zeroDataRetentionNotEnabled',
		],
		['scrape', 403, 'ZDR must be enabled by the provider', 'zeroDataRetentionNotEnabled'],
		['scrape', 403, 'Zero data retention is active', 'zeroDataRetentionActive'],
		['scrape', 403, 'Not enabled with zero data retention', 'zeroDataRetentionActive'],
		['catalog', 403, 'Your team has zero data retention enabled', 'zeroDataRetentionActive'],
		['catalog', 403, `This endpoint is not enabled ${team}`, 'catalogNotEnabled'],
		['catalog', 403, `Catalog execution is not enabled ${team}`, 'catalogNotEnabled'],
		['catalog', 403, 'Upgrade your plan', 'catalogNotEnabled'],
		['catalog', 403, 'Forbidden', 'forbidden'],
		['catalog', 403, 'Forbidden.', 'forbidden'],
		['catalog', 403, '', 'forbidden'],
		['catalog', 403, 'The API key lacks the scope for the catalog', 'forbidden'],
		['catalog', 403, 'Insufficient permissions', 'forbidden'],
		['agent', 403, `This endpoint is not enabled ${team}`, 'forbidden'],
	])('%s %i %s: %s', (endpoint, status, error, row) => {
		expect(failureOf(status, { success: false, error }, { endpoint })).toMatchObject({
			errorId: row,
		});
	});

	it('and what has one that nobody knows, by its status', () => {
		const body = { success: false, error: 'Cached pages alone', code: 'AGENT_INDEX_ONLY' };
		expect(failureOf(403, body, { endpoint: 'catalog' })).toMatchObject({ errorId: 'forbidden' });
	});
});
