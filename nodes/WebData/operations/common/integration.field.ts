import type { INodeProperties } from 'n8n-workflow';

export const integrationField: INodeProperties = {
	displayName: 'Integration',
	name: 'integration',
	type: 'string',
	default: '',
	placeholder: 'e.g. n8n',
	description:
		'Name of the integration, for the usage statistics of the service: one that it knows, or one that begins with an underscore',
};
