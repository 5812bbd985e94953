// The credential: where the service is, and the key that it knows you by.

import type { IAuthenticateGeneric, ICredentialType, INodeProperties } from 'n8n-workflow';

/** `$rawParameter['&name']` is the stored text of a field beside this one; it throws where there is none, `$self` does not. */
const isPlain = '(name) => !String($rawParameter["&" + name]).startsWith("=")';
const domainFields = '["allowedHttpRequestDomains", "allowedDomains"]';
const holdsNoExpression = [
	`["baseUrl", "apiKey"].every(${isPlain})`,
	`${domainFields}.filter((name) => $self[name] !== undefined).every(${isPlain})`,
].join(' && ');

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
		{
			// n8n reads and decrypts a credential anew for every item that asks, because it may hold
			// expressions. Only from inside can it be told that this one holds none.
			displayName: 'Same for All Items',
			name: 'sameForAllItems',
			type: 'hidden',
			default: `={{ ${holdsNoExpression} }}`,
		},
	];

	authenticate: IAuthenticateGeneric = {
		type: 'generic',
		properties: { headers: { Authorization: '=Bearer {{$credentials.apiKey}}' } },
	};
}
