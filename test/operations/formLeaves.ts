// Lists the fields of a form that contain values, and determines which of these fields are set in
// stored parameters.

import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';
import { listsIn } from './everyField';

type Values = Readonly<Record<string, unknown>>;

const isValues = (value: unknown): value is Values => typeof value === 'object' && value !== null;

/** Fields with the same name differ in the conditions under which n8n shows them. */
const keyOf = (parent: string, { name, displayOptions }: INodeProperties): string => {
	const conditions = Object.entries(displayOptions?.show ?? {}).map(
		([field, values]) => `${field}=${(values ?? []).join('|')}`,
	);
	const own = conditions.length === 0 ? name : `${name}[${conditions.sort().join(',')}]`;
	return parent === '' ? own : `${parent} > ${own}`;
};

const hasValue = ({ type }: INodeProperties): boolean => type !== 'notice' && type !== 'hidden';

/** Returns a key for each field that has a value and contains no other fields. */
export const leafKeys = (fields: readonly INodeProperties[], parent = ''): string[] =>
	fields.filter(hasValue).flatMap((field) => {
		const key = keyOf(parent, field);
		const lists = listsIn(field);
		return lists.length === 0 ? [key] : lists.flatMap((list) => leafKeys(list, key));
	});

/**
 * Whether n8n shows the field if the other fields have the given values. A field without a value
 * has its default value.
 */
function isShown(
	{ displayOptions }: INodeProperties,
	values: Values,
	fields: readonly INodeProperties[],
): boolean {
	return Object.entries(displayOptions?.show ?? {}).every(([name, allowed]) => {
		const value = values[name] ?? fields.find((field) => field.name === name)?.default;
		return (allowed as unknown[]).includes(value);
	});
}

const rowsOf = (value: unknown): Values[] => [value].flat().filter(isValues);

function keysInside(field: INodeProperties, value: unknown, key: string): string[] {
	if (field.type === 'collection') {
		return rowsOf(value).flatMap((row) => setKeys(field.options as INodeProperties[], row, key));
	}
	const groups = field.options as INodePropertyCollection[];
	return groups.flatMap(({ name, values }) =>
		rowsOf(isValues(value) ? value[name] : undefined).flatMap((row) => setKeys(values, row, key)),
	);
}

/**
 * Returns the keys of the fields that are set in the stored parameters. Hidden fields do not count.
 */
export const setKeys = (
	fields: readonly INodeProperties[],
	values: Values,
	parent = '',
): string[] =>
	fields
		.filter((field) => values[field.name] !== undefined && isShown(field, values, fields))
		.flatMap((field) => {
			const key = keyOf(parent, field);
			return listsIn(field).length === 0 ? [key] : keysInside(field, values[field.name], key);
		});
