import {
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodeTypeDescription,
	NodeHelpers,
} from 'n8n-workflow';
import { listsIn } from '../resources/everyField';

type Values = Record<string, unknown>;

const isObject = (value: unknown): value is Values =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const withDefaults = (fields: readonly INodeProperties[], values: Values): INodeParameters =>
	({
		...Object.fromEntries(fields.map((field) => [field.name, field.default])),
		...values,
	}) as INodeParameters;

/**
 * Returns the paths of stored values that have no visible form field. Whether a field is visible can depend on the
 * node's `typeVersion`.
 */
export function unknownParameters(
	fields: readonly INodeProperties[],
	values: Values,
	node: INode,
	path = '',
): string[] {
	const siblings = withDefaults(fields, values);
	const type = { name: node.type } as INodeTypeDescription;
	return Object.entries(values).flatMap(([name, value]) => {
		const own = path === '' ? name : `${path}.${name}`;
		const field = fields.find(
			(each) =>
				each.name === name && NodeHelpers.displayParameter(siblings, { ...each }, node, type),
		);
		return field ? unknownInside(field, value, node, own) : [own];
	});
}

function unknownInside(
	field: INodeProperties,
	value: unknown,
	node: INode,
	path: string,
): string[] {
	if (!isObject(value)) return [];
	const [first = []] = listsIn(field);
	if (field.type === 'collection') return unknownParameters(first, value, node, path);
	if (field.type !== 'fixedCollection') return [];
	return Object.entries(value).flatMap(([group, rows]) => {
		const at = (field.options ?? []).findIndex(({ name }) => name === group);
		const list = listsIn(field)[at];
		if (!list) return [`${path}.${group}`];
		return [rows]
			.flat()
			.flatMap((row, index) =>
				unknownParameters(list, isObject(row) ? row : {}, node, `${path}.${group}.${index}`),
			);
	});
}
