// A JSON Schema as far as it can be checked before a credit is spent: its shape, not what it means.

import { z } from 'zod';

const typeName = z.enum(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);

type Node = boolean | Record<string, unknown>;

const node: z.ZodType<Node> = z.lazy(() => z.union([z.boolean(), schemaObject]));

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

/** Keywords of which a schema has at least one; what has none is an example or something else. */
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

/** Specification, General errors 422: an invalid JSON Schema is refused; most of that is seen here, for free. */
export const jsonSchema = z
	.record(z.unknown())
	.superRefine((schema, context) => {
		if (keywords.some((keyword) => Object.hasOwn(schema, keyword))) return;
		context.addIssue({
			code: 'custom',
			message: "must be a JSON Schema, and has neither 'type' nor 'properties'",
		});
	})
	.pipe(schemaObject);
