import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { isGroup } from './marks';

/** Matches a field name in braces, such as `{timeout}`. */
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

/** Returns the fields at one level of the form. Fields inside a group belong to the same level as the group. */
const fieldsOfLevel = (fields: readonly INodeProperties[], parent: string): LabeledField[] =>
	fields.flatMap((field) => {
		const label = joinLabels(parent, field.displayName);
		return isGroup(field) ? fieldsOfLevel(childFields(field), label) : [{ field, label }];
	});

/** Webhook fields are looked up separately, because a webhook field and a request field can have the same name. */
const isWebhook = ({ name }: INodeProperties): boolean => name === 'webhook';

/** Returns the label of a field, preceded by its parents' labels. */
export function labelOf(
	fields: readonly INodeProperties[],
	name: string,
	parent = '',
): string | undefined {
	const level = fieldsOfLevel(fields, parent);
	const match = level.find(({ field }) => field.name === name)?.label;
	if (match !== undefined) return match;
	for (const { field, label } of level) {
		const nested = isWebhook(field) ? undefined : labelOf(childFields(field), name, label);
		if (nested !== undefined) return nested;
	}
	return undefined;
}
