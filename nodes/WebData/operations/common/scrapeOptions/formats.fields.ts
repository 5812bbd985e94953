// The Formats field of a scrape: one row for each format, with what belongs to it.

import type { INodeProperties } from 'n8n-workflow';

export const viewportField: INodeProperties = {
	displayName: 'Viewport',
	name: 'viewport',
	type: 'fixedCollection',
	default: {},
	placeholder: 'Set Viewport',
	description: 'Size of the browser window',
	options: [
		{
			displayName: 'Size',
			name: 'size',
			values: [
				{
					displayName: 'Width (Px)',
					name: 'width',
					type: 'number',
					typeOptions: { minValue: 1, maxValue: 7680 },
					default: 1280,
					description: 'How wide the window is, from 1 to 7,680 pixels',
				},
				{
					displayName: 'Height (Px)',
					name: 'height',
					type: 'number',
					typeOptions: { minValue: 1, maxValue: 4320 },
					default: 720,
					description: 'How high the window is, from 1 to 4,320 pixels',
				},
			],
		},
	],
};

export const fullPageField: INodeProperties = {
	displayName: 'Full Page',
	name: 'fullPage',
	type: 'boolean',
	default: false,
	description:
		'Whether to capture the page to its end instead of the visible part. The height of the viewport is ignored then.',
};

export const qualityField: INodeProperties = {
	displayName: 'Quality',
	name: 'quality',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 100 },
	default: 100,
	description: 'Quality of the picture from 1 to 100, where 100 is best',
};

const schemaField: INodeProperties = {
	displayName: 'Schema',
	name: 'schema',
	type: 'json',
	default: '{}',
	placeholder: 'e.g. { "type": "object", "properties": { "price": { "type": "number" } } }',
	description: 'JSON Schema that the extracted data has to follow',
	displayOptions: { show: { type: ['json', 'deterministicJson', 'changeTracking'] } },
};

const formatType: INodeProperties = {
	displayName: 'Type',
	name: 'type',
	type: 'options',
	default: 'markdown',
	options: [
		{
			name: 'Attributes',
			value: 'attributes',
			description: 'Values of HTML attributes, picked by selector',
		},
		{
			name: 'Audio',
			value: 'audio',
			description: 'Link to the audio of the page as MP3. The link expires after 1 hour.',
		},
		{
			name: 'Branding',
			value: 'branding',
			description: 'Colors, fonts, logo and style of the website',
		},
		{
			name: 'Change Tracking',
			value: 'changeTracking',
			description: "What has changed since the last scrape of this page. Add 'Markdown', too.",
		},
		{
			name: 'Deterministic JSON (Beta)',
			value: 'deterministicJson',
			description: 'Data in the shape that you describe, extracted the same way each time',
		},
		{
			name: 'Highlights',
			value: 'highlights',
			description: 'The passages of the page that are relevant to a query',
		},
		{
			name: 'HTML',
			value: 'html',
			description: 'Cleaned HTML with absolute links',
		},
		{
			name: 'Images',
			value: 'images',
			description: 'Addresses of all images on the page',
		},
		{
			name: 'JSON',
			value: 'json',
			description: 'Data in the shape that you describe, extracted by a language model',
		},
		{
			name: 'Links',
			value: 'links',
			description: 'Addresses of all links on the page',
		},
		{
			name: 'Markdown',
			value: 'markdown',
			description: 'Text of the page as Markdown',
		},
		{
			name: 'Menu',
			value: 'menu',
			description: 'Menu of a restaurant as structured data',
		},
		{
			name: 'Product',
			value: 'product',
			description: 'Product data: title, brand, variants, prices, availability',
		},
		{
			name: 'Query (Deprecated)',
			value: 'query',
			description: "Answer to a question, in the way that came before 'Question' and 'Highlights'",
		},
		{
			name: 'Question',
			value: 'question',
			description: 'Answer to a question about the page',
		},
		{
			name: 'Raw Base64',
			value: 'rawBase64',
			description: 'The original file as Base64. Cannot be combined with other formats.',
		},
		{
			name: 'Raw HTML',
			value: 'rawHtml',
			description: 'The HTML exactly as the website sent it',
		},
		{
			name: 'Screenshot',
			value: 'screenshot',
			description: 'Link to a picture of the page. The link expires after 24 hours.',
		},
		{
			name: 'Summary',
			value: 'summary',
			description: 'Summary of the page, written by a language model',
		},
		{
			name: 'Video',
			value: 'video',
			description: 'Link to the video of the page. The link expires after 1 hour.',
		},
	],
	description: 'What to return',
};

