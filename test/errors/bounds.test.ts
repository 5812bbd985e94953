import { rateLimitSignal } from '../../nodes/WebData/client/attempt';
import { failureOfPause } from '../../nodes/WebData/client/call';
import { parseDetails } from '../../nodes/WebData/errors/details';
import { failureOfResponse } from '../../nodes/WebData/errors/failure';
import { routes } from '../cases/routes';

const MEGABYTE = 1_000_000;

const failureOf = (status: number, body: Record<string, unknown>, headers = {}) =>
	failureOfResponse({ status, headers }, { success: false, ...body }, { route: routes.scrape }, 0);

const many = <T>(count: number, entry: (index: number) => T): T[] =>
	Array.from({ length: count }, (_, index) => entry(index));

const unionIssue = (errors: unknown) => ({ code: 'invalid_union', path: ['a'], errors });

it.each<[string, Record<string, unknown>]>([
	['an error text of 1 MB', { error: 'zero data retention '.repeat(50_000) }],
	['a code of 1 MB', { code: 'A'.repeat(MEGABYTE), chargeId: 'c'.repeat(MEGABYTE) }],
	['40,000 path steps', { details: [{ path: many(40_000, () => 'a'), message: 'Bad' }] }],
	['a path step of 1 MB', { details: [{ path: ['a'.repeat(MEGABYTE)], message: 'Bad' }] }],
	['an issue text of 1 MB', { details: [{ path: ['a'], message: 'b'.repeat(MEGABYTE) }] }],
	[
		'100,000 field errors',
		{ details: { fieldErrors: Object.fromEntries(many(100_000, (at) => [at, ['Bad']])) } },
	],
	[
		'100,000 unrecognized keys',
		{ details: [{ code: 'unrecognized_keys', keys: many(100_000, String), path: [] }] },
	],
	[
		'a union with 100,000 branches',
		{ details: [unionIssue(many(100_000, (at) => [{ values: [`v${at}`], message: 'No' }]))] },
	],
	['a string of 20 MB in another field', { trace: 'x'.repeat(20 * MEGABYTE) }],
	['10,000 other fields', Object.fromEntries(many(10_000, (at) => [`f${at}`, 'x']))],
])('a failure keeps a bounded part of %s', (_case, body) => {
	const failure = failureOf(400, body, { 'x-request-id': 'r'.repeat(MEGABYTE) });
	expect(JSON.stringify(failure).length).toBeLessThan(100_000);
});

it('at most 50 issues are read', () => {
	const details = many(1000, (index) => ({ path: [index], message: 'Bad' }));
	expect(parseDetails(details, 400).issues).toHaveLength(50);
});

it('a union nested 10,000 levels deep does not overflow the stack', () => {
	const issue = many(10_000, () => 0).reduce<object>((inner) => unionIssue([[inner]]), {
		path: ['a'],
		message: 'Bad',
	});
	expect(parseDetails([issue], 400).issues).toHaveLength(1);
});

it('JSON nested 100,000 levels deep in a failure does not overflow the stack', () => {
	const text = `{"success":false,"error":"No","a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
	const body = JSON.parse(text) as Record<string, unknown>;
	expect(failureOf(500, body)).toMatchObject({ message: 'No', facts: undefined });
});

it.each([1e20, Infinity, 8.64e15])('a pause of %d ms becomes a valid date', (retryAfterMs) => {
	const failure = failureOfPause({ retryAfterMs }, Date.UTC(2026, 10, 20));
	expect(failure.facts).toEqual({ pausedUntil: '2026-11-27T00:00:00.000Z' });
});

it('a refusal text of 20 MB is truncated before the rate limiter keeps it', () => {
	const failure = failureOf(429, { error: 'Daily limit. '.repeat(1_500_000) });
	const signal = rateLimitSignal({ ok: false, failure });
	expect(signal).toMatchObject({ kind: 'limited', message: expect.stringMatching(/^.{1,300}$/) });
});
