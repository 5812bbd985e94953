import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { z } from 'zod';
import { choice, flag } from '../form/fields';
import { propertyOf } from '../form/form';
import { extractionSchema } from '../form/jsonSchema';
import { nonEmptyExpression } from '../form/marks';
import { optionsOfType } from '../form/shared';
import { nonBlank, textUpTo, wholeNumber } from '../form/values';

export const plainFormats = [
	'markdown',
	'html',
	'rawHtml',
	'rawBase64',
	'links',
	'images',
	'summary',
	'branding',
	'product',
	'menu',
	'audio',
	'video',
] as const;

const prompt = textUpTo(10_000);

const plain = plainFormats.map((type) => z.object({ type: z.literal(type) }).strict());

export const viewport = z
	.object({
		width: wholeNumber.min(1).max(7680),
		height: wholeNumber.min(1).max(4320),
	})
	.strict();

export const screenshotSettings = {
	fullPage: z.boolean().optional(),
	quality: wholeNumber.min(1).max(100).optional(),
	viewport: viewport.optional(),
};

const formatsWithSettings = [
	z.object({ type: z.literal('screenshot'), ...screenshotSettings }).strict(),
	z
		.object({
			type: z.literal('json'),
			prompt: prompt.optional(),
			schema: extractionSchema.optional(),
			checkPromptInjection: z.boolean().optional(),
		})
		.strict(),
	z
		.object({
			type: z.literal('deterministicJson'),
			prompt: prompt.optional(),
			schema: extractionSchema.optional(),
		})
		.strict(),
	z.object({ type: z.literal('question'), question: prompt }).strict(),
	z.object({ type: z.literal('highlights'), query: prompt }).strict(),
	z
		.object({
			type: z.literal('query'),
			prompt,
			mode: z.enum(['freeform', 'directQuote']).optional(),
		})
		.strict(),
	z
		.object({
			type: z.literal('changeTracking'),
			modes: z.array(z.enum(['git-diff', 'json'])).optional(),
			prompt: prompt.optional(),
			schema: extractionSchema.optional(),
			tag: z.string().optional(),
		})
		.strict(),
	z
		.object({
			type: z.literal('attributes'),
			selectors: z.array(z.object({ selector: nonBlank, attribute: nonBlank }).strict()).min(1),
		})
		.strict(),
] as const;

const [firstPlain, ...otherPlain] = plain as [(typeof plain)[number], ...(typeof plain)[number][]];

export const format = z.discriminatedUnion('type', [
	firstPlain,
	...otherPlain,
	...formatsWithSettings,
]);

export type Format = z.infer<typeof format>;
export type FormatType = Format['type'];

export const formatTypes = [...format.optionsMap.keys()] as FormatType[];

const count = (formats: Format[], type: string): number =>
	formats.filter((each) => each.type === type).length;

export const formats = z.array(format).superRefine((list, context) => {
	const reject = (message: string) => context.addIssue({ code: 'custom', message });
	if (count(list, 'rawBase64') > 0 && list.length > 1) {
		reject("must not contain other formats in addition to 'Raw Base64'");
	}
	if (count(list, 'changeTracking') > 0 && count(list, 'markdown') === 0) {
		reject("must contain 'Markdown' to use 'Change Tracking'");
	}
	if (count(list, 'screenshot') > 1) reject("must contain 'Screenshot' only once");
	if (count(list, 'json') > 0 && count(list, 'deterministicJson') > 0) {
		reject("must not contain both 'JSON' and 'Deterministic JSON'");
	}
});

const formatTypeField: INodeProperties = {
	displayName: 'Type',
	name: 'type',
	type: 'options',
	default: 'markdown',
	options: [
		{
			name: 'Attributes',
			value: 'attributes',
			description: 'HTML attribute values of selected elements',
		},
		{
			name: 'Audio',
			value: 'audio',
			description: "Link to the page's audio as an MP3 file. The link expires after 1 hour.",
		},
		{
			name: 'Branding',
			value: 'branding',
			description: 'Colors, fonts, logo, and style of the website',
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
			description: "Link to the page's video. The link expires after 1 hour.",
		},
	],
	description: 'Type of content to return',
};

