import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { isGroup } from './marks';

/** A field in a text, which its label replaces. */
export const FIELD_REFERENCE = /\{(\w+)\}/g;

export const joinLabels = (parent: string, label: string): string =>
	parent === '' ? label : `${parent} > ${label}`;

interface LabeledField {
	field: INodeProperties;
	label: string;
}

const childFields = (field: INodeProperties): INodeProperties[] =>
	(field.options ?? []).flatMap(
		(option: INodePropertyOptions | INodeProperties | INodePropertyCollection) => {
			if ('values' in option && Array.isArray(option.values)) return option.values;
			return 'type' in option && 'displayName' in option ? [option as INodeProperties] : [];
		},
	);

/** The fields whose values are at one level of a request. */
const fieldsOfLevel = (fields: readonly INodeProperties[], parent: string): LabeledField[] =>
	fields.flatMap((field) => {
		const label = joinLabels(parent, field.displayName);
		return isGroup(field) ? fieldsOfLevel(childFields(field), label) : [{ field, label }];
	});

/**
 * The label of the first field with this name, with the labels of its parents from the outside in. Fields of the
 * outermost level come before nested ones.
 */
export function labelOf(
	fields: readonly INodeProperties[],
	name: string,
	parent = '',
): string | undefined {
	const level = fieldsOfLevel(fields, parent);
	const match = level.find(({ field }) => field.name === name)?.label;
	if (match !== undefined) return match;
	for (const { field, label } of level) {
		const nested = labelOf(childFields(field), name, label);
		if (nested !== undefined) return nested;
	}
	return undefined;
}
