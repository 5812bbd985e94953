import { classify } from '../../nodes/WebData/client/attempt';
import type { ApiRequest } from '../../nodes/WebData/client/request';
import { failureOfResponse, failureOfTransport } from '../../nodes/WebData/errors/failure';
import { failureOfPage, pageStatusError } from '../../nodes/WebData/errors/page';
import { agentRoutes } from '../../nodes/WebData/resources/agent/service';
import { removeAddresses } from '../../nodes/WebData/errors/text';
import { routes, type RouteName } from '../cases/routes';
import type { TransportResult } from '../../nodes/WebData/transport/http';
import { answer } from '../support/scriptedTransport';

const { agent, catalog, interact, stopInteract } = routes;
const scrape: ApiRequest = { route: routes.scrape };

const attempt = (status: number, body: unknown, request: ApiRequest = scrape) =>
	classify(answer(status, body), request, 0);

const failureOf = (status: number, body: unknown, request: ApiRequest = scrape) => {
	const result = attempt(status, body, request);
	return 'failure' in result ? result.failure : undefined;
};

it.each([200, 206])('classify accepts %i with an object in the data field', (status) => {
	const body = { success: true, data: { markdown: '' }, newField: 1 };
	expect(attempt(status, body)).toEqual({ ok: true, answer: body });
});

describe('classify of a 2xx that is not a success', () => {
	it.each([
		['<html><body>Login</body></html>', 'html', 'never'],
		['{"success":true,"data":{"mark', 'cutOffJson', 'ifFree'],
		['', 'empty', 'ifFree'],
		['null', 'nothing', 'never'],
		['[]', 'array', 'never'],
		['42', 'scalar', 'never'],
		['Service is up', 'notJson', 'never'],
		['{"success":true}', 'noData', 'never'],
		['{"success":true,"data":["x"]}', 'noData', 'never'],
		['{"success":false,"error":"No"}', 'failedAt200', 'never'],
	])('reports %s as %s, possibly executed', (body, errorId, retry) => {
		const failure = { errorId, httpCode: 200, retry, possiblyExecuted: true };
		expect(failureOf(200, body)).toMatchObject(failure);
	});

	it.each<[RouteName, object, string]>([
		['scrape', { code: 'SCRAPE_DNS_RESOLUTION_ERROR', error: 'No' }, 'dnsResolution'],
		['sessionCode', { error: 'No' }, 'sessionCodeFailed'],
		['browserSession', { error: 'No' }, 'failedAt200'],
		['interact', { stderr: 'x is not defined', exitCode: 1 }, 'interactionFailed'],
	])('from %s with %j is explained as %s', (name, body, errorId) => {
		const route = routes[name];
		expect(failureOf(200, { success: false, ...body }, { route })).toMatchObject({ errorId });
	});
});

it('an unknown error has a remedy for the IDs in its response', () => {
	const error = 'An error occurred. Error ID: a79cf8cca0e240e484304fad3e36de26';
	const failure = failureOf(500, { success: false, code: 'UNKNOWN_ERROR', error });
	expect(failure).toMatchObject({ errorId: 'unknownError', serviceMessage: error });
	expect(failure?.remedy).toMatch(/^(?!.*request ID).*error ID/);
});

it.each([
	[502, '<html><h1>502 Bad Gateway</h1></html>', 'A gateway received no valid response'],
	[503, '', 'Service temporarily unavailable'],
	[429, 'slow down', 'Too many requests'],
	[401, '["no"]', 'Login required by a proxy or another server'],
	[401, { message: 'Unauthorized' }, 'Login required by a proxy or another server'],
	[403, '<html><h1>403 Forbidden</h1></html>', 'Blocked by a proxy or firewall'],
	[404, 'Cannot GET /v2/parse/formats', 'Endpoint not found on this server'],
	[407, '', 'Login required by the proxy'],
	[401, { success: false }, 'Invalid API key'],
	[403, { error: 'Forbidden' }, 'Access denied'],
	[404, { error: 'Job 5 not found' }, 'Job 5 not found'],
])('an error %i with the body %j is explained by its status', (httpCode, body, message) => {
	expect(failureOf(httpCode, body)).toMatchObject({ message, httpCode });
});

