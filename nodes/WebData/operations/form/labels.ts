// What the fields of a form are called where people read of them, and which of them only group others.

import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

/** Names of collections that group fields for the eye and that no request has. */
export const groupings: ReadonlySet<string> = new Set([
	'options',
	'browserAndNetwork',
	'caching',
	'contentAndPdf',
	'pageLoading',
	'privacyAndSecurity',
	'toolsAndExtras',
	'requestSettings',
]);

/** The service has a field `options`, too, and that is no collection. */
export const isGrouping = ({ name, type }: INodeProperties): boolean =>
	type === 'collection' && groupings.has(name);

/** Labels are told from the outside in. */
export const joinLabels = (around: string, label: string): string =>
	around === '' ? label : `${around} > ${label}`;

interface Labelled {
	field: INodeProperties;
	label: string;
}

const childrenOf = (field: INodeProperties): INodeProperties[] =>
	(field.options ?? []).flatMap(
		(option: INodePropertyOptions | INodeProperties | INodePropertyCollection) => {
			if ('values' in option && Array.isArray(option.values)) return option.values;
			return 'type' in option && 'displayName' in option ? [option as INodeProperties] : [];
		},
	);

/** The fields that stand for values of one level of a request: what groupings hold stands there, too. */
const levelOf = (fields: readonly INodeProperties[], around: string): Labelled[] =>
	fields.flatMap((field) => {
		const label = joinLabels(around, field.displayName);
		return isGrouping(field) ? levelOf(childrenOf(field), label) : [{ field, label }];
	});

/**
 * Label of the first field with this name, with those around it from the outside in; the texts of errors use it.
 * The fields of the outermost level come before all that stand inside of others.
 */
export function labelOf(
	fields: readonly INodeProperties[],
	name: string,
	around = '',
): string | undefined {
	const level = levelOf(fields, around);
	const found = level.find(({ field }) => field.name === name)?.label;
	if (found !== undefined) return found;
	for (const { field, label } of level) {
		const inside = labelOf(childrenOf(field), name, label);
		if (inside !== undefined) return inside;
	}
	return undefined;
}
