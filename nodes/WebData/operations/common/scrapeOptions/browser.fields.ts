import type { INodeProperties } from 'n8n-workflow';
import { commaList } from '../../form/marks';
import { nameValuesField } from '../nameValues.field';
import { profileField } from '../profile.field';

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
				'Two-letter ISO 3166-1 country code in capital letters. Sets the language, the time zone, and, where possible, the proxy country.',
		},
		commaList({
			displayName: 'Languages',
			name: 'languages',
			type: 'string',
			typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Language' },
			default: [],
			placeholder: 'e.g. de-DE',
			description:
				"Preferred languages as locale codes, in order of preference. If empty, the country's languages are used.",
		}),
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
	profileField({ displayName: 'Browser: Profile', uses: 'Scrapes', ended: 'stopped' }),
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
		displayName: 'Browser: Skip TLS Check',
		name: 'skipTlsVerification',
		type: 'boolean',
		default: true,
		description:
			"Whether to accept an invalid TLS certificate from the site. By default, the service accepts such a certificate, unless 'Page: Actions' or 'Browser: Headers' is set.",
	},
];