it.each([
	[451, 'otherClientError', false],
	[599, 'otherServerError', true],
	[304, 'redirect', false],
	[521, 'serviceUnreachable', false],
	[524, 'otherServerError', true],
])('the status %i, which no table lists, is explained by its class', (httpCode, errorId, ran) => {
	const retry = httpCode >= 500 ? 'sometimes' : 'never';
	const failure = { errorId, retry, possiblyExecuted: ran, httpCode };
	expect(failureOf(httpCode, {})).toMatchObject(failure);
});

describe('the content of a failure response', () => {
	it('is searched for a text in the order error, message, stderr', () => {
		const texts = { error: 'a', message: 'b', stderr: 'c' };
		const bodies = [texts, { ...texts, error: ' ' }, { stderr: 'c' }, { error: { code: 5 } }];
		const messages = bodies.map((body) => failureOf(500, body)?.message);
		expect(messages).toEqual(['a', 'b', 'c', 'The service failed unexpectedly']);
	});

	it('is searched for a code, a charge ID, a request ID, and a wait time, which are kept', () => {
		const headers = { 'x-request-id': 'req-9', 'retry-after': '3' };
		const body = { success: false, error: 'No', code: 'request_in_flight', chargeId: 'charge-1' };
		expect(failureOfResponse({ status: 409, headers }, body, { route: catalog }, 0)).toMatchObject({
			errorId: 'requestInFlight',
			code: 'request_in_flight',
			chargeId: 'charge-1',
			requestId: 'req-9',
			retryAfterMs: 3000,
		});
	});

	const others = {
		...{ requiresAction: { type: 'accept_terms', version: '1' }, documentPages: 0 },
		...{ details: { state: 'processing_continues' }, httpCode: 200, retryable: true },
	};

	it.each<[object, object | undefined]>([
		[{ error: 'No', code: 'SCRAPE_TIMEOUT', chargeId: 'c-1', jobStatus: null, ...others }, others],
		[{ message: 'No' }, undefined],
		[{ error: 'No', message: 'And why' }, { message: 'And why' }],
		[
			{ error: {}, message: 'No', code: 7 },
			{ error: {}, code: 7 },
		],
		[{ error: 'No', details: [{ path: ['timeout'], message: 'Too big' }] }, undefined],
		[{ error: 'No', details: ['Too big', 5] }, { details: ['Too big', 5] }],
	])('keeps each other field of %j once', (body, rest) => {
		const facts = rest === undefined ? undefined : { answer: rest };
		expect(failureOf(400, { success: false, ...body })?.facts).toEqual(facts);
	});

	it('is kept unchanged at a success status, because it may have been paid for', () => {
		const body = { success: false, error: 'No', exitCode: null, stdout: 'a' };
		expect(failureOf(200, body, { route: interact })?.facts).toEqual({ answer: body });
	});
});

describe('a status request for a job', () => {
	const poll: ApiRequest = { route: agentRoutes.status };
	const failed = { success: false, status: 'failed', error: 'Credit limit reached.' };

	it('is the only request that succeeds although the job failed', () => {
		expect(attempt(200, failed, poll)).toEqual({ ok: true, answer: failed });
		expect(failureOf(200, failed, { route: agent })).toMatchObject({ errorId: 'failedAt200' });
	});

	it.each([
		['there is no status', 200, { success: false, error: 'No' }],
		['the status is blank', 200, { success: false, status: ' ' }],
		['the HTTP status is an error', 404, failed],
	])('fails if %s', (_case, status, body) => {
		expect(failureOf(status, body, poll)).toMatchObject({ httpCode: status });
	});
});

