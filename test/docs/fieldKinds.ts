import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
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

const branches = (schema: Schema): Schema[] => {
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

const inWords = (value: number): string => value.toLocaleString('en-US');

const range = (from: number | undefined, to: number | undefined, unit = ''): string => {
	if (from !== undefined && to !== undefined) return `, ${inWords(from)} to ${inWords(to)}${unit}`;
	if (to !== undefined) return `, up to ${inWords(to)}${unit}`;
	return from === undefined ? '' : `, at least ${inWords(from)}${unit}`;
};

const isChoice = ({ type }: INodeProperties): boolean => ['options', 'multiOptions'].includes(type);

export const isRows = ({ type, typeOptions }: INodeProperties): boolean =>
	type === 'fixedCollection' && typeOptions?.multipleValues === true;

const choicesOf = ({ options }: INodeProperties): string =>
	((options ?? []) as INodePropertyOptions[]).map(({ value }) => `\`${value}\``).join(', ');

const kinds: Partial<Record<INodeProperties['type'], string>> = {
	boolean: 'boolean',
	collection: 'group of fields',
	dateTime: 'date',
	fixedCollection: 'group of fields',
	json: 'JSON',
	resourceLocator: 'selected from a list, or text',
	resourceMapper: 'fields of the selected tool',
};

const MAX_UNSTATED = 1;

function textKind({ typeOptions }: INodeProperties, schemas: readonly Schema[]): string {
	const all = schemas.flatMap(branches);
	if (typeOptions?.multipleValues === true) {
		const list = all.find(({ type }) => type === 'array');
		return `list of text values${range(list?.minItems, list?.maxItems)}`;
	}
	const numeric = all.find(({ type }) => type === 'number' || type === 'integer');
	if (numeric !== undefined) return `number${range(numeric.minimum, numeric.maximum)}`;
	const { minLength, maxLength } = all.find(({ type }) => type === 'string') ?? {};
	const least = minLength === MAX_UNSTATED ? undefined : minLength;
	return `text${range(least, maxLength, ' characters')}`;
}

export function kindOf(field: INodeProperties, schemas: readonly Schema[]): string {
	if (isChoice(field)) return `${field.type === 'options' ? 'one' : 'any'} of ${choicesOf(field)}`;
	if (isRows(field)) return 'list of rows';
	if (field.type === 'string') return textKind(field, schemas);
	if (field.type !== 'number') return kinds[field.type] ?? field.type;
	const numeric = schemas.flatMap(branches).find(({ type }) => /number|integer/.test(type ?? ''));
	const { minValue, maxValue } = field.typeOptions ?? {};
	const from = numeric?.minimum ?? minValue;
	return `${numeric?.type === 'integer' ? 'whole number' : 'number'}${range(from, numeric?.maximum ?? maxValue)}`;
}

export const defaultOf = ({ default: value, type }: INodeProperties): string => {
	const isPlain = ['string', 'number', 'boolean'].includes(typeof value) && type !== 'json';
	return isPlain && value !== '' ? `\`${String(value)}\`` : '';
};
