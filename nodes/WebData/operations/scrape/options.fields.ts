// The Options of a scrape: every field of the specification's table "Scrape options" that is not a format.

import type { INodeProperties } from 'n8n-workflow';
import {
	additionalBodyFieldsField,
	auditMetadataField,
	threatProtectionField,
} from '../shared.fields';
import { actionsField } from './actions.fields';

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
	description: 'Where the request to the page seems to come from',
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
			description: 'Preferred languages, the most preferred first',
		},
	],
};

const parsersField: INodeProperties = {
	displayName: 'Parsers',
	name: 'parsers',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	default: {},
	placeholder: 'Add Parser',
	description: 'How to read files. Without this, PDF files are turned into Markdown.',
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
					description: 'Kind of file',
				},
				{
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
								'Whether to also return the layout blocks of each page. This costs nothing extra.',
						},
						{
							displayName: 'Max Pages',
							name: 'maxPages',
							type: 'number',
							typeOptions: { minValue: 1, maxValue: 10000 },
							default: 1,
							description: 'Most pages to read, from 1 to 10,000. Each page costs a credit.',
						},
						{
							displayName: 'Mode',
							name: 'mode',
							type: 'options',
							default: 'auto',
							options: [
								{
									name: 'Auto',
									value: 'auto',
									description: 'Read the embedded text, and fall back to OCR where needed',
								},
								{ name: 'Fast', value: 'fast', description: 'Read the embedded text only' },
								{ name: 'OCR', value: 'ocr', description: 'Recognize the text of every page' },
							],
							description: 'How to read the text',
						},
						{
							displayName: 'Page Markers',
							name: 'pageMarkers',
							type: 'boolean',
							default: false,
							description: 'Whether to mark page breaks in the Markdown',
						},
						{
							displayName: 'Pages',
							name: 'pages',
							type: 'boolean',
							default: false,
							description:
								'Whether to also return the Markdown of each page. This costs nothing extra.',
						},
					],
				},
			],
		},
	],
};

const profileField: INodeProperties = {
	displayName: 'Profile',
	name: 'profile',
	type: 'collection',
	default: {},
	placeholder: 'Add Field',
	description: 'Browser storage (cookies, logins) that several scrapes share',
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
				'Whether to write the storage back at the end. Only one session at a time can do that.',
		},
	],
};

const redactPiiOptionsField: INodeProperties = {
	displayName: 'Redact PII Options',
	name: 'redactPIIOptions',
	type: 'collection',
	default: {},
	placeholder: 'Add Field',
	description: 'Redact personal data in a way of your own. Turns Redact PII on.',
	options: [
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'json',
			default: '{}',
			placeholder: 'e.g. { "mode": "fast" }',
			description: 'JSON with more fields of this object. It wins over the other fields.',
		},
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
			description: 'What to redact. All of them when none is chosen.',
		},
		{
			displayName: 'Mode',
			name: 'mode',
			type: 'options',
			default: 'accurate',
			options: [
				{ name: 'Accurate', value: 'accurate' },
				{ name: 'Aggressive', value: 'aggressive' },
				{ name: 'Fast', value: 'fast' },
			],
			description: 'How carefully to look for personal data',
		},
		{
			displayName: 'Replace Style',
			name: 'replaceStyle',
			type: 'options',
			default: 'tag',
			options: [
				{ name: 'Mask', value: 'mask', description: 'Put asterisks in place of the text' },
				{ name: 'Remove', value: 'remove', description: 'Take the text out' },
				{ name: 'Tag', value: 'tag', description: 'Put a tag such as &lt;EMAIL&gt; in its place' },
			],
			description: 'What to put in place of personal data',
		},
	],
};

