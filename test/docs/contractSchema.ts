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

/** Converts a request schema to JSON Schema. Recursive schemas become empty schemas. */
export const schemaOf = (contract: ZodTypeAny): Schema =>
	zodToJsonSchema(contract, {
		$refStrategy: 'none',
		override: (def) => ('getter' in def ? {} : ignoreOverride),
	}) as Schema;

export const branches = (schema: Schema): Schema[] => {
	const parts = [...(schema.anyOf ?? []), ...(schema.allOf ?? [])];
	return parts.length === 0 ? [schema] : parts.flatMap(branches);
};

function placesOf(schema: Schema, name: string): Schema[] {
	return branches(schema).flatMap((each): Schema[] => {
		if (each.items !== undefined) return placesOf(each.items, name);
		const property = each.properties?.[name];
		return property === undefined ? [] : [property];
	});
}

export const at = (schemas: readonly Schema[], name: string): Schema[] =>
	schemas.flatMap((schema) => placesOf(schema, name));
