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
	const result = classifyResponse(answer(status, body), expected, 0);
	return 'failure' in result ? result.failure : undefined;
};

describe('classifyResponse of a success', () => {
	it.each([200, 201, 206])('accepts %i with an object in the data field', (status) => {
		const body = { success: true, data: { markdown: '' }, newField: 1 };
		expect(classifyResponse(answer(status, body), scrape, 0)).toEqual({ object: body });
	});

	it('does not require a success field', () => {
		expect(classifyResponse(answer(200, { data: {} }), scrape, 0)).toEqual({
			object: { data: {} },
		});
	});

	it('accepts any object without a data field', () => {
		expect(classifyResponse(answer(200, {}), { endpoint: 'interact' }, 0)).toEqual({ object: {} });
	});
});

describe('classifyResponse of a 2xx that is not a success', () => {
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
	])('reports %s as %s, possibly executed', (body, row) => {
		const isIncomplete = row === 'cutOffJson' || row === 'empty';
		expect(failureOf(200, body)).toMatchObject({
			errorId: row,
			httpCode: 200,
			retry: isIncomplete ? 'ifFree' : 'never',
			possiblyExecuted: true,
		});
	});

	it('uses the text of a response with success: false', () => {
		expect(failureOf(200, { success: false, error: 'It did not work' })).toMatchObject({
			errorId: 'failedAt200',
			message: 'It did not work',
			httpCode: 200,
			retry: 'never',
		});
	});

	it.each([200, 201, 299])('reports success: false with status %i', (status) => {
		expect(failureOf(status, { success: false })).toMatchObject({
			errorId: 'failedAt200',
			httpCode: status,
		});
	});

	it('recognizes the code', () => {
		const body = { success: false, code: 'SCRAPE_DNS_RESOLUTION_ERROR', error: 'DNS failed' };
		expect(failureOf(200, body)).toMatchObject({
			errorId: 'dnsResolution',
			serviceMessage: 'DNS failed',
		});
	});

	it('reports failed code only for the request that runs code in a session', () => {
		const body = { success: false, error: 'No browser is available' };
		expect(failureOf(200, body, { endpoint: 'sessionCode' })?.errorId).toBe('sessionCodeFailed');
		expect(failureOf(200, body, { endpoint: 'browserSession' })?.errorId).toBe('failedAt200');
	});

	it('reports a failed interaction for Interact', () => {
		const body = { success: false, stderr: 'ReferenceError: x is not defined', exitCode: 1 };
		expect(failureOf(200, body, { endpoint: 'interact' })).toMatchObject({
			errorId: 'interactionFailed',
			message: 'ReferenceError: x is not defined',
		});
	});

	it('keeps the request ID', () => {
		const result = classifyResponse(answer(200, '<html>', { 'x-request-id': 'req-1' }), scrape, 0);
		expect(result).toMatchObject({ failure: { requestId: 'req-1' } });
	});
});

it('an unknown error has a remedy for the IDs in its response', () => {
	const error =
		'An error occurred. Please check your logs for more details. Error ID: a79cf8cca0e240e484304fad3e36de26';
	const failure = failureOf(500, { success: false, code: 'UNKNOWN_ERROR', error });
	expect(failure).toMatchObject({ errorId: 'unknownError', serviceMessage: error });
	expect(failure?.remedy).toContain('error ID');
	expect(failure?.remedy).not.toContain('request ID');
});

describe('an error without a readable body', () => {
	it.each([
		[
			502,
			'<html><h1>502 Bad Gateway</h1></html>',
			'badGateway',
			'Invalid response from an upstream server',
		],
		[503, '', 'serviceUnavailable', 'Service temporarily unavailable'],
		[429, 'slow down', 'tooManyScrapes', 'Too many requests'],
		[404, 'null', 'notFound', 'Resource not found'],
		[401, '["no"]', 'unauthorized', 'Invalid API key'],
	])('%i %j is explained by its status', (status, body, row, message) => {
		expect(failureOf(status, body)).toMatchObject({ errorId: row, message, httpCode: status });
	});
});

