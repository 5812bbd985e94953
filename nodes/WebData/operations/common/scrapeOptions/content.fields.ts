// The group of options about what of a page or a PDF file is returned.

import type { INodeProperties } from 'n8n-workflow';

const parsersField: INodeProperties = {
	displayName: 'Parsers',
	name: 'parsers',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	default: {},
	placeholder: 'Add Parser',
	description: 'How to read PDF files. The service turns them into Markdown without this.',
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
							description: 'Most pages to read, from 1 to 10,000. Each page costs 1 credit.',
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
							description: 'Whether to mark page breaks in the Markdown. This costs nothing extra.',
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

export const contentField: INodeProperties = {
	displayName: 'Content and PDF',
	name: 'contentAndPdf',
	type: 'collection',
	default: {},
	placeholder: 'Add Option',
	description: 'What of the page to keep, and how to read PDF files',
	options: [
		{
			displayName: 'Exclude Tags',
			name: 'excludeTags',
			type: 'string',
			typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Tag' },
			default: [],
			placeholder: 'e.g. .comments',
			description: 'CSS selectors of what to leave out: tags, classes or IDs',
		},
		{
			displayName: 'Include Tags',
			name: 'includeTags',
			type: 'string',
			typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Tag' },
			default: [],
			placeholder: 'e.g. article',
			description:
				'CSS selectors of what to keep: tags, classes or IDs. Everything else is left out.',
		},
		{
			displayName: 'Only Clean Content',
			name: 'onlyCleanContent',
			type: 'boolean',
			default: false,
			description:
				"Whether a language model takes cookie banners, ads and comments out of the Markdown (beta). Cannot be combined with 'Zero Data Retention' or 'Lockdown'.",
		},
		{
			displayName: 'Only Main Content',
			name: 'onlyMainContent',
			type: 'boolean',
			default: true,
			description:
				'Whether to leave out headers, navigation, footers and the like. No language model is needed.',
		},
		parsersField,
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
				"Whether to return a PDF file as Base64 instead of reading it. Costs 1 credit for the whole file, and 'Parsers' are ignored. 'Download Files' makes it a file of the item.",
		},
	],
};
