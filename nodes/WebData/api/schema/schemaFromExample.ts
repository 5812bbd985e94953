import { isObject, type JsonObject } from '../http/response';

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
