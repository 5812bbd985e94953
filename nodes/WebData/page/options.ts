import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { choice, collection, list, openCollection, text, whole } from '../form/fields';
import { nameValues } from '../form/rows';
import { propertiesOf, propertyOf } from '../form/form';
import { group, nonEmptyExpression, presence } from '../form/marks';
import { additionalFieldsField, auditMetadataField, domainList, sortByLabel } from '../form/shared';
import { domainPattern, headers, topLevelDomain } from '../form/values';
import { actionsField } from './actions';
import { formatsField, type FormatType, toolDetailField } from './formats';

interface Profile {
	displayName: string;
	uses: 'Scrapes' | 'Sessions';
	ended: 'deleted' | 'stopped';
}

export const profileField = ({ displayName, uses, ended }: Profile): INodeProperties => ({
	displayName,
	name: 'profile',
	type: 'collection',
	default: {},
	placeholder: 'Add Field',
	description: `Browser storage, such as cookies and logins, that is kept between ${uses.toLowerCase()}`,
	options: [
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			default: '',
			placeholder: 'e.g. shop-login',
			description: `Name of the profile, from 1 to 128 characters. ${uses} with the same profile name share their browser storage.`,
		},
		{
			displayName: 'Save Changes',
			name: 'saveChanges',
			type: 'boolean',
			default: true,
			description: `Whether to save the browser storage when the session is ${ended}. Only one session at a time can save.`,
		},
	],
});

/** The specification does not list the fields of `threatProtection`, so unknown fields are sent unchanged. */
export const threatProtection = openCollection(
	{
		displayName: 'Threat Protection',
		description:
			"Settings that override, for this request only, your team's policy on unsafe sites",
		example: '{ "mode": "normal" }',
	},
	{
		mode: choice(
			{
				displayName: 'Mode',
				default: 'normal',
				description: 'How pages are checked before they are loaded',
			},
			{
				off: [
					'Off',
					'Turn off the check. The service rejects this mode if your team enforces its policy.',
				],
				normal: ['Normal', 'Check pages against a list of known threats, at 2 credits per URL'],
				zscaler: ['Zscaler', "Check pages with your team's Zscaler account"],
			},
		),
		riskScoreThreshold: whole({
			displayName: 'Risk Score Threshold',
			min: 0,
			max: 100,
			default: 75,
			description: 'Block pages with this risk score or higher, from 0 to 100',
		}),
		blacklist: domainList({
			displayName: 'Blacklist',
			entry: domainPattern,
			max: 1000,
			placeholder: 'e.g. *.example.com',
			description: 'Domains that are always blocked, up to 1,000',
		}),
		whitelist: domainList({
			displayName: 'Whitelist',
			entry: domainPattern,
			max: 1000,
			description: 'Domains that are always allowed, up to 1,000',
		}),
		blockedTlds: list({
			displayName: 'Blocked TLDs',
			mark: 'commaList',
			entry: topLevelDomain,
			max: 1000,
			button: 'Add TLD',
			placeholder: 'e.g. zip',
			description: 'Top-level domains to block, in lowercase without a dot, up to 1,000',
		}),
		failurePolicy: choice(
			{
				displayName: 'Failure Policy',
				default: 'closed',
				description: 'How to handle pages that cannot be checked',
			},
			{ open: ['Open', 'Allow the page'], closed: ['Closed', 'Block the page'] },
		),
	},
);

export const threatProtectionField = propertyOf('threatProtection', threatProtection);

const pageFields: INodeProperties[] = [
	actionsField,
	{
		displayName: 'Page: Block Ads',
		name: 'blockAds',
		type: 'boolean',
		default: true,
		description: 'Whether to block ads and cookie popups',
	},
	{
		displayName: 'Page: Fast Mode',
		name: 'fastMode',
		type: 'boolean',
		default: false,
		description: 'Whether to load the page in a faster, simpler way',
	},
	{
		displayName: 'Page: Timeout (Ms)',
		name: 'timeout',
		type: 'number',
		typeOptions: { minValue: 1000, maxValue: 300000 },
		default: 60000,
		description: 'Maximum time for scraping the page, from 1,000 to 300,000 milliseconds',
	},
	{
		displayName: 'Page: Wait For (Ms)',
		name: 'waitFor',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 60000 },
		default: 0,
		description:
			"Time to wait before the content is read, in addition to the service's own wait. At most half of 'Page: Timeout (Ms)'. Together with the waits in 'Page: Actions', up to 60,000 milliseconds.",
	},
];

