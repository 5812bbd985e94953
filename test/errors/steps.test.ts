import { failureOfResponse } from '../../nodes/WebData/errors/failure';
import type { JsonObject } from '../../nodes/WebData/json/json';
import { toOutputParts } from '../../nodes/WebData/resources/catalog/operations';
import { failureOfCatalogCall } from '../../nodes/WebData/resources/catalog/service';
import { routes } from '../cases/routes';

const many = <T>(count: number, entry: (index: number) => T): T[] =>
	Array.from({ length: count }, (_, index) => entry(index));

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

const failure = (body: JsonObject) =>
	failureOfResponse({ status: 400, headers: {} }, body, { route: routes.scrape }, 0);

const readers: Record<string, (json: JsonObject) => unknown> = {
	'an error response': failure,
	'a failed catalog call': (error) => failureOfCatalogCall(error),
	'catalog results': (answer) =>
		toOutputParts(answer, { simplify: false } as Parameters<typeof toOutputParts>[1], []),
};

const union = (branches: unknown) => ({ code: 'invalid_union', path: ['a'], errors: branches });

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
