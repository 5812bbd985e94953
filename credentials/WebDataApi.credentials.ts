// The credential: where the service is, and the key that it knows you by.

import type { IAuthenticateGeneric, ICredentialType, INodeProperties } from 'n8n-workflow';

export class WebDataApi implements ICredentialType {
	name = 'webDataApi';

	displayName = 'Web Data API';

	icon = {
		light: 'file:../nodes/WebData/webData.svg',
		dark: 'file:../nodes/WebData/webData.dark.svg',
	} as const;

	documentationUrl = 'https://github.com/n8n-nodes-web-data/n8n-nodes-web-data#credential';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://api.example.com',
			description: 'Address of the service, with or without /v2 at its end',
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: "Your key, from the service's dashboard",
		},
	];

	authenticate: IAuthenticateGeneric = {
		type: 'generic',
		properties: { headers: { Authorization: '=Bearer {{$credentials.apiKey}}' } },
	};
}
