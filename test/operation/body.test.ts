import { z } from 'zod';
import { deepMerge, sortKeys } from '../../nodes/WebData/operation/body';
import { openObject } from '../../nodes/WebData/operation/operation';

describe('deepMerge', () => {
	test('merges nested objects and replaces whole lists', () => {
		const base = { a: { b: 1, c: { d: 1 } }, e: [1, 2] };
		const merged = { a: { b: 1, c: { d: 1, f: 2 } }, e: [4] };
		expect(deepMerge(base, { a: { c: { f: 2 } }, e: [4] })).toEqual(merged);
	});

	test('treats __proto__ as data', () => {
		const over = JSON.parse('{"a": {"__proto__": {"bad": 1}}}') as Record<string, unknown>;
		const result = deepMerge({ a: { b: 1 } }, over);
		expect(JSON.stringify(result)).toBe('{"a":{"b":1,"__proto__":{"bad":1}}}');
		expect(result.a).not.toHaveProperty('bad');
	});
});

describe('sortKeys', () => {
	const second = openObject({ a: z.string(), b: z.string() }).nullable();
	const type = openObject({ first: z.string(), second, third: z.array(z.string()) });

	test('sorts the named keys first and keeps the order of the others', () => {
		const json = { z: 1, third: [], y: 2, first: 'x', second: { z: 1, b: '', a: '' } };
		expect(JSON.stringify(sortKeys(json, type))).toBe(
			'{"first":"x","second":{"a":"","b":"","z":1},"third":[],"z":1,"y":2}',
		);
	});

	test.each([
		[{ second: null }],
		[{ constructor: 1, toString: { a: 1 } }],
		[JSON.parse('{"__proto__":{"a":1},"first":"x"}') as Record<string, unknown>],
	])('keeps every key of %j', (json) => {
		expect(sortKeys(json, type)).toEqual(json);
		expect(Object.keys(sortKeys(json, type)).sort()).toEqual(Object.keys(json).sort());
	});
});
