import { toItemJson } from '../../../nodes/WebData/host/item';
import { removeAt } from '../../../nodes/WebData/host/output/files';

test('toItemJson renames only a top-level error, and keeps the order of the keys', () => {
	const json = toItemJson({ a: 1, error: 'x', b: { error: 'kept' } });
	expect(JSON.stringify(json)).toBe('{"a":1,"serviceError":"x","b":{"error":"kept"}}');
});

test.each([
	['an entry of a list', ['list', 0], { a: 1, list: [null, { b: 2 }] }],
	['a key in a list', ['list', 1, 'b'], { a: 1, list: [1, {}] }],
	['nothing at an unknown path', ['list', 5], { a: 1, list: [1, { b: 2 }] }],
])('removeAt removes %s without changing its argument', (_case, path, expected) => {
	const json = { a: 1, list: [1, { b: 2 }] };
	expect(removeAt(json, path)).toEqual(expected);
	expect(json).toEqual({ a: 1, list: [1, { b: 2 }] });
});
