import { parseToolPage, toolFields } from '../../../nodes/WebData/resources/catalog/pickers';

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
			{ name: 'from', type: 'string', about: 'Which currency', enum: ['EUR', 'USD', null] },
			{ name: 'to', values: ['EUR', 1, true] },
			{ name: 'odd', type: 7, required: 'yes', enum: [] },
			{ type: 'string' },
		];
		const page = parseToolPage(items({ execute, options, about: 'Converts an amount' }), {});
		expect(page).toMatchObject({
			tools: [
				{
					description: 'Converts an amount',
					options: [
						{ name: 'amount', type: 'number', required: true, description: 'How much' },
						{ name: 'from', description: 'Which currency', choices: ['EUR', 'USD'] },
						{ name: 'to', required: false, choices: ['EUR', 1, true] },
						{ name: 'odd', type: undefined, required: false, choices: undefined },
					],
				},
			],
		});
	});

	it.each([
		[['from', 'to', 1], { from: 'from (or to)', to: 'to (or from)', at: 'at' }],
		[[['from', 'to'], ['at']], { from: 'from (or to)', to: 'to (or from)', at: 'at' }],
		[undefined, { from: 'from', to: 'to', at: 'at' }],
	])('reads requiresOneOf %j', (requiresOneOf, labels) => {
		const options = Object.keys(labels).map((name) => ({ name }));
		const page = parseToolPage(items({ execute, options, requiresOneOf }), {});
		const fields = 'tools' in page ? page.tools.flatMap(toolFields) : [];
		expect(Object.fromEntries(fields.map(({ id, displayName }) => [id, displayName]))).toEqual(
			labels,
		);
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
