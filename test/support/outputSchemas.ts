import Ajv, { type ValidateFunction } from 'ajv';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { builtFolder } from './build';

/** n8n looks up the output schemas by node version and adds `.0.0` to version 1. */
const folder = join(builtFolder, 'nodes/WebData/__schema__/v1.0.0');

export interface OutputSchema {
	type?: string | string[];
	properties?: Record<string, OutputSchema>;
	items?: OutputSchema;
	[keyword: string]: unknown;
}

export const publishedSchemas = (): string[] =>
	readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.json'))
		.map((name) => name.replace(/\.json$/, ''))
		.sort();

export const outputSchema = (name: string): OutputSchema =>
	JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as OutputSchema;

/**
 * Returns a validator. Throws for an invalid JSON Schema or an unknown keyword. The keyword `nullable` from OpenAPI is
 * allowed.
 */
export const checkOf = (schema: OutputSchema): ValidateFunction =>
	new Ajv({ strict: true, allowUnionTypes: true, allErrors: true }).compile(schema);

const isOpen = (schema: OutputSchema): boolean =>
	Object.keys(schema.properties ?? {}).length === 0 && schema.items === undefined;

const below = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`);

/** Returns all paths that a schema describes. `[]` stands for the entries of a list. */
export function namedIn(schema: OutputSchema, path = ''): string[] {
	const own = Object.entries(schema.properties ?? {}).flatMap(([key, inner]) => [
		below(path, key),
		...namedIn(inner, below(path, key)),
	]);
	return schema.items === undefined ? own : [...own, ...namedIn(schema.items, `${path}[]`)];
}

export function keysIn(value: unknown, schema: OutputSchema | undefined, path = ''): string[] {
	if (schema === undefined || isOpen(schema)) return [];
	if (Array.isArray(value)) {
		return [...new Set(value.flatMap((each) => keysIn(each, schema.items, `${path}[]`)))];
	}
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, inner]) => [
		below(path, key),
		...keysIn(inner, schema.properties?.[key], below(path, key)),
	]);
}
