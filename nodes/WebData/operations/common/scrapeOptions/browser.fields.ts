// The group of options about the browser that visits the page, and the way it takes to get there.

import type { INodeProperties } from 'n8n-workflow';

const headersField: INodeProperties = {
	displayName: 'Headers',
	name: 'headers',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	default: {},
	placeholder: 'Add Header',
	description:
		'Headers that the service sends to the page, such as cookies or a user agent. The page is not stored in the cache then.',
	options: [
		{
			displayName: 'Header',
			name: 'header',
			values: [
				{
					displayName: 'Name',
					name: 'name',
					type: 'string',
					default: '',
					placeholder: 'e.g. Cookie',
					description: 'Name of the header',
				},
				{
					displayName: 'Value',
					name: 'value',
					type: 'string',
					default: '',
					placeholder: 'e.g. session=abc',
					description: 'Value of the header',
				},
			],
		},
	],
};

const locationField: INodeProperties = {
	displayName: 'Location',
	name: 'location',
	type: 'collection',
	default: {},
	placeholder: 'Add Field',
	description: 'Country and languages that the page sees',
	options: [
		{
			displayName: 'Country',
			name: 'country',
			type: 'string',
			default: 'US',
			placeholder: 'e.g. DE',
			description:
				'ISO 3166-1 code of the country, two capital letters. Language and time zone follow it.',
		},
		{
			displayName: 'Languages',
			name: 'languages',
			type: 'string',
			typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Language' },
			default: [],
			placeholder: 'e.g. de-DE',
			description:
				'Preferred languages as locale codes, the most preferred first. Those of the country without this.',
		},
	],
};

const profileField: INodeProperties = {
	displayName: 'Profile',
	name: 'profile',
	type: 'collection',
	default: {},
	placeholder: 'Add Field',
	description: 'Browser storage, such as cookies and logins, that several scrapes share',
	options: [
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			default: '',
			placeholder: 'e.g. shop-login',
			description: 'Scrapes with the same name share their storage. 1 to 128 characters.',
		},
		{
			displayName: 'Save Changes',
			name: 'saveChanges',
			type: 'boolean',
			default: true,
			description:
				'Whether to write the storage back when the session is stopped. Only one session at a time can do that.',
		},
	],
};

export const browserField: INodeProperties = {
	displayName: 'Browser and Network',
	name: 'browserAndNetwork',
	type: 'collection',
	default: {},
	placeholder: 'Add Option',
	description: 'How the service visits the page: cookies, country, device, proxy',
	options: [
		headersField,
		locationField,
		{
			displayName: 'Mobile',
			name: 'mobile',
			type: 'boolean',
			default: false,
			description: 'Whether to load the page as a mobile device would',
		},
		profileField,
		{
			displayName: 'Proxy',
			name: 'proxy',
			type: 'options',
			default: 'auto',
			options: [
				{ name: 'Auto', value: 'auto', description: 'Basic first, Enhanced when that fails' },
				{ name: 'Basic', value: 'basic', description: 'Fast, for websites with little protection' },
				{ name: 'Enhanced', value: 'enhanced', description: 'Slower, for well-protected websites' },
			],
			description: 'Kind of proxy that the service uses. All cost the same.',
		},
		{
			displayName: 'Skip TLS Verification',
			name: 'skipTlsVerification',
			type: 'boolean',
			default: true,
			description: 'Whether the service accepts any TLS certificate of the page',
		},
	],
};