describe('a status that no table lists', () => {
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

describe('the content of a failure response', () => {
	it('is searched for a text in the order error, message, stderr', () => {
		const texts = { error: 'a', message: 'b', stderr: 'c' };
		const bodies = [texts, { ...texts, error: ' ' }, { stderr: 'c' }, { error: { code: 5 } }];
		expect(bodies.map((body) => failureOf(500, body)?.message)).toEqual([
			'a',
			'b',
			'c',
			'The service failed unexpectedly',
		]);
	});

	it('is searched for a code, a charge ID, a request ID, and a wait time, which are kept', () => {
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

	it('keeps issues in order, with dots between levels', () => {
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

	it('keeps all other fields in facts.answer', () => {
		const rest = {
			requiresAction: { type: 'accept_terms', version: '1' },
			details: { state: 'processing_continues', retryAfterSeconds: 30 },
			estimatedRemainingSeconds: 90,
			documentPages: 0,
			httpCode: 200,
			retryable: true,
		};
		const reported = { success: false, error: 'No', code: 'SCRAPE_TIMEOUT', chargeId: 'c-1' };
		expect(failureOf(408, { ...reported, ...rest, jobStatus: null })?.facts).toEqual({
			answer: rest,
		});
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
	])('keeps each field of %j once', (body, answer) => {
		const facts = answer === undefined ? undefined : { answer };
		expect(failureOf(400, { success: false, ...body })?.facts).toEqual(facts);
	});

	it('is kept unchanged at a success status, because it may have been paid for', () => {
		const body = { success: false, error: 'No', exitCode: null, stdout: 'a' };
		expect(failureOf(200, body, { endpoint: 'interact' })?.facts).toEqual({ answer: body });
	});
});

describe('a status request for a job', () => {
	const poll: ExpectedResponse = { endpoint: 'agent', statusField: 'status' };
	const failed = { success: false, status: 'failed', error: 'Credit limit reached.' };

	it('succeeds although the job failed', () => {
		expect(classifyResponse(answer(200, failed), poll, 0)).toEqual({ object: failed });
	});

	it.each([
		['there is no status', 200, { success: false, error: 'No' }],
		['the status is not a string', 200, { success: false, status: 404 }],
		['the status is blank', 200, { success: false, status: ' ' }],
		['the HTTP status is an error', 404, failed],
	])('fails if %s', (_case, status, body) => {
		expect(failureOf(status, body, poll)).toMatchObject({ httpCode: status });
	});

	it('is the only request for which a failed job is a success', () => {
		expect(failureOf(200, failed, { endpoint: 'agent' })).toMatchObject({ errorId: 'failedAt200' });
	});
});

describe('the remedy for terms that are not accepted', () => {
	const code = 'THIRD_PARTY_DATA_TERMS_REQUIRED';
	const remedy = (requiresAction: unknown) =>
		failureOf(403, { success: false, error: 'Terms', code, requiresAction })?.remedy;

	it('names the address that the service gives', () => {
		const action = {
			type: 'accept_terms',
			terms: 'acme',
			version: '1',
			url: 'https://d.example/t',
		};
		expect(remedy(action)).toMatch(
			/accept the terms .*\(https:\/\/d\.example\/t\), then run the workflow again\.$/,
		);
	});

	it.each([[true], [undefined], [{}], [{ url: 5 }]])('needs no address: %j', (requiresAction) => {
		expect(remedy(requiresAction)).toMatch(/accept the terms.*\.$/);
	});
});

describe('failureOfTransport', () => {
	it('keeps the reason and whether the request was sent', () => {
		const failure = failureOfTransport({
			kind: 'failure',
			failure: 'closed',
			possiblySent: true,
			detail: ' ECONNRESET ',
		});
		expect(failure).toMatchObject({
			errorId: 'closed',
			cause: 'The connection was closed before a response arrived (ECONNRESET).',
			possiblyExecuted: true,
			retry: 'backoff',
		});
		expect(failure.httpCode).toBeUndefined();
	});

	it('adds no parentheses without a reason', () => {
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

describe('a response without a code', () => {
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
	])('from %s with %i %s is %s', (endpoint, status, error, row) => {
		expect(failureOf(status, { success: false, error }, { endpoint })).toMatchObject({
			errorId: row,
		});
	});

	it('is explained by its status, as is a response with an unknown code', () => {
		const body = { success: false, error: 'Not today', code: 'SOMETHING_NEW' };
		expect(failureOf(403, body, { endpoint: 'catalog' })).toMatchObject({ errorId: 'forbidden' });
	});
});

describe('a response that may be empty', () => {
	const stop: ExpectedResponse = { endpoint: 'stopInteract', mayBeEmpty: true };

	it.each([
		[204, ''],
		[200, ''],
		[200, ' \n'],
	])('is a success with %i and %j', (status, body) => {
		expect(classifyResponse(answer(status, body), stop, 0)).toEqual({ object: { success: true } });
	});

	it.each([
		[500, '', 'internalServerError'],
		[200, '<html>', 'html'],
		[200, '{"success":', 'cutOffJson'],
	])('is a failure with %i and %j', (status, body, errorId) => {
		expect(failureOf(status, body, stop)).toMatchObject({ errorId });
	});
});

describe('the message of a failure', () => {
	it('is the first issue if the service only says that the request is not valid', () => {
		const details = [{ path: ['timeout'], message: 'Too big' }];
		const vague = ['Bad Request', 'Too big', undefined].map((error) =>
			failureOf(400, { success: false, error, details }),
		);
		expect(vague.map((failure) => failure?.messageFromIssue)).toEqual([true, true, true]);
		expect(vague.map((failure) => failure?.serviceMessage)).toEqual([
			undefined,
			undefined,
			undefined,
		]);
		expect(failureOf(400, { error: 'Quota is 5', details })).not.toHaveProperty('messageFromIssue');
	});

	it('does not contain a long text from the service', () => {
		const error = 'The operation failed. '.repeat(10).trim();
		expect(failureOf(500, { success: false, error })).toMatchObject({
			message: 'The service failed unexpectedly',
			serviceMessage: error,
		});
	});
});

describe('a 503', () => {
	it.each([
		['the service', { success: false, error: 'Service Unavailable' }, false],
		['Envoy', 'upstream connect error or disconnect/reset before headers', true],
		['Heroku', '<!DOCTYPE html><html><title>Application Error</title></html>', true],
		['an AWS load balancer', '<html><h1>503 Service Temporarily Unavailable</h1></html>', true],
		['an AWS API gateway', { message: 'Service Unavailable' }, true],
		['a gateway without a body', '', true],
		['a gateway with an error text', { error: 'no healthy upstream' }, true],
		['a gateway without an error text', { success: false, error: ' ' }, true],
	])('of %s is retryable', (_sender, body, possiblyExecuted) => {
		expect(failureOf(503, body)).toMatchObject({
			errorId: 'serviceUnavailable',
			retry: 'backoff',
			possiblyExecuted,
		});
	});
});

describe('an API key where a text is truncated', () => {
	const apiKey = 'wd-0123456789abcdef0123456789abcdef';
	const truncated = (length: number) => `${'x'.repeat(length - 34)}${apiKey} was refused`;

	it.each<[string, object]>([
		['the error text', { error: truncated(300) }],
		['a long error text', { error: truncated(10_000) }],
		['the code', { error: 'No', code: truncated(200) }],
		['an issue', { error: 'No', details: [{ path: ['url'], message: truncated(500) }] }],
		['the path of an issue', { error: 'No', details: [{ path: [truncated(200)], message: 'No' }] }],
		['another field', { error: 'No', hint: truncated(10_000) }],
		['a field name', { error: 'No', [truncated(200)]: 1 }],
	])('is masked in %s', (_place, body) => {
		const result = classifyResponse(answer(400, { success: false, ...body }), scrape, 0, apiKey);
		expect(JSON.stringify(result)).not.toContain(apiKey.slice(0, 8));
	});

	it('is masked in the request ID', () => {
		const headers = { 'x-request-id': truncated(200) };
		const result = classifyResponse(answer(400, {}, headers), scrape, 0, apiKey);
		expect(JSON.stringify(result)).not.toContain(apiKey.slice(0, 8));
	});
});
