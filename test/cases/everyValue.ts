import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

export type Values = Record<string, unknown>;

function rowsOf(fields: readonly INodeProperties[], toggle: unknown): Values[] {
	const kind = fields.find(({ name, type }) => name === 'type' && type === 'options');
	const kinds = (kind?.options ?? []) as INodePropertyOptions[];
	const row = everyValue(fields, toggle);
	return kinds.length === 0 ? [row] : kinds.map(({ value }) => ({ ...row, type: value }));
}

function valueOf(field: INodeProperties, toggle: unknown): unknown {
	const { type, default: initial, options = [], typeOptions } = field;
	if (type === 'boolean') return toggle;
	if (type === 'collection') return everyValue(options as INodeProperties[], toggle);
	if (type === 'number') return initial === '' ? 1 : initial;
	if (type !== 'fixedCollection') return initial === '' ? 'a' : initial;
	const groups = (options as INodePropertyCollection[]).map(({ name, values }) => {
		const rows = rowsOf(values, toggle);
		return [name, typeOptions?.multipleValues === true ? rows : rows[0]];
	});
	return Object.fromEntries(groups) as Values;
}

/** Returns a form in which every field has a value, and every Boolean, at any depth, is `toggle`. */
export function everyValue(fields: readonly INodeProperties[], toggle: unknown): Values {
	return Object.fromEntries(fields.map((field) => [field.name, valueOf(field, toggle)]));
}
