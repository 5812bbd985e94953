import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { formatTypes, type FormatType } from '../../../api/scrape/formats';
import { group } from '../../form/marks';
import { fullPageField, qualityField, viewportField } from './screenshot.fields';

const schemaField: INodeProperties = {
	displayName: 'Schema',
	name: 'schema',
	type: 'json',
	default: '{}',
	hint: 'e.g. { "type": "object", "properties": { "price": { "type": "number" } } }',
	description: 'JSON Schema of the data to extract',
	displayOptions: { show: { type: ['json', 'deterministicJson', 'changeTracking'] } },
};

const formatTypeField: INodeProperties = {
	displayName: 'Type',
	name: 'type',
	type: 'options',
	default: 'markdown',
	options: [
		{
			name: 'Attributes',
			value: 'attributes',
			description: 'Values of HTML attributes of selected elements',
		},
		{
			name: 'Audio',
			value: 'audio',
			description: 'Link to the audio of the page as an MP3 file. The link expires after 1 hour.',
		},
		{
			name: 'Branding',
			value: 'branding',
			description: 'Colors, fonts, logo and style of the website',
		},
		{
			name: 'Change Tracking',
			value: 'changeTracking',
			description: "Changes since the last scrape of this page. Also requires 'Markdown'.",
		},
		{
			name: 'Deterministic JSON (Beta)',
			value: 'deterministicJson',
			description: 'Data in a shape that you describe, extracted in the same way each time',
		},
		{
			name: 'Highlights',
			value: 'highlights',
			description: 'Passages of the page that are relevant to a query',
		},
		{
			name: 'HTML',
			value: 'html',
			description: 'Cleaned HTML with absolute links',
		},
		{
			name: 'Images',
			value: 'images',
			description: 'URLs of all images on the page',
		},
		{
			name: 'JSON',
			value: 'json',
			description: 'Data in a shape that you describe, extracted by a language model',
		},
		{
			name: 'Links',
			value: 'links',
			description: 'URLs of all links on the page',
		},
		{
			name: 'Markdown',
			value: 'markdown',
			description: 'Page text as Markdown',
		},
		{
			name: 'Menu',
			value: 'menu',
			description: 'Restaurant menu as structured data',
		},
		{
			name: 'Product',
			value: 'product',
			description: 'Product data: title, brand, variants, prices, availability',
		},
		{
			name: 'Query (Deprecated)',
			value: 'query',
			description: "Answer to a question. Replaced by 'Question' and 'Highlights'.",
		},
		{
			name: 'Question',
			value: 'question',
			description: 'Answer to a question about the page',
		},
		{
			name: 'Raw Base64',
			value: 'rawBase64',
			description: 'Original file as Base64. Cannot be combined with other formats.',
		},
		{
			name: 'Raw HTML',
			value: 'rawHtml',
			description: 'Unmodified HTML of the page',
		},
		{
			name: 'Screenshot',
			value: 'screenshot',
			description: 'Link to a screenshot of the page. The link expires after 24 hours.',
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
	description: 'Type of content to return',
};

const formatTypeOptions = formatTypeField.options as INodePropertyOptions[];

/** Fields of all format types. Each field is shown only for the types that use it. */
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
		description: 'Search query for the page content, up to 10,000 characters',
		displayOptions: { show: { type: ['highlights'] } },
	},
	{
		displayName: 'Prompt',
		name: 'prompt',
		type: 'string',
		typeOptions: { rows: 2 },
		default: '',
		placeholder: 'e.g. Extract name and price of each product',
		description: 'Plain-language description of the data to extract, up to 10,000 characters',
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
		description: 'Attributes to return, and the elements to read them from',
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
	group({
		displayName: 'Format Options',
		name: 'options',
		type: 'collection',
		default: {},
		placeholder: 'Add Option',
		displayOptions: { show: { type: ['screenshot'] } },
		options: [fullPageField, qualityField, viewportField],
	}),
	group({
		displayName: 'Format Options',
		name: 'options',
		type: 'collection',
		default: {},
		placeholder: 'Add Option',
		displayOptions: { show: { type: ['json'] } },
		options: [
			{
				displayName: 'Injection Check',
				name: 'checkPromptInjection',
				type: 'boolean',
				default: false,
				description:
					'Whether to stop the extraction if the page contains a prompt injection, such as instructions for a language model. Costs 4 additional credits.',
			},
		],
	}),
	group({
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
					{ name: 'Direct Quote', value: 'directQuote', description: 'Quotes from the page' },
					{ name: 'Freeform', value: 'freeform', description: 'Text written by a language model' },
				],
				description: 'Style of the answer',
			},
		],
	}),
	group({
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
				description: 'Details to return about a change. If empty, only the status is returned.',
			},
			{
				displayName: 'Tag',
				name: 'tag',
				type: 'string',
				default: '',
				placeholder: 'e.g. daily-check',
				description:
					'Name of a separate history. The page is compared with the last scrape that used the same tag.',
			},
		],
	}),
];

const isOneOf = (types: readonly FormatType[], type: unknown): boolean =>
	(types as readonly unknown[]).includes(type);

const typesOf = ({ displayOptions }: INodeProperties): unknown[] =>
	displayOptions?.show?.type ?? [];

/**
 * Returns the 'Formats' field with the given types. The field initially shows Markdown, which is also the service's
 * default.
 */
export const formatsField = (types: readonly FormatType[] = formatTypes): INodeProperties => ({
	displayName: 'Formats',
	name: 'formats',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, sortable: true },
	default: { format: [{ type: 'markdown' }] },
	placeholder: 'Add Format',
	description: 'Formats in which to return the page. If empty, the service returns Markdown.',
	options: [
		{
			displayName: 'Format',
			name: 'format',
			values: [
				{
					...formatTypeField,
					options: formatTypeOptions.filter(({ value }) => isOneOf(types, value)),
				},
				...formatDetails.filter((field) => typesOf(field).some((type) => isOneOf(types, type))),
			],
		},
	],
});