it('the remedy for terms that are not accepted names the address that the service gives', () => {
	const body = { success: false, error: 'Terms', code: 'THIRD_PARTY_DATA_TERMS_REQUIRED' };
	const remedy = (requiresAction: unknown) => failureOf(403, { ...body, requiresAction })?.remedy;
	expect(remedy({ url: 'https://d.example/t' })).toMatch(
		/accept the terms .*\(https:\/\/d\.example\/t\), then run the workflow again\.$/,
	);
	expect(remedy({ url: 5 })).toMatch(/accept the terms.*dashboard, .*\.$/);
});

it('failureOfTransport keeps the reason, if there is one, and whether the request was sent', () => {
	const closed = { failure: 'closed', possiblySent: true, detail: ' ECONNRESET ' } as const;
	const failure = failureOfTransport({ kind: 'failure', ...closed });
	expect(failure).not.toHaveProperty('httpCode');
	expect(failure).toMatchObject({
		errorId: 'closed',
		cause: 'The connection was closed before a response arrived (ECONNRESET).',
		possiblyExecuted: true,
		retry: 'backoff',
	});
	const dns = { failure: 'dns', possiblySent: false, detail: '' } as const;
	expect(failureOfTransport({ kind: 'failure', ...dns })).toMatchObject({
		cause: expect.not.stringContaining('(') as string,
		possiblyExecuted: false,
	});
});

describe('a response without a code', () => {
	const team = 'for this team.';
	it.each<[RouteName, number, string, string]>([
		['scrape', 400, 'Invalid URL: shop.example.com/catalog/1', 'invalidUrl'],
		['scrape', 400, "The selector '.catalog' is not valid", 'badRequest'],
		['scrape', 400, 'https://example.com/catalog cannot be combined', 'badRequest'],
		['catalog', 400, 'Invalid x-request-id of a catalog request', 'badRequest'],
		['catalog', 400, 'catalog cannot be combined with "url"', 'catalogMixed'],
		['scrape', 400, "'catalog' and 'formats' are mutually exclusive", 'catalogMixed'],
		['catalog', 400, 'Unrecognized key "version" in a catalog call', 'catalogMixed'],
		['scrape', 403, 'Access to https://example.com/catalog/1 is forbidden', 'forbidden'],
		['scrape', 403, `This endpoint is not enabled ${team}`, 'forbidden'],
		['scrape', 403, `domainTools is not enabled ${team}`, 'featureNotEnabled'],
		['scrape', 403, 'Your API key lacks the scope for the catalog', 'forbidden'],
		['scrape', 403, `Zero data retention is not enabled ${team}`, 'zeroDataRetentionNotEnabled'],
		['scrape', 403, "zeroDataRetention isn't available", 'zeroDataRetentionNotEnabled'],
		['scrape', 403, 'ZDR must be enabled by the provider', 'zeroDataRetentionNotEnabled'],
		['scrape', 403, 'Zero data retention is active', 'zeroDataRetentionActive'],
		['scrape', 403, 'Not enabled with zero data retention', 'zeroDataRetentionActive'],
		['catalog', 403, 'Your team has zero data retention enabled', 'zeroDataRetentionActive'],
		['catalog', 403, `This endpoint is not enabled ${team}`, 'catalogNotEnabled'],
		['catalog', 403, 'Upgrade your plan', 'catalogNotEnabled'],
		['catalog', 403, 'Not allowed by default in your country', 'countryRestricted'],
		['catalog', 403, 'Forbidden.', 'catalogForbidden'],
		['scrape', 403, 'Forbidden', 'forbidden'],
		['catalog', 403, 'The API key lacks the scope for the catalog', 'forbidden'],
	])('from %s with %i %s is %s', (name, status, error, errorId) => {
		const request = { route: routes[name] };
		expect(failureOf(status, { success: false, error }, request)?.errorId).toBe(errorId);
	});

	it('and without a text comes from a gateway', () => {
		expect(failureOf(403, {}, { route: catalog })?.errorId).toBe('gatewayForbidden');
	});

	it('is explained by its status, as is a response with an unknown code', () => {
		const body = { success: false, error: 'Not today', code: 'SOMETHING_NEW' };
		expect(failureOf(403, body, { route: catalog })).toMatchObject({ errorId: 'forbidden' });
	});
});

