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
		expect(parseToolPage(answer)).toMatchObject({ tools: [execute] });
	});

	it('reads the options, required ones first, and ignores invalid ones', () => {
		const options = [
			{ name: 'from', type: 'string', about: 'Which currency', enum: ['EUR', 'USD', null] },
			{ name: 'amount', type: 'Number', required: true, description: ' How much ' },
			{ name: 'to', values: ['EUR', 1, true] },
			{ name: 'odd', type: 7, required: 'yes', enum: [] },
			{ type: 'string' },
		];
		const { tools } = parseToolPage(items({ execute, options }));
		const read = tools.flatMap(({ facts }) => toolFields(facts));
		expect(
			read.map(({ options: choices, ...field }) => [
				field.displayName,
				field.type,
				field.required,
				choices?.map(({ value }) => value),
			]),
		).toEqual([
			['amount: How much', 'number', true, undefined],
			['from: Which currency', 'options', false, ['EUR', 'USD']],
			['to', 'options', false, ['EUR', 1, true]],
			['odd', undefined, false, undefined],
		]);
		expect(read.every(({ defaultValue }) => defaultValue === null)).toBe(true);
	});

	it.each([
		[['from', 'to', 1], { from: 'from (or to)', to: 'to (or from)', at: 'at' }],
		[[['from', 'to'], ['at']], { from: 'from (or to)', to: 'to (or from)', at: 'at' }],
		[undefined, { from: 'from', to: 'to', at: 'at' }],
	])('reads requiresOneOf %j', (requiresOneOf, labels) => {
		const options = Object.keys(labels).map((name) => ({ name }));
		const page = parseToolPage(items({ execute, options, requiresOneOf }));
		const fields = page.tools.flatMap(({ facts }) => toolFields(facts));
		expect(Object.fromEntries(fields.map(({ id, displayName }) => [id, displayName]))).toEqual(
			labels,
		);
	});

	it.each([
		['a response without a list of results', { success: true, data: {} }],
		['items that are not tools', items('rates', { execute: {} }, { ...execute, provider: ' ' })],
	])('returns no tools for %s', (_name, answer) => {
		expect(parseToolPage(answer)).toEqual({ tools: [], nextOffset: undefined });
	});

	it.each<[unknown, number | undefined]>([
		[{ provider: 'catalog', options: { offset: 100 } }, 100],
		[{ options: { offset: 50 } }, undefined],
		[null, undefined],
	])('reads from next %j: %j', (next, nextOffset) => {
		const page = parseToolPage(answerWith({ data: { items: [], next } }), 50);
		expect(page).toMatchObject({ nextOffset });
	});
});
