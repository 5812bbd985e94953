import { failureOfResponse } from '../../nodes/WebData/api/errors/classify';
import { parseDetails } from '../../nodes/WebData/api/errors/details';
import type { Failure } from '../../nodes/WebData/api/errors/failure';
import { failureOfPause } from '../../nodes/WebData/api/errors/rateLimitPause';
import { rateLimitSignal } from '../../nodes/WebData/api/http/rateLimitSignal';

const MEGABYTE = 1_000_000;

const failureOf = (status: number, body: Record<string, unknown>, headers = {}): Failure =>
	failureOfResponse({ status, headers }, { success: false, ...body }, 'scrape', 0);

const sizeOf = (failure: Failure): number => JSON.stringify(failure).length;

describe('a failure keeps a bounded part of a response', () => {
	it.each<[string, Record<string, unknown>]>([
		['an error text of 1 MB', { error: 'zero data retention '.repeat(50_000) }],
		['a code of 1 MB', { error: 'No', code: 'A'.repeat(MEGABYTE), chargeId: 'c'.repeat(MEGABYTE) }],
		['100,000 details', { details: Array.from({ length: 100_000 }, () => 'Bad') }],
		[
			'a path of 80 kB in 40,000 steps',
			{ details: [{ path: Array.from({ length: 40_000 }, () => 'a'), message: 'Bad' }] },
		],
		['a path step of 1 MB', { details: [{ path: ['a'.repeat(MEGABYTE)], message: 'Bad' }] }],
		['an issue text of 1 MB', { details: [{ path: ['a'], message: 'b'.repeat(MEGABYTE) }] }],
		[
			'100,000 field errors',
			{
				details: {
					fieldErrors: Object.fromEntries(
						Array.from({ length: 100_000 }, (_, index) => [`f${index}`, ['Bad']]),
					),
				},
			},
		],
		[
			'100,000 unrecognized keys',
			{
				details: [
					{
						code: 'unrecognized_keys',
						keys: Array.from({ length: 100_000 }, (_, index) => `k${index}`),
						path: [],
					},
				],
			},
		],
		[
			'a union with 100,000 branches',
			{
				details: [
					{
						code: 'invalid_union',
						path: ['formats', 0],
						errors: Array.from({ length: 100_000 }, (_, index) => [
							{ code: 'invalid_value', values: [`v${index}`], path: ['type'], message: 'No' },
						]),
					},
				],
			},
		],
		['a string of 20 MB in another field', { error: 'No', trace: 'x'.repeat(20 * MEGABYTE) }],
		[
			'10,000 other fields',
			Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`f${index}`, 'x'])),
		],
		[
			'a million texts in lists of three levels',
			{
				trace: [1, 2, 3].reduce<unknown>(
					(inner) => Array.from({ length: 100 }, () => inner),
					'x'.repeat(100),
				),
			},
		],
	])('%s', (_case, body) => {
		expect(sizeOf(failureOf(400, body))).toBeLessThan(100_000);
	});

	it('a request ID of 1 MB in the headers', () => {
		expect(sizeOf(failureOf(500, {}, { 'x-request-id': 'r'.repeat(MEGABYTE) }))).toBeLessThan(2000);
	});
});

it('at most 50 issues are read', () => {
	const details = Array.from({ length: 1000 }, (_, index) => ({ path: [index], message: 'Bad' }));
	expect(parseDetails(details, 400).issues).toHaveLength(50);
});

it('a union nested 10,000 levels deep does not overflow the stack', () => {
	let issue: Record<string, unknown> = { path: ['a'], message: 'Bad' };
	for (let level = 0; level < 10_000; level++) {
		issue = { code: 'invalid_union', path: ['a'], message: 'Invalid input', errors: [[issue]] };
	}
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