const parsersField: INodeProperties = {
	displayName: 'PDF: Parsers',
	name: 'parsers',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	default: {},
	placeholder: 'Add Parser',
	description:
		'How to parse PDF files. By default, PDF files are converted to Markdown, at 1 credit per page.',
	options: [
		{
			displayName: 'Parser',
			name: 'parser',
			values: [
				{
					displayName: 'Type',
					name: 'type',
					type: 'options',
					default: 'pdf',
					options: [{ name: 'PDF', value: 'pdf' }],
					description: 'Type of file',
				},
				group({
					displayName: 'Parser Options',
					name: 'options',
					type: 'collection',
					default: {},
					placeholder: 'Add Option',
					options: [
						{
							displayName: 'Blocks',
							name: 'blocks',
							type: 'boolean',
							default: false,
							description:
								'Whether to also return the layout blocks of each page, at no extra cost',
						},
						nonEmptyExpression({
							displayName: 'Max Pages',
							name: 'maxPages',
							type: 'number',
							typeOptions: { minValue: 1, maxValue: 10000 },
							default: 1,
							description:
								'Maximum number of pages to parse, from 1 to 10,000. Each page costs 1 credit.',
						}),
						{
							displayName: 'Mode',
							name: 'mode',
							type: 'options',
							default: 'auto',
							options: [
								{
									name: 'Auto',
									value: 'auto',
									description: 'Read the embedded text, and use OCR where no text is embedded',
								},
								{ name: 'Fast', value: 'fast', description: 'Read the embedded text only' },
								{ name: 'OCR', value: 'ocr', description: 'Use OCR on every page' },
							],
							description: 'How to extract the text',
						},
						{
							displayName: 'Page Markers',
							name: 'pageMarkers',
							type: 'boolean',
							default: false,
							description: 'Whether to mark page breaks in the Markdown, at no extra cost',
						},
						{
							displayName: 'Pages',
							name: 'pages',
							type: 'boolean',
							default: false,
							description: 'Whether to also return the Markdown of each page, at no extra cost',
						},
					],
				}),
			],
		},
	],
};

const contentFields: INodeProperties[] = [
	{
		displayName: 'Content: Exclude Tags',
		name: 'excludeTags',
		type: 'string',
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Tag' },
		default: [],
		placeholder: 'e.g. .comments',
		description: 'CSS selectors of the elements to remove: tags, classes, or IDs',
	},
	{
		displayName: 'Content: Include Tags',
		name: 'includeTags',
		type: 'string',
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Tag' },
		default: [],
		placeholder: 'e.g. article',
		description:
			'CSS selectors of the elements to keep: tags, classes, or IDs. All other elements are removed.',
	},
	{
		displayName: 'Content: Only Clean Content',
		name: 'onlyCleanContent',
		type: 'boolean',
		default: false,
		description:
			"Whether a language model removes cookie banners, ads, and comments from the Markdown (beta). Cannot be combined with 'Privacy: Zero Data Retention' or 'Cache: Lockdown'.",
	},
	{
		displayName: 'Content: Only Main Content',
		name: 'onlyMainContent',
		type: 'boolean',
		default: true,
		description: 'Whether to remove headers, navigation, and footers from the page',
	},
	{
		displayName: 'Content: Remove Base64',
		name: 'removeBase64Images',
		type: 'boolean',
		default: true,
		description: 'Whether to replace Base64 images in the Markdown with a placeholder',
	},
	parsersField,
	{
		displayName: 'PDF: Return Unparsed',
		name: 'returnPdfUnparsed',
		type: 'boolean',
		default: false,
		description:
			"Whether to return a PDF file as Base64 instead of parsing the file. Costs 1 credit for the whole file. If on, 'PDF: Parsers' is ignored. To get a binary file, turn on 'Download Files'.",
	},
];

export const pageHeaders = nameValues(
	{
		displayName: 'Browser: Headers',
		schema: headers,
		description:
			'Headers for the page request, such as cookies or a user agent. A page requested with headers is not stored in the cache.',
	},
	'Header',
	['Cookie', 'session=abc'],
);

const countryCode = z
	.string()
	.regex(/^[A-Z]{2}$/, 'must be a country code of two capital letters, as in DE');

/** See "Location" in the specification. */
export const pageLocation = collection(
	{ displayName: 'Browser: Location', description: 'Country and languages for loading the page' },
	{
		country: text({
			displayName: 'Country',
			schema: countryCode,
			default: 'US',
			placeholder: 'e.g. DE',
			description:
				'Two-letter ISO 3166-1 country code in capital letters. Sets the language, the time zone, and, where possible, the proxy country.',
		}),
		languages: list({
			displayName: 'Languages',
			mark: 'commaList',
			button: 'Add Language',
			placeholder: 'e.g. de-DE',
			description:
				"Preferred languages as locale codes, in order of preference. If empty, the country's languages are used.",
		}),
	},
);

