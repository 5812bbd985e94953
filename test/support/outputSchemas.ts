// The output schemas of a build, and what of an item they name.

import Ajv, { type ValidateFunction } from 'ajv';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { builtFolder } from './build';

/** Folder of the node's version 1, as n8n pads it. */
const folder = join(builtFolder, 'nodes/WebData/__schema__/v1.0.0');

export interface OutputSchema {
	type?: string | string[];
	properties?: Record<string, OutputSchema>;
	items?: OutputSchema;
	[keyword: string]: unknown;
}

/** All there are, as `resource/operation`. */
export const publishedSchemas = (): string[] =>
	readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.json'))
		.map((name) => name.replace(/\.json$/, ''))
		.sort();

export const outputSchema = (name: string): OutputSchema =>
	JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as OutputSchema;

/** Throws for what is no JSON Schema or has an unknown keyword; `nullable`, of OpenAPI, is known. */
export const checkOf = (schema: OutputSchema): ValidateFunction =>
	new Ajv({ strict: true, allowUnionTypes: true, allErrors: true }).compile(schema);

/** A schema that names nothing leaves its contents open. */
const isOpen = (schema: OutputSchema): boolean =>
	Object.keys(schema.properties ?? {}).length === 0 && schema.items === undefined;

const below = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`);

/** Paths of all that a schema names; `[]` stands for the entries of a list. */
export function namedIn(schema: OutputSchema, path = ''): string[] {
	const own = Object.entries(schema.properties ?? {}).flatMap(([key, inner]) => [
		below(path, key),
		...namedIn(inner, below(path, key)),
	]);
	return schema.items === undefined ? own : [...own, ...namedIn(schema.items, `${path}[]`)];
}

/** Paths of all keys in JSON, as deep as the schema does not leave it open. */
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
