import { rateLimitSignal } from '../../nodes/WebData/client/attempt';
import { failureOfPause } from '../../nodes/WebData/client/call';
import { parseDetails } from '../../nodes/WebData/errors/details';
import { failureOfResponse } from '../../nodes/WebData/errors/failure';
import type { JsonObject } from '../../nodes/WebData/json/json';
import { toOutputParts } from '../../nodes/WebData/resources/catalog/operations';
import { failureOfCatalogCall } from '../../nodes/WebData/resources/catalog/service';
import { routes } from '../cases/routes';

const MEGABYTE = 1_000_000;

const failureOf = (status: number, body: Record<string, unknown>, headers = {}) =>
	failureOfResponse({ status, headers }, { success: false, ...body }, { route: routes.scrape }, 0);

const many = <T>(count: number, entry: (index: number) => T): T[] =>
	Array.from({ length: count }, (_, index) => entry(index));

const union = (errors: unknown) => ({ code: 'invalid_union', path: ['a'], errors });

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
		{ details: [union(many(100_000, (at) => [{ values: [`v${at}`], message: 'No' }]))] },
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
	const issue = many(10_000, () => 0).reduce<object>((inner) => union([[inner]]), {
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

const fields = (count: number, value: unknown): JsonObject =>
	Object.fromEntries(many(count, (index) => [`f${index}`, value]));

/** Counts the array entries that `work` copies or searches: `...` calls the iterator. */
function visitsOf(work: () => unknown): number {
	let count = 0;
	const { prototype } = Array;
	const { [Symbol.iterator]: iterate, includes } = prototype;
	const replace = (iterator: typeof iterate, search: typeof includes) => {
		Object.defineProperty(prototype, Symbol.iterator, { value: iterator });
		Object.defineProperty(prototype, 'includes', { value: search });
	};
	replace(
		function (this: unknown[]) {
			count += this.length;
			return iterate.call(this);
		},
		function (this: unknown[], entry: unknown) {
			count += this.length;
			return includes.call(this, entry);
		},
	);
	try {
		work();
		return count;
	} finally {
		replace(iterate, includes);
	}
}

const readers: Record<string, (json: JsonObject) => unknown> = {
	'an error response': (body) => failureOf(400, body),
	'a failed catalog call': (error) => failureOfCatalogCall(error),
	'catalog results': (answer) =>
		toOutputParts(answer, { simplify: false } as Parameters<typeof toOutputParts>[1], []),
};

/** JSON whose size grows with `n` in two directions, which a reader could multiply. */
const shapes: Record<string, (n: number) => JsonObject> = {
	'null fields': (n) => fields(n, null),
	'unions in unions': (n) => ({
		details: [{ ...union([many(n, () => union([[{ path: ['b'] }]]))]), path: many(n, String) }],
	}),
	'a long path and many keys': (n) => ({
		details: [{ code: 'unrecognized_keys', keys: many(n, String), path: many(n, String) }],
	}),
	'field errors': (n) => ({ details: { fieldErrors: fields(n, many(n, String)) } }),
	'many results next to many fields': (n) => ({
		...fields(n, 1),
		data: { ...fields(n, 1), catalog: many(n, (index) => ({ data: index })) },
	}),
};

const sizeOf = (json: unknown): number => JSON.stringify(json).length;

describe.each(Object.entries(readers))('reading %s', (_reader, read) => {
	it.each(Object.entries(shapes))('with %s takes work in proportion to its size', (_shape, of) => {
		const cost = (n: number) => {
			const json = of(n);
			let result: unknown;
			const visits = visitsOf(() => {
				result = read(json);
			});
			return { visits: visits / sizeOf(json), size: sizeOf(result) / sizeOf(json) };
		};
		const [small, large] = [cost(200), cost(800)];
		expect(large.visits).toBeLessThanOrEqual(small.visits * 1.5);
		expect(large.size).toBeLessThanOrEqual(small.size * 1.5);
	});
});
