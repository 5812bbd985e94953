import { failureOfResponse } from '../../nodes/WebData/errors/classify';
import { failureOfCatalogCall } from '../../nodes/WebData/resources/catalog/service';
import { toOutputParts } from '../../nodes/WebData/resources/catalog/output';
import type { JsonObject } from '../../nodes/WebData/json/json';
import { endpoints } from '../cases/endpoints';

const many = <T>(count: number, entry: (index: number) => T): T[] =>
	Array.from({ length: count }, (_, index) => entry(index));

const fields = (count: number, value: unknown): JsonObject =>
	Object.fromEntries(many(count, (index) => [`f${index}`, value]));

/** Returns a copy of the JSON that counts each read of a property or of the list of its names. */
function counted(json: unknown, steps: { count: number }): unknown {
	if (typeof json !== 'object' || json === null) return json;
	const copy: object = Array.isArray(json)
		? json.map((value) => counted(value, steps))
		: Object.fromEntries(
				Object.entries(json).map(([name, value]) => [name, counted(value, steps)]),
			);
	return new Proxy(copy, {
		get(target, name) {
			steps.count++;
			return Reflect.get(target, name) as unknown;
		},
		ownKeys(target) {
			steps.count += 1;
			return Reflect.ownKeys(target);
		},
	});
}

const failure = (body: JsonObject) =>
	failureOfResponse({ status: 400, headers: {} }, body, endpoints.scrape, 0);

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
		details: [
			union([
				many(n, () => ({ ...union([many(2, () => ({ path: ['b'] }))]), path: many(n, String) })),
			]),
		],
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
			const steps = { count: 0 };
			const json = of(n);
			const result = read(counted(json, steps) as JsonObject);
			return { steps: steps.count / sizeOf(json), size: sizeOf(result) / sizeOf(json) };
		};
		const [small, large] = [cost(100), cost(400)];
		expect(large.steps).toBeLessThanOrEqual(small.steps * 1.5);
		expect(large.size).toBeLessThanOrEqual(small.size * 1.5);
	});
});