const browserFields: INodeProperties[] = [
	...propertiesOf({ headers: pageHeaders, location: pageLocation }),
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

const cacheFields: INodeProperties[] = [
	{
		displayName: 'Cache: Lockdown',
		name: 'lockdown',
		type: 'boolean',
		default: false,
		description:
			'Whether to use only the cache and never request the page. Costs 5 credits if the page is cached, otherwise 1 credit.',
	},
	{
		displayName: 'Cache: Max Age (Ms)',
		name: 'maxAge',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 172800000,
		description:
			"Maximum age of a cached copy, in milliseconds. If the copy is older, the page is scraped again. Set to 0 to always scrape the page again. The service's default is 2 days, or 2 years with 'Cache: Lockdown'.",
	},
	{
		displayName: 'Cache: Min Age (Ms)',
		name: 'minAge',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 1,
		description:
			'Minimum age of a cached copy, in milliseconds. With this option, the service uses only the cache. Set to 1 to accept a copy of any age.',
	},
	{
		displayName: 'Cache: Store in Cache',
		name: 'storeInCache',
		type: 'boolean',
		default: true,
		description:
			"Whether the service stores the page in its index and cache. Pages scraped with 'Page: Actions' or 'Browser: Headers' are never stored.",
	},
];

const redactPiiOptionsField = presence({
	displayName: 'Privacy: Redact PII Options',
	name: 'redactPIIOptions',
	type: 'collection',
	default: {},
	placeholder: 'Add Field',
	description:
		'Settings for redacting personal data. Adding this option turns on redaction, even if the option is empty. Costs 4 additional credits per page.',
	options: [
		additionalFieldsField('{ "mode": "fast" }'),
		{
			displayName: 'Entities',
			name: 'entities',
			type: 'multiOptions',
			default: [],
			options: [
				{ name: 'Email', value: 'EMAIL' },
				{ name: 'Financial', value: 'FINANCIAL' },
				{ name: 'Location', value: 'LOCATION' },
				{ name: 'Person', value: 'PERSON' },
				{ name: 'Phone', value: 'PHONE' },
				{ name: 'Secret', value: 'SECRET' },
			],
			description: 'Types of personal data to redact. If empty, all types are redacted.',
		},
		{
			displayName: 'Mode',
			name: 'mode',
			type: 'options',
			default: 'accurate',
			options: [
				{ name: 'Accurate', value: 'accurate', description: 'Search with a language model' },
				{
					name: 'Aggressive',
					value: 'aggressive',
					description:
						'Search with a language model and fixed rules. Finds more personal data, but also more false matches.',
				},
				{
					name: 'Fast',
					value: 'fast',
					description: 'Search with fixed rules only, which may miss some personal data',
				},
			],
			description: 'Method for finding personal data',
		},
		{
			displayName: 'Replace Style',
			name: 'replaceStyle',
			type: 'options',
			default: 'tag',
			options: [
				{ name: 'Mask', value: 'mask', description: 'Replace the text with asterisks' },
				{ name: 'Remove', value: 'remove', description: 'Remove the text' },
				{
					name: 'Tag',
					value: 'tag',
					description: 'Replace the text with a tag such as &lt;EMAIL&gt;',
				},
			],
			description: 'Replacement for personal data',
		},
	],
});

const privacyFields: INodeProperties[] = [
	{
		displayName: 'Privacy: Redact PII',
		name: 'redactPII',
		type: 'boolean',
		default: false,
		description:
			'Whether to redact personal data in the Markdown. Costs 4 additional credits per page.',
	},
	redactPiiOptionsField,
	{ ...auditMetadataField, displayName: 'Security: Audit Metadata' },
	{ ...threatProtectionField, displayName: 'Security: Threat Protection' },
];

export const zeroDataRetentionField: INodeProperties = {
	displayName: 'Privacy: Zero Data Retention',
	name: 'zeroDataRetention',
	type: 'boolean',
	default: false,
	description:
		'Whether to prevent the service from storing data from this request. Your team needs access to this feature.',
};

const allFields: readonly INodeProperties[] = [
	...browserFields,
	...cacheFields,
	...contentFields,
	...pageFields,
	...privacyFields,
	toolDetailField,
];

/** Returns the fields of the named options, or of all options if `names` is undefined. */
export const scrapeOptionFields = (names?: readonly string[]): INodeProperties[] =>
	allFields.filter(({ name }) => names === undefined || names.includes(name));

interface Accepted {
	/** Options that the operation accepts. Defaults to all options. */
	names?: readonly string[];
	/** Formats that the operation accepts. Defaults to all formats. */
	formats?: readonly FormatType[];
}

export const scrapeOptionsField = ({ names, formats }: Accepted = {}): INodeProperties => ({
	displayName: 'Scrape Options',
	name: 'scrapeOptions',
	type: 'collection',
	default: {},
	placeholder: 'Add Scrape Option',
	description:
		'Formats and options for scraping each page. By default, the service returns Markdown.',
	options: sortByLabel([formatsField(formats), ...scrapeOptionFields(names)]),
});