it.each([
	['http://api.example.com', 'https://api.example.com/v2/scrape', 'redirectToHttps'],
	['https://api.example.com', '/v2/scrape/', 'redirectOnHost'],
	['https://api.example.com', 'https://login.example.com/start?token=1', 'redirectToOtherHost'],
	['http://api.example.com', 'https://login.example.com/', 'redirectToOtherHost'],
	['https://api.example.com', undefined, 'redirect'],
])('a redirect from %s to %s is reported as %s, with its target', (from, location, errorId) => {
	const response = answer(302, {}, location === undefined ? {} : { location });
	const result = classify(response, scrape, 0, '', `${from}/v2/scrape`);
	const target = location && new URL(location, from);
	expect(result).toMatchObject({ failure: { errorId, httpCode: 302 } });
	const text = JSON.stringify(result);
	expect(text).not.toContain('token');
	if (target) expect(text).toContain(`The redirect leads to ${target.origin}${target.pathname}.`);
});

const unknownKeys = (keys: string[], ...path: unknown[]) => ({
	...{ code: 'unrecognized_keys', keys, path },
});
const noUrl = { path: ['url'], message: 'Invalid input: expected string, received undefined' };
const tooMany = { path: ['catalog'], message: 'Too big: expected at most 10 items' };
// The open-source server of August 2026.
const unknownKey =
	'Unrecognized key in body -- please review the v2 API documentation for request body changes';

it.each([
	['about an unknown key', unknownKey, [noUrl, unknownKeys(['catalog'])], 'catalogNotSupported'],
	['that names it', "Unrecognized key(s) in object: 'catalog'", undefined, 'catalogNotSupported'],
	['about a key of a call', 'Bad Request', [unknownKeys(['version'], 'catalog', 0)], 'badRequest'],
	['about too many calls', 'Bad Request', [tooMany], 'badRequest'],
])('an error %s shows whether the server has a catalog', (_what, error, details, errorId) => {
	const body = { success: false, code: 'BAD_REQUEST', error, details };
	const failure = failureOf(400, body, { route: catalog });
	expect(failure?.errorId).toBe(errorId);
	expect(failure?.issues === undefined).toBe(errorId === 'catalogNotSupported');
	expect(failureOf(400, body)?.errorId).not.toBe('catalogNotSupported');
});

describe('a response that may be empty', () => {
	const stop: ApiRequest = { route: stopInteract };

	it.each([204, 200])('is a success with %i and without a body', (status) => {
		expect(attempt(status, ' \n', stop)).toEqual({ ok: true, answer: { success: true } });
	});

	it.each([
		[500, '', 'internalServerError'],
		[200, '{"success":', 'cutOffJson'],
	])('is a failure with %i and %j', (status, body, errorId) => {
		expect(failureOf(status, body, stop)).toMatchObject({ errorId });
	});
});

it('the message of a failure is the first issue if the service only says that the request is not valid', () => {
	const details = [{ path: ['timeout'], message: 'Too big' }];
	for (const error of ['Bad Request', 'Too big']) {
		const failure = failureOf(400, { success: false, error, details });
		expect([failure?.messageFromIssue, failure?.serviceMessage]).toEqual([true, undefined]);
	}
	expect(failureOf(400, { error: 'Quota is 5', details })).not.toHaveProperty('messageFromIssue');
});

it.each([
	['the service', { success: false, error: 'Service Unavailable' }, false],
	['Envoy', 'upstream connect error or disconnect/reset before headers', true],
	['an AWS API gateway', { message: 'Service Unavailable' }, true],
	['a gateway without a body', '', true],
	['a gateway without an error text', { success: false, error: ' ' }, true],
])('a 503 of %s is retryable', (_sender, body, possiblyExecuted) => {
	const failure = { errorId: 'serviceUnavailable', retry: 'backoff', possiblyExecuted };
	expect(failureOf(503, body)).toMatchObject(failure);
});

