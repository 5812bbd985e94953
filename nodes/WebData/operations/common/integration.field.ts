import type { INodeProperties } from 'n8n-workflow';

export const integrationField: INodeProperties = {
	displayName: 'Integration',
	name: 'integration',
	type: 'string',
	default: '',
	placeholder: 'e.g. n8n',
	description:
		'Integration that the service counts the request under: a name that it knows, or one that begins with an underscore',
};
