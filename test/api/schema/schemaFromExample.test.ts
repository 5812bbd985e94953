import Ajv from 'ajv';
import { schemaFromExample } from '../../../nodes/WebData/api/schema/schemaFromExample';

test.each([
	['a string', 'Bonn', { type: 'string' }],
	['a whole number', 5, { type: 'integer' }],
	['a number', 1.5, { type: 'number' }],
	['a boolean', false, { type: 'boolean' }],
	['null', null, {}],
	['an empty list', [], { type: 'array' }],
	['a list', [{ a: 1 }, 'ignored'], { type: 'array', items: schemaFromExample({ a: 1 }) }],
	['an empty object', {}, { type: 'object', properties: {}, required: [] }],
	[
		'an object',
		{ name: 'x', price: 2.5 },
		{
			type: 'object',
			properties: { name: { type: 'string' }, price: { type: 'number' } },
			required: ['name', 'price'],
		},
	],
])('schemaFromExample describes %s', (_case, example, schema) => {
	expect(schemaFromExample(example)).toEqual(schema);
});

test('schemaFromExample returns a valid JSON Schema that accepts its example', () => {
	const example = { items: [{ id: 1, tags: ['a'], note: null }], total: 1.5, more: false };
	expect(new Ajv().validate(schemaFromExample(example), example)).toBe(true);
});
