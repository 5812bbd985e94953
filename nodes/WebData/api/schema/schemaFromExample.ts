// Makes a JSON Schema out of an example of the wished result.

import { isObject, type JsonObject } from '../http/response';

/**
 * The schema that the example conforms to: every key of an object is required, a list takes its first
 * entry as the pattern for all, null allows anything.
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
	return { type: Number.isInteger(example) ? 'integer' : typeof example };
}
