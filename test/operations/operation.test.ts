import { z } from 'zod';
import { defineOperation, type Plan } from '../../nodes/WebData/operations/operation';
import { answer, scriptedSession, scriptedTransport } from '../support/scriptedTransport';

const offer = {
	value: 'read',
	name: 'Read',
	action: 'Read page',
	description: 'Reads a page',
	toolDescription: 'Gets a text from an address.',
	fields: [],
	output: z.object({ text: z.string() }),
	input: z.object({ url: z.string().trim(), holds: z.string().optional() }).strict(),
	toRequest: ({ url, holds }: { url: string; holds?: string }) => ({
		endpoint: 'scrape' as const,
		method: 'POST' as const,
		path: ['read'],
		body: { url },
		dataField: holds,
		idempotency: 'repeatable' as const,
		serviceTimeoutMs: 1000,
	}),
};

const planOf = (values: Record<string, unknown>, rest = {}): Plan => {
	const plan = defineOperation({ ...offer, ...rest }).plan(values);
	if ('issues' in plan) throw new Error('The values do not fit');
	return plan;
};

test('the request has the validated values', () => {
	expect(planOf({ url: ' a ' }).request.body).toEqual({ url: 'a' });
});

test('invalid values give issues and no request', () => {
	expect(defineOperation(offer).plan({ link: 'a' })).toEqual({
		issues: [
			{ path: ['url'], message: 'is required' },
			{ path: [], message: 'must not contain "link"' },
		],
	});
});

describe('valid values that exclude each other', () => {
	const fields = [
		{ displayName: 'Address', name: 'url', type: 'string' as const, default: '' },
		{ displayName: 'Holds', name: 'holds', type: 'string' as const, default: '' },
	];
	const conflicts = ({ holds }: { holds?: string }) =>
		holds === 'nothing'
			? [{ path: ['holds'], message: 'cannot be empty together with {url} and {else}' }]
			: [];
	const operation = defineOperation({ ...offer, fields, conflicts });

	it('give an issue that names the other field by its label', () => {
		expect(operation.plan({ url: 'a', holds: 'nothing' })).toEqual({
			issues: [{ path: ['holds'], message: "cannot be empty together with 'Address' and 'else'" }],
		});
	});

	it('are checked only if all values are valid', () => {
		expect(operation.plan({ holds: 'nothing' })).toEqual({
			issues: [{ path: ['url'], message: 'is required' }],
		});
	});

	it('are not reported if they do not conflict', () => {
		expect(operation.plan({ url: 'a', holds: 'list' })).toHaveProperty('request');
	});
});

test('an operation has its texts and fields, not its functions', () => {
	const { input: _input, toRequest: _toRequest, ...said } = offer;
	expect(defineOperation(offer)).toEqual({ ...said, plan: expect.any(Function) });
});

test('the work is one call by default', async () => {
	const transport = scriptedTransport(answer(200, { success: true }));
	const { request, execute } = planOf({ url: 'a' });
	const result = await execute(request, scriptedSession({ transport }));
	expect(result).toMatchObject({ ok: true, answer: { success: true } });
	expect(transport.requests.map(({ url }) => url)).toEqual(['https://api.example.com/v2/read']);
});

describe('the output of a response', () => {
	const response = { success: true, data: { markdown: '# Hi' }, list: [1] };

	it.each<[string, string | undefined, boolean, unknown]>([
		['the data field with Simplify', 'data', true, response.data],
		['the whole response without Simplify', 'data', false, response],
		['the whole response if the request has no data field', undefined, true, response],
		['the whole response if the data field is not an object', 'list', true, response],
	])('is %s', (_rule, holds, simplify, json) => {
		expect(planOf({ url: 'a', holds }).toParts(response, { simplify })).toEqual([{ json }]);
	});

	it('is created by the operation if it has toParts', () => {
		const toParts = (_answer: unknown, _reading: unknown, { url }: { url: string }) => [
			{ json: { url } },
			{ json: { more: true } },
		];
		expect(planOf({ url: 'a' }, { toParts }).toParts(response, { simplify: true })).toEqual([
			{ json: { url: 'a' } },
			{ json: { more: true } },
		]);
	});
});

describe('the advice of a notice', () => {
	const fields = [{ displayName: 'Address', name: 'url', type: 'string' as const, default: '' }];
	const notice = { kind: 'sample', text: 'The page is empty' };
	const notices = (advice: string) =>
		planOf({ url: 'a' }, { fields, notices: () => [{ ...notice, advice }] }).notices({}, 0);

	it('names a field by its label', () => {
		expect(notices('Correct {url}')).toEqual([{ ...notice, advice: "Correct 'Address'" }]);
	});

	it('is left out if the form does not have the field', () => {
		expect(notices('Set {maxAge} to 0')).toEqual([notice]);
	});
});