export const scrapeOptionsField: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	default: {},
	placeholder: 'Add Option',
	description: 'Only what you add here is sent',
	options: [
		actionsField,
		additionalBodyFieldsField,
		auditMetadataField,
		{
			displayName: 'Block Ads',
			name: 'blockAds',
			type: 'boolean',
			default: true,
			description: 'Whether to block ads and cookie popups',
		},
		{
			displayName: 'Domain Tools',
			name: 'domainTools',
			type: 'boolean',
			default: false,
			description:
				"Whether to also list catalogued tools for the page's domain. Free of charge, but your team needs catalog access.",
		},
		{
			displayName: 'Exclude Tags',
			name: 'excludeTags',
			type: 'string',
			typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Tag' },
			default: [],
			placeholder: 'e.g. .comments',
			description: 'Tags, classes or IDs to leave out of the content',
		},
		{
			displayName: 'Fast Mode',
			name: 'fastMode',
			type: 'boolean',
			default: false,
			description: 'Whether to load the page in a quicker and simpler way',
		},
		headersField,
		{
			displayName: 'Include Tags',
			name: 'includeTags',
			type: 'string',
			typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Tag' },
			default: [],
			placeholder: 'e.g. article',
			description: 'Tags, classes or IDs to keep; everything else is left out',
		},
		locationField,
		{
			displayName: 'Lockdown',
			name: 'lockdown',
			type: 'boolean',
			default: false,
			description:
				'Whether to answer from the cache alone and never ask the page itself. Costs 5 credits when cached and 1 when not.',
		},
		{
			displayName: 'Max Age (Ms)',
			name: 'maxAge',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 172800000,
			description:
				'A cached copy younger than this is returned. 172800000 is 2 days; with Lockdown the default is 2 years.',
		},
		{
			displayName: 'Min Age (Ms)',
			name: 'minAge',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 1,
			description:
				'Only the cache is asked, for a copy at least this old. 1 accepts a copy of any age.',
		},
		{
			displayName: 'Mobile',
			name: 'mobile',
			type: 'boolean',
			default: false,
			description: 'Whether to load the page as a mobile device would',
		},
		{
			displayName: 'Only Clean Content',
			name: 'onlyCleanContent',
			type: 'boolean',
			default: false,
			description:
				'Whether a language model removes what is left of cookie banners, ads and comments from the Markdown (beta)',
		},
		{
			displayName: 'Only Main Content',
			name: 'onlyMainContent',
			type: 'boolean',
			default: true,
			description: 'Whether to leave out headers, navigation, footers and the like',
		},
		parsersField,
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
			displayName: 'Redact PII',
			name: 'redactPII',
			type: 'boolean',
			default: false,
			description: 'Whether to redact personal data in the Markdown',
		},
		redactPiiOptionsField,
		{
			displayName: 'Remove Base64 Images',
			name: 'removeBase64Images',
			type: 'boolean',
			default: true,
			description: 'Whether to put a placeholder in place of images embedded in the Markdown',
		},
		{
			displayName: 'Return PDF Unparsed',
			name: 'returnPdfUnparsed',
			type: 'boolean',
			default: false,
			description:
				'Whether to return a PDF file as Base64 instead of reading it. Costs 1 credit for the whole file.',
		},
		{
			displayName: 'Skip TLS Verification',
			name: 'skipTlsVerification',
			type: 'boolean',
			default: true,
			description: 'Whether the service accepts any TLS certificate of the page',
		},
		{
			displayName: 'Store in Cache',
			name: 'storeInCache',
			type: 'boolean',
			default: true,
			description: 'Whether the service may keep the page in its index and cache',
		},
		threatProtectionField,
		{
			displayName: 'Timeout (Ms)',
			name: 'timeout',
			type: 'number',
			typeOptions: { minValue: 1000, maxValue: 300000 },
			default: 60000,
			description: 'How long the page may take, from 1000 to 300000 milliseconds',
		},
		{
			displayName: 'Tool Detail',
			name: 'toolDetail',
			type: 'options',
			default: 'summary',
			options: [
				{ name: 'Compact', value: 'compact' },
				{ name: 'Full', value: 'full' },
				{ name: 'Summary', value: 'summary' },
			],
			description: 'How much to return about each tool that Domain Tools lists',
		},
		{
			displayName: 'Wait For (Ms)',
			name: 'waitFor',
			type: 'number',
			typeOptions: { minValue: 0, maxValue: 60000 },
			default: 0,
			description:
				"Extra time to wait before the content is taken, up to 60000 milliseconds. It comes on top of the service's own waiting.",
		},
		{
			displayName: 'Zero Data Retention',
			name: 'zeroDataRetention',
			type: 'boolean',
			default: false,
			description:
				'Whether the service keeps nothing of this scrape. Your team needs this feature.',
		},
	],
};
