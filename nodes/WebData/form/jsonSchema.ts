import { z } from 'zod';
import { isObject, type JsonObject } from '../json/json';

const typeName = z.enum(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);

const node: z.ZodType<boolean | Record<string, unknown>> = z.lazy(() =>
	z.union([z.boolean(), schemaObject]),
);

const nodes = z.array(node).min(1);

const schemaObject: z.ZodType<Record<string, unknown>> = z
	.object({
		type: z.union([typeName, z.array(typeName).min(1)]).optional(),
		properties: z.record(node).optional(),
		required: z.array(z.string()).optional(),
		items: z.union([node, nodes]).optional(),
		enum: z.array(z.unknown()).min(1).optional(),
		anyOf: nodes.optional(),
		oneOf: nodes.optional(),
		allOf: nodes.optional(),
		additionalProperties: node.optional(),
	})
	.passthrough();

/** JSON Schema keywords. A schema must contain at least one of these keywords. */
const keywords = [
	'type',
	'properties',
	'items',
	'enum',
	'const',
	'anyOf',
	'oneOf',
	'allOf',
	'$ref',
];

/**
 * Accepts an object that contains at least one JSON Schema keyword. The service returns 422 for an invalid schema
 * (specification, "General errors").
 */
export const jsonSchema = z
	.record(z.unknown())
	.superRefine((schema, context) => {
		if (keywords.some((keyword) => Object.hasOwn(schema, keyword))) return;
		context.addIssue({
			code: 'custom',
			message: "must be a JSON Schema, but it has neither 'type' nor 'properties'",
		});
	})
	.pipe(schemaObject);

/** The function uses a queue instead of recursion, because a schema may be deeply nested. */
function hasOpenDictionary(schema: unknown): boolean {
	const queue: unknown[] = [schema];
	for (const value of queue) {
		if (typeof value !== 'object' || value === null || Object.hasOwn(value, '$ref')) continue;
		const { type, additionalProperties, properties, patternProperties } = value as JsonObject;
		const isOpen = type === 'object' && additionalProperties === true;
		if (isOpen && properties === undefined && patternProperties === undefined) return true;
		for (const nested of Object.values(value)) queue.push(nested);
	}
	return false;
}

/**
 * A JSON Schema for data extraction. The open-source server rejects an object schema that has
 * `additionalProperties: true` but no `properties`.
 */
export const extractionSchema = jsonSchema.refine(
	(schema) => !hasOpenDictionary(schema),
	"must list the 'properties' of each object with 'additionalProperties': true",
);

/**
 * Returns a JSON Schema that describes the example. All keys of an object are required. The first entry of a list
 * describes all entries. A null value allows any type, and a number any number, because 20 may be a price.
 */
export function schemaFromExample(example: unknown): JsonObject {
	if (Array.isArray(example)) {
		return example.length === 0
			? { type: 'array' }
			: { type: 'array', items: schemaFromExample(example[0]) };
	}
	if (isObject(example)) {
		const properties = Object.entries(example).map(([key, value]): [string, JsonObject] => [
			key,
			schemaFromExample(value),
		]);
		return {
			type: 'object',
			properties: Object.fromEntries(properties),
			required: Object.keys(example),
		};
	}
	if (example === null) return {};
	return { type: typeof example };
}
