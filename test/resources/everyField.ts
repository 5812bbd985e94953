import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';
import { isGroup } from '../../nodes/WebData/form/marks';

export interface Placed {
	/** Names of the field and its parents, separated by dots, without the names of UI groups and row groups. */
	path: string;
	label: string;
	field: INodeProperties;
}

/** Returns the field lists directly inside a field: the options of a collection, or the values of each row group. */
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

export function everyList(fields: readonly INodeProperties[]): (readonly INodeProperties[])[] {
	return [fields, ...fields.flatMap(listsIn).flatMap(everyList)];
}
