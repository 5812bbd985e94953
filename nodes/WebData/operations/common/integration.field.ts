import type { INodeProperties } from 'n8n-workflow';

export const integrationField: INodeProperties = {
	displayName: 'Integration',
	name: 'integration',
	type: 'string',
	default: '',
	placeholder: 'e.g. n8n',
	description:
		"Name of the integration for the service's usage statistics. Use a name that the service knows or a name that begins with an underscore.",
};
