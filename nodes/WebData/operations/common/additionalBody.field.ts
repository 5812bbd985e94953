import type { INodeProperties } from 'n8n-workflow';

export const additionalBodyFieldsField: INodeProperties = {
	displayName: 'Additional Body Fields',
	name: 'additionalBodyFields',
	type: 'json',
	default: '{}',
	hint: 'e.g. { "newOption": true }',
	description:
		'JSON merged into the request body last. Use it for fields this form does not have yet.',
};
