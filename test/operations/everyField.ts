import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';
import { isGroup } from '../../nodes/WebData/operations/form/marks';

export interface Placed {
	/** Names from the outside in, dots between them; groups and rows leave no level. */
	path: string;
	/** Labels from the outside in, for the name of a test. */
	label: string;
	field: INodeProperties;
}

/** The lists of fields directly inside of a field: the options of a collection, the values of each group of rows. */
export function listsIn(field: INodeProperties): INodeProperties[][] {
	if (field.type === 'collection') return [field.options as INodeProperties[]];
	if (field.type !== 'fixedCollection') return [];
	return (field.options as INodePropertyCollection[]).map(({ values }) => values);
}

export function everyField(fields: readonly INodeProperties[], path = '', label = ''): Placed[] {
	return fields.flatMap((field) => {
		const own = path === '' ? field.name : `${path}.${field.name}`;
		const named = label === '' ? field.displayName : `${label} > ${field.displayName}`;
		const inside = listsIn(field).flatMap((list) =>
			everyField(list, isGroup(field) ? path : own, named),
		);
		return [{ path: own, label: named, field }, ...inside];
	});
}

/** The list itself and every list below it. */
export function everyList(fields: readonly INodeProperties[]): (readonly INodeProperties[])[] {
	return [fields, ...fields.flatMap(listsIn).flatMap(everyList)];
}
