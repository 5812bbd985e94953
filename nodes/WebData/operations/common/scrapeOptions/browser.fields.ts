import type { INodeProperties } from 'n8n-workflow';
import { commaList } from '../../form/marks';
import { nameValuesField } from '../nameValues.field';

export const headersField = nameValuesField({
	displayName: 'Browser: Headers',
	name: 'headers',
	entry: 'header',
	nameExample: 'Cookie',
	valueExample: 'session=abc',
	description:
		'Headers for the page request, such as cookies or a user agent. A page requested with headers is not stored in the cache.',
});

export const locationField: INodeProperties = {
	displayName: 'Browser: Location',
	name: 'location',
	type: 'collection',
	default: {},
	placeholder: 'Add Field',
	description: 'Country and languages for loading the page',
	options: [
		{
			displayName: 'Country',
			name: 'country',
			type: 'string',
			default: 'US',
			placeholder: 'e.g. DE',
			description:
				'Two-letter ISO 3166-1 country code in capital letters. Sets the language, the time zone and, where possible, the proxy country.',
		},
		commaList({
			displayName: 'Languages',
			name: 'languages',
			type: 'string',
			typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Language' },
			default: [],
			placeholder: 'e.g. de-DE',
			description:
				'Preferred languages as locale codes, in order of preference. If empty, the languages of the country are used.',
		}),
	],
};

const profileField: INodeProperties = {
	displayName: 'Browser: Profile',
	name: 'profile',
	type: 'collection',
	default: {},
	placeholder: 'Add Field',
	description: 'Browser storage, such as cookies and logins, that is kept between scrapes',
	options: [
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			default: '',
			placeholder: 'e.g. shop-login',
			description:
				'Name of the profile, from 1 to 128 characters. Scrapes with the same profile name share their browser storage.',
		},
		{
			displayName: 'Save Changes',
			name: 'saveChanges',
			type: 'boolean',
			default: true,
			description:
				'Whether to save the browser storage when the session is stopped. Only one session at a time can save.',
		},
	],
};

export const browserFields: INodeProperties[] = [
	headersField,
	locationField,
	{
		displayName: 'Browser: Mobile',
		name: 'mobile',
		type: 'boolean',
		default: false,
		description: 'Whether to emulate a mobile device when loading the page',
	},
	profileField,
	{
		displayName: 'Browser: Proxy',
		name: 'proxy',
		type: 'options',
		default: 'auto',
		options: [
			{ name: 'Auto', value: 'auto', description: 'Try Basic first, then Enhanced' },
			{ name: 'Basic', value: 'basic', description: 'Fast, for sites with little bot protection' },
			{
				name: 'Enhanced',
				value: 'enhanced',
				description: 'Slower, for sites with strong bot protection',
			},
		],
		description: 'Type of proxy that the service uses. All types cost the same.',
	},
	{
		displayName: 'Browser: Skip TLS Verification',
		name: 'skipTlsVerification',
		type: 'boolean',
		default: true,
		description:
			"Whether to accept an invalid TLS certificate of the page. The service's default is on, but off if 'Page: Actions' or 'Browser: Headers' is set.",
	},
];