/** What belongs to a type; each field is shown for its types alone. */
const formatDetails: INodeProperties[] = [
	{
		displayName: 'Question',
		name: 'question',
		type: 'string',
		typeOptions: { rows: 2 },
		default: '',
		required: true,
		placeholder: 'e.g. What does the basic plan cost?',
		description: 'Question about the page, up to 10,000 characters',
		displayOptions: { show: { type: ['question'] } },
	},
	{
		displayName: 'Query',
		name: 'query',
		type: 'string',
		typeOptions: { rows: 2 },
		default: '',
		required: true,
		placeholder: 'e.g. Opening hours and holidays',
		description: 'What to look for on the page, up to 10,000 characters',
		displayOptions: { show: { type: ['highlights'] } },
	},
	{
		displayName: 'Prompt',
		name: 'prompt',
		type: 'string',
		typeOptions: { rows: 2 },
		default: '',
		placeholder: 'e.g. Extract name and price of each product',
		description: 'What to extract, in your own words, up to 10,000 characters',
		displayOptions: { show: { type: ['json', 'deterministicJson', 'query', 'changeTracking'] } },
	},
	schemaField,
	{
		displayName: 'Attributes',
		name: 'selectors',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		default: {},
		placeholder: 'Add Attribute',
		description: 'Which attributes to read, and from which elements',
		displayOptions: { show: { type: ['attributes'] } },
		options: [
			{
				displayName: 'Attribute',
				name: 'entry',
				values: [
					{
						displayName: 'Selector',
						name: 'selector',
						type: 'string',
						default: '',
						required: true,
						placeholder: 'e.g. a.product',
						description: 'CSS selector of the elements',
					},
					{
						displayName: 'Attribute',
						name: 'attribute',
						type: 'string',
						default: '',
						required: true,
						placeholder: 'e.g. href',
						description: 'Name of the attribute to read',
					},
				],
			},
		],
	},
	{
		displayName: 'Format Options',
		name: 'options',
		type: 'collection',
		default: {},
		placeholder: 'Add Option',
		displayOptions: { show: { type: ['screenshot'] } },
		options: [fullPageField, qualityField, viewportField],
	},
	{
		displayName: 'Format Options',
		name: 'options',
		type: 'collection',
		default: {},
		placeholder: 'Add Option',
		displayOptions: { show: { type: ['json'] } },
		options: [
			{
				displayName: 'Check Prompt Injection',
				name: 'checkPromptInjection',
				type: 'boolean',
				default: false,
				description:
					'Whether to stop the extraction when the page holds instructions meant for a language model',
			},
		],
	},
	{
		displayName: 'Format Options',
		name: 'options',
		type: 'collection',
		default: {},
		placeholder: 'Add Option',
		displayOptions: { show: { type: ['query'] } },
		options: [
			{
				displayName: 'Mode',
				name: 'mode',
				type: 'options',
				default: 'freeform',
				options: [
					{ name: 'Direct Quote', value: 'directQuote' },
					{ name: 'Freeform', value: 'freeform' },
				],
				description: 'Whether the answer is written freely or quoted from the page',
			},
		],
	},
	{
		displayName: 'Format Options',
		name: 'options',
		type: 'collection',
		default: {},
		placeholder: 'Add Option',
		displayOptions: { show: { type: ['changeTracking'] } },
		options: [
			{
				displayName: 'Modes',
				name: 'modes',
				type: 'multiOptions',
				default: [],
				options: [
					{
						name: 'Git Diff',
						value: 'git-diff',
						description: 'Return the changed lines of the Markdown',
					},
					{
						name: 'JSON',
						value: 'json',
						description: 'Return the changed values of the fields in the schema',
					},
				],
				description: 'How to describe a change, beside saying that there is one',
			},
			{
				displayName: 'Tag',
				name: 'tag',
				type: 'string',
				default: '',
				placeholder: 'e.g. daily-check',
				description:
					'Name of a history of its own: a page is compared with its last scrape under the same tag',
			},
		],
	},
];

export const formatsField: INodeProperties = {
	displayName: 'Formats',
	name: 'formats',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, sortable: true },
	default: {},
	placeholder: 'Add Format',
	description: 'What to return for the page. The service returns Markdown when no format is added.',
	options: [
		{
			displayName: 'Format',
			name: 'format',
			values: [formatType, ...formatDetails],
		},
	],
};
