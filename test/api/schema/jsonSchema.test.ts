import { extractionSchema, jsonSchema } from '../../../nodes/WebData/api/schema/jsonSchema';
import { problems } from './problems';

const openDictionary = { type: 'object', additionalProperties: true };
const problem = "must list the 'properties' of each object with 'additionalProperties': true";

test.each([
	['an object', { type: 'object' }],
	['a closed object', { type: 'object', additionalProperties: false }],
	['an open object with properties', { ...openDictionary, properties: { a: {} } }],
	['an open object with patterns', { ...openDictionary, patternProperties: { '^a': {} } }],
	['a reference', { type: 'array', items: { $ref: '#/$defs/a', ...openDictionary } }],
])('extractionSchema accepts %s', (_case, schema) => {
	expect(problems(extractionSchema, schema)).toEqual([]);
});

test.each([
	['at the top', openDictionary],
	['in a property', { type: 'object', properties: { a: openDictionary } }],
	['in a list of schemas', { anyOf: [{ type: 'string' }, openDictionary] }],
])('extractionSchema rejects an open object without properties %s', (_case, schema) => {
	expect(problems(extractionSchema, schema)).toEqual([problem]);
});

test('jsonSchema accepts an open object, as the agent does', () => {
	expect(problems(jsonSchema, openDictionary)).toEqual([]);
});

test('jsonSchema rejects an example of the result', () => {
	expect(problems(jsonSchema, { price: 1 })).toEqual([
		"must be a JSON Schema, but it has neither 'type' nor 'properties'",
	]);
});
