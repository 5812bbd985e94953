import type { IAuthenticateGeneric, ICredentialType, INodeProperties } from 'n8n-workflow';

/**
 * `$rawParameter['&name']` is the stored text of another credential field. `$rawParameter` throws an error for an
 * unknown field.
 */
const isPlain = '(name) => !String($rawParameter["&" + name]).startsWith("=")';
const domainFields = '["allowedHttpRequestDomains", "allowedDomains"]';
const hasNoExpression = [
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
			placeholder: 'e.g. https://api.firecrawl.dev',
			description: 'URL of the service, with or without /v2 at the end',
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			hint: "Create a key in the service's dashboard",
			description: 'Key that each request contains as a bearer token',
		},
		{
			displayName: 'Webhook Secret',
			name: 'webhookSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description:
				"Secret that the service uses to sign webhook events, from the service's dashboard. The Web Data Trigger node uses it to verify events. The node never sends it.",
		},
		{
			// This expression is true if no field contains an expression. All items then share one read of the credential.
			// Each read takes 2 ms of CPU time in n8n, which is more than all other work for an item takes.
			displayName: 'Same for All Items',
			name: 'sameForAllItems',
			type: 'hidden',
			default: `={{ ${hasNoExpression} }}`,
		},
	];

	authenticate: IAuthenticateGeneric = {
		type: 'generic',
		properties: {
			headers: {
				Authorization: '=Bearer {{ $credentials.apiKey.trim().replace(/^bearer\\s+/i, "") }}',
			},
		},
	};
}
