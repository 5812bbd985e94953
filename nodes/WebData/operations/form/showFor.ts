import type { INodeProperties } from 'n8n-workflow';

export function showFor(
	resource: string,
	operations: readonly string[],
	fields: readonly INodeProperties[],
): INodeProperties[] {
	return fields.map((field) => ({
		...field,
		displayOptions: {
			...field.displayOptions,
			show: { ...field.displayOptions?.show, resource: [resource], operation: [...operations] },
		},
	}));
}
