// The contract as JSON Schema, and the way to what it says of a field.

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

/** Where a contract holds itself, as that of a JSON Schema does, no field of a form stands any more. */
export const schemaOf = (contract: ZodTypeAny): Schema =>
	zodToJsonSchema(contract, {
		$refStrategy: 'none',
		override: (def) => ('getter' in def ? {} : ignoreOverride),
	}) as Schema;

/** The forms that a value may have, each by itself. */
export const branches = (schema: Schema): Schema[] => {
	const parts = [...(schema.anyOf ?? []), ...(schema.allOf ?? [])];
	return parts.length === 0 ? [schema] : parts.flatMap(branches);
};

/** The parts of a schema in which a field has its place: lists are entered, and of several forms those that have it. */
function placesOf(schema: Schema, name: string): Schema[] {
	return branches(schema).flatMap((each): Schema[] => {
		if (each.items !== undefined) return placesOf(each.items, name);
		const found = each.properties?.[name];
		return found === undefined ? [] : [found];
	});
}

export const at = (schemas: readonly Schema[], name: string): Schema[] =>
	schemas.flatMap((schema) => placesOf(schema, name));
