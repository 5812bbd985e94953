import type { INodeProperties } from 'n8n-workflow';
import { additionalFieldsField } from './additionalFields.field';

export const auditMetadataField: INodeProperties = {
	displayName: 'Audit Metadata',
	name: 'auditMetadata',
	type: 'collection',
	default: {},
	placeholder: 'Add Field',
	description: "Data that your team's audit log stores with this request",
	options: [
		additionalFieldsField('{ "username": "night-run" }'),
		{
			displayName: 'Username',
			name: 'username',
			type: 'string',
			default: '',
			placeholder: 'e.g. night-run',
			description: 'Name of the user or system behind the request, up to 1,024 characters',
		},
	],
};
