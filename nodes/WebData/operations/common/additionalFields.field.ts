import type { INodeProperties } from 'n8n-workflow';

export const additionalFieldsField = (example: string): INodeProperties => ({
	displayName: 'Additional Fields',
	name: 'additionalFields',
	type: 'json',
	default: '{}',
	hint: `e.g. ${example}`,
	description:
		'JSON merged into this object last. Use this option for fields that the form does not include yet.',
});
