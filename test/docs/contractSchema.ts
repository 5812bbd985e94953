// The request schemas as JSON Schema, and how to find a field in them.

import type { ZodTypeAny } from 'zod';
import { ignoreOverride, zodToJsonSchema } from 'zod-to-json-schema';

export interface Schema {
	type?: string;
	anyOf?: Schema[];
	allOf?: Schema[];
	properties?: Record<string, Schema>;
	items?: Schema;
	minimum?: number;
	maximum?: number;
	minLength?: number;
	maxLength?: number;
	maxItems?: number;
	minItems?: number;
}

/** Stops at recursive schemas, such as the schema of a JSON Schema: no form field is deeper. */
export const schemaOf = (contract: ZodTypeAny): Schema =>
	zodToJsonSchema(contract, {
		$refStrategy: 'none',
		override: (def) => ('getter' in def ? {} : ignoreOverride),
	}) as Schema;

/** The alternatives of a union, or the schema itself. */
export const branches = (schema: Schema): Schema[] => {
	const parts = [...(schema.anyOf ?? []), ...(schema.allOf ?? [])];
	return parts.length === 0 ? [schema] : parts.flatMap(branches);
};

/** The schemas that can contain a field: the entries of a list, and the branches of a union that have the field. */
function placesOf(schema: Schema, name: string): Schema[] {
	return branches(schema).flatMap((each): Schema[] => {
		if (each.items !== undefined) return placesOf(each.items, name);
		const property = each.properties?.[name];
		return property === undefined ? [] : [property];
	});
}

export const at = (schemas: readonly Schema[], name: string): Schema[] =>
	schemas.flatMap((schema) => placesOf(schema, name));
