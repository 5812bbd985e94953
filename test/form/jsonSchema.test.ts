import Ajv from 'ajv';
import {
	extractionSchema,
	jsonSchema,
	schemaFromExample,
} from '../../nodes/WebData/form/jsonSchema';
import { problems } from './problems';

const openDictionary = { type: 'object', additionalProperties: true };
const problem = "must list the 'properties' of each object with 'additionalProperties': true";

test.each([
	['an open object with properties', { ...openDictionary, properties: { a: {} } }, []],
	['an open object with patterns', { ...openDictionary, patternProperties: { '^a': {} } }, []],
	['an open object', openDictionary, [problem]],
	['an open object in a list', { anyOf: [{ type: 'string' }, openDictionary] }, [problem]],
])('extractionSchema checks %s', (_case, schema, expected) => {
	expect(problems(extractionSchema, schema)).toEqual(expected);
});

test('jsonSchema accepts an open object, as the agent does, but not an example of the result', () => {
	expect(problems(jsonSchema, openDictionary)).toEqual([]);
	expect(problems(jsonSchema, { price: 1 })).toEqual([
		"must be a JSON Schema, but it has neither 'type' nor 'properties'",
	]);
});

test('schemaFromExample describes each kind of value', () => {
	const example = { items: [{ id: 1, tags: [] }, 'ignored'], total: 1.5, more: false, note: null };
	const item = { id: { type: 'number' }, tags: { type: 'array' } };
	const properties = {
		items: {
			type: 'array',
			items: { type: 'object', properties: item, required: ['id', 'tags'] },
		},
		...{ total: { type: 'number' }, more: { type: 'boolean' }, note: {} },
	};
	const required = ['items', 'total', 'more', 'note'];
	expect(schemaFromExample(example)).toEqual({ type: 'object', properties, required });
	expect(schemaFromExample('Bonn')).toEqual({ type: 'string' });
	const uniform = { ...example, items: [{ id: 2, tags: ['a'] }] };
	expect(new Ajv().validate(schemaFromExample(example), uniform)).toBe(true);
});
