import type { INodeProperties } from 'n8n-workflow';

/** The JSON field of an object whose fields the specification leaves open. */
export const additionalFieldsField = (example: string): INodeProperties => ({
	displayName: 'Additional Fields',
	name: 'additionalFields',
	type: 'json',
	default: '{}',
	hint: `e.g. ${example}`,
	description: 'JSON merged into this object last. Use it for fields this form does not have yet.',
});
