import type { INodeProperties } from 'n8n-workflow';
import { group, nonEmptyExpression } from '../../form/marks';

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

export const contentFields: INodeProperties[] = [
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
