import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';
import { listsIn } from './everyField';

type Values = Readonly<Record<string, unknown>>;

const isValues = (value: unknown): value is Values => typeof value === 'object' && value !== null;

const keyOf = (parent: string, { name, displayOptions }: INodeProperties): string => {
	const conditions = Object.entries(displayOptions?.show ?? {}).map(
		([field, values]) => `${field}=${(values ?? []).join('|')}`,
	);
	const own = conditions.length === 0 ? name : `${name}[${conditions.sort().join(',')}]`;
	return parent === '' ? own : `${parent} > ${own}`;
};

const hasValue = ({ type }: INodeProperties): boolean => type !== 'notice' && type !== 'hidden';

export const leafKeys = (fields: readonly INodeProperties[], parent = ''): string[] =>
	fields.filter(hasValue).flatMap((field) => {
		const key = keyOf(parent, field);
		const lists = listsIn(field);
		return lists.length === 0 ? [key] : lists.flatMap((list) => leafKeys(list, key));
	});

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