export const extractionPromptField = (description: string): INodeProperties =>
	nonEmptyExpression({
		displayName: 'Prompt',
		name: 'prompt',
		type: 'string',
		typeOptions: { rows: 2 },
		default: '',
		placeholder: 'e.g. Extract name and price of each product',
		description,
	});

export const extractionSchemaField = (description: string): INodeProperties =>
	nonEmptyExpression({
		displayName: 'Schema',
		name: 'schema',
		type: 'json',
		default: '{}',
		hint: 'e.g. { "type": "object", "properties": { "price": { "type": "number" } } }',
		description,
	});

export const modesField = (jsonDescription: string): INodeProperties => ({
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
		{ name: 'JSON', value: 'json', description: jsonDescription },
	],
	description: 'Details to return about a change. If empty, only the status is returned.',
});

export const tagField = (example: string, description: string): INodeProperties => ({
	displayName: 'Tag',
	name: 'tag',
	type: 'string',
	default: '',
	placeholder: `e.g. ${example}`,
	description,
});

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
					description: 'Width of the window, from 1 to 7,680 pixels',
				},
				{
					displayName: 'Height (Px)',
					name: 'height',
					type: 'number',
					typeOptions: { minValue: 1, maxValue: 4320 },
					default: 720,
					description: 'Height of the window, from 1 to 4,320 pixels',
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
		'Whether to capture the whole page instead of the visible part. If on, the viewport height is ignored.',
};

export const qualityField: INodeProperties = {
	displayName: 'Quality',
	name: 'quality',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 100 },
	default: 100,
	description: 'Quality of the image, from 1 to 100, where 100 is best',
};

const formatTypeOptions = formatTypeField.options as INodePropertyOptions[];

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
		...extractionPromptField(
			'Plain-language description of the data to extract, up to 10,000 characters',
		),
		displayOptions: { show: { type: ['json', 'deterministicJson', 'query', 'changeTracking'] } },
	},
	{
		...extractionSchemaField('JSON Schema of the data to extract'),
		displayOptions: { show: { type: ['json', 'deterministicJson', 'changeTracking'] } },
	},
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
	optionsOfType('Format Options', 'screenshot', [fullPageField, qualityField, viewportField]),
	optionsOfType('Format Options', 'json', [
		{
			displayName: 'Injection Check',
			name: 'checkPromptInjection',
			type: 'boolean',
			default: false,
			description:
				'Whether to stop the extraction if the page contains a prompt injection, such as instructions for a language model. Costs 4 additional credits.',
		},
	]),
	optionsOfType('Format Options', 'query', [
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
	]),
	optionsOfType('Format Options', 'changeTracking', [
		modesField('Return the changed values of the fields in the schema'),
		tagField(
			'daily-check',
			'Name of a separate history. The page is compared with the last scrape that used the same tag.',
		),
	]),
];

const isOneOf = (types: readonly FormatType[], type: unknown): boolean =>
	(types as readonly unknown[]).includes(type);

const typesOf = ({ displayOptions }: INodeProperties): unknown[] =>
	displayOptions?.show?.type ?? [];

/** The 'Formats' field initially contains Markdown, which is also the service's default. */
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

export const domainTools = flag({
	displayName: 'Catalog: Domain Tools',
	description:
		"Whether to also list the catalog tools for the page's domain, free of charge. Your team needs catalog access. Cannot be combined with 'Privacy: Zero Data Retention' or 'Cache: Lockdown'.",
});

export const toolDetail = choice(
	{
		displayName: 'Catalog: Tool Detail',
		default: 'summary',
		description: "Level of detail for each tool that 'Catalog: Domain Tools' lists",
	},
	{
		compact: ['Compact', 'Name and description of the tool'],
		summary: ['Summary', 'Name, description, price, and options'],
		full: ['Full', 'All details, such as options, examples, and response fields'],
	},
);

export const domainToolsField = propertyOf('domainTools', domainTools);