describe('an API key where a text is truncated', () => {
	const apiKey = 'wd-0123456789abcdef0123456789abcdef';
	const truncated = (length: number) => `${'x'.repeat(length - 34)}${apiKey} was refused`;

	const headers = {
		...{ 'x-request-id': truncated(200), location: `https://a.example/${truncated(181)}` },
	};
	const refused = (body: object) => answer(400, { success: false, error: 'No', ...body }, headers);

	it.each<[string, TransportResult]>([
		['the error text', refused({ error: truncated(300) })],
		['the code', refused({ code: truncated(200) })],
		['an issue', refused({ details: [{ path: ['url'], message: truncated(500) }] })],
		['the path of an issue', refused({ details: [{ path: [truncated(200)], message: 'No' }] })],
		['another field', refused({ hint: truncated(10_000) })],
		['a field name', refused({ [truncated(200)]: 1 })],
		['the headers of a success', answer(200, { success: true }, headers)],
		['the headers of a redirect', answer(302, { success: true }, headers)],
		['the headers of a failure', answer(500, { success: true }, headers)],
		['the headers of a text', answer(200, 'no JSON', headers)],
		['the headers of an empty response', answer(200, '', headers)],
		[
			'an error of the connection',
			{ kind: 'failure', failure: 'closed', possiblySent: true, detail: truncated(500) },
		],
	])('is masked in %s', (_place, result) => {
		const failure = classify(result, scrape, 0, apiKey);
		expect(JSON.stringify(failure)).not.toContain(apiKey.slice(0, 8));
	});
});

describe('an error status of a page', () => {
	const page = (statusCode: unknown, error?: unknown) => ({ metadata: { statusCode, error } });

	it('is a status from 400 on, or an error without a status', () => {
		const others = [page(399, 'No'), page('200', 'No'), page(0), page(NaN), { metadata: null }];
		const errors = others.map(pageStatusError);
		expect(errors.filter((error) => error !== undefined)).toEqual([]);
	});

	it.each([
		[page(404, ' Not Found. '), 'The page returned HTTP status 404 (Not Found)'],
		[page(403), 'The page returned HTTP status 403'],
		[page('404'), 'The page returned HTTP status 404'],
		[page(595, 'Lost'), 'The service could not reach the site: HTTP status 595 (Lost)'],
		[page(undefined, 'Reset'), 'The service could not reach the site: Reset'],
	])('of %j is a failure without a status of the service', (data, message) => {
		const error = pageStatusError(data);
		const failure = failureOfPage(error ?? {}, data);
		expect(failure).toMatchObject({ message, retry: 'never', possiblyExecuted: true });
		expect(failure.facts).toEqual({
			...(error?.status && { statusCode: error.status }),
			page: data,
		});
		expect(failure).not.toHaveProperty('httpCode');
	});

	it.each([
		[410, 'pageNotFound'],
		[599, 'pageBroken'],
		[999, 'pageRefused'],
	])('%d has the advice of %s', (status, row) => {
		expect(failureOfPage({ status }, page(status)).errorId).toBe(row);
	});
});

describe('removeAddresses', () => {
	it.each([
		["See 'http://a.example', b.example:8080/c, and c.example/d", "See ' and"],
		['body.domainTools, or the catalog/domain tools, after 2.5s', undefined],
	])('removes only addresses: %s', (text, rest = text) => {
		expect(removeAddresses(text).replace(/\s+/g, ' ').trim()).toBe(rest);
	});

	it('takes linear time for a long text without spaces', () => {
		for (const piece of ['a', 'a.', 'a-', 'a:']) {
			expect(removeAddresses(piece.repeat(200_000)).length).toBeGreaterThan(0);
		}
	});
});
