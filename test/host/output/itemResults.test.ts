import { toItemJson } from '../../../nodes/WebData/host/item';
import { untilAborted } from '../../../nodes/WebData/host/network/runtime';
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

test('untilAborted settles as the promise does, or rejects as soon as the signal is aborted', async () => {
	const never = new Promise<never>(() => undefined);
	const controller = new AbortController();
	const { signal } = controller;
	expect(await untilAborted(Promise.resolve(5), signal)).toBe(5);
	await expect(untilAborted(Promise.reject(new Error('full')), signal)).rejects.toThrow('full');
	const waiting = untilAborted(never, signal);
	controller.abort();
	await expect(waiting).rejects.toThrow('stopped');
	await expect(untilAborted(never, AbortSignal.abort())).rejects.toThrow('stopped');
});
