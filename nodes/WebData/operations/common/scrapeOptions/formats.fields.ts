import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { formatTypes, type FormatType } from '../../../api/scrape/formats';
import { optionsOfType } from '../options.fields';
import {
	extractionPromptField,
	extractionSchemaField,
	modesField,
	tagField,
} from './extraction.fields';
import { formatTypeField } from './formatType.field';
import { fullPageField, qualityField, viewportField } from './screenshot.fields';

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
