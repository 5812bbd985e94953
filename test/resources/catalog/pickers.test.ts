import { parseToolPage } from '../../../nodes/WebData/resources/catalog/pickers';

const answerWith = (data: unknown, name = 'catalog') => ({
	success: true,
	data: { [name]: [data] },
});

const items = (...list: unknown[]) => answerWith({ data: { level: 'tools', items: list } });

const execute = { provider: 'rates', capability: 'convert' };

describe('parseToolPage', () => {
	it.each(['catalog', 'alexandria', 'exchange'])('reads the results in data.%s', (name) => {
		const answer = answerWith({ data: { items: [{ id: 'rates/convert', execute }] } }, name);
		expect(parseToolPage(answer, {})).toMatchObject({ tools: [execute] });
	});

	it('reads the options and ignores invalid ones', () => {
		const options = [
			{ name: 'amount', type: 'Number', required: true, description: ' How much ' },
			{ name: 'from', type: 'string', enum: ['EUR', 'USD', null] },
			{ name: 'to', values: ['EUR', 1, true] },
			{ name: 'odd', type: 7, required: 'yes', enum: [] },
			{ type: 'string' },
		];
		const page = parseToolPage(items({ execute, options, requiresOneOf: ['from', 'to', 1] }), {});
		expect(page).toMatchObject({
			tools: [
				{
					requiresOneOf: ['from', 'to'],
					options: [
						{ name: 'amount', type: 'number', required: true, description: 'How much' },
						{ name: 'from', type: 'string', required: false, choices: ['EUR', 'USD'] },
						{ name: 'to', required: false, choices: ['EUR', 1, true] },
						{ name: 'odd', type: undefined, required: false, choices: undefined },
					],
				},
			],
		});
	});

	it.each([
		['a response without a list of results', { success: true, data: {} }],
		['items that are not tools', items('rates', { execute: {} }, { ...execute, provider: ' ' })],
	])('returns no tools for %s', (_name, answer) => {
		expect(parseToolPage(answer, {})).toEqual({ tools: [], nextOffset: undefined });
	});

	it.each<[unknown, number | undefined]>([
		[{ provider: 'catalog', options: { offset: 100 } }, 100],
		[{ options: { offset: 50 } }, undefined],
		[null, undefined],
	])('reads from next %j: %j', (next, nextOffset) => {
		const page = parseToolPage(answerWith({ data: { items: [], next } }), { offset: 50 });
		expect(page).toMatchObject({ nextOffset });
	});
});
