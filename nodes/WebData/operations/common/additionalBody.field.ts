import type { INodeProperties } from 'n8n-workflow';

export const additionalBodyFieldsField: INodeProperties = {
	displayName: 'Additional Body Fields',
	name: 'additionalBodyFields',
	type: 'json',
	default: '{}',
	hint: 'e.g. { "newOption": true }',
	description:
		'JSON merged into the request body last. Use this option for fields that the form does not include yet.',
};
