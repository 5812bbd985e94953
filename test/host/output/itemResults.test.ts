import type { Wait } from '../../../nodes/WebData/client/client';
import { type ReadyItem, toItemJson } from '../../../nodes/WebData/host/item';
import { untilAborted } from '../../../nodes/WebData/host/output/downloads';
import { type Files, removeAt } from '../../../nodes/WebData/host/output/files';
import { requestPreview, toItemResults } from '../../../nodes/WebData/host/output/itemResults';
import type { Plan } from '../../../nodes/WebData/operation/plan';
import { endpoints } from '../../cases/endpoints';

it('toItemResults reports a list without entries', async () => {
	const plan = { toOutput: () => ({ parts: [] }), request: {} } as unknown as Plan;
	const opened = { account: { baseUrl: 'https://example.com' } };
	const item = {
		plan,
		hints: [],
		settings: {},
		opened,
		index: 0,
	} as unknown as ReadyItem;
	const client = { effort: { attempts: 1, waits: [] as Wait[] } };
	const sent = { plan, request: plan.request, client };
	const [result] = await toItemResults({} as Files, [item], sent, {});
	expect(result?.notices).toEqual([
		{
			kind: 'emptyList',
			text: 'The service returned an empty list',
		},
	]);
});

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

test('requestPreview shows the request as it would be sent, with the key masked', () => {
	const account = { baseUrl: 'https://api.example.com', apiKey: 'wd-s3cret-key' };
	const preview = requestPreview(account, {
		endpoint: endpoints.scrape,
		method: 'POST',
		path: ['scrape'],
		body: { url: 'https://example.com' },
		headers: { 'x-request-id': 'run-1' },
		idempotency: 'keyed',
		serviceTimeoutMs: 60_000,
	});
	expect(preview).toEqual({
		method: 'POST',
		url: 'https://api.example.com/v2/scrape',
		headers: {
			accept: 'application/json',
			'content-type': 'application/json',
			authorization: 'Bearer ***',
			'x-request-id': 'run-1',
		},
		body: { url: 'https://example.com' },
	});
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
