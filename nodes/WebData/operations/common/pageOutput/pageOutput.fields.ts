import type { INodeProperties } from 'n8n-workflow';

export const downloadFields: INodeProperties[] = [
	{
		displayName: 'Download Files',
		name: 'downloadFiles',
		type: 'boolean',
		default: false,
		// A tool does not offer downloads, because a language model cannot read binary files.
		displayOptions: { hide: { '@tool': [true] } },
		description:
			'Whether to add screenshots, audio, video, PDFs, and raw content to the item as binary files, before their links expire',
	},
	{
		displayName: 'Output Field Prefix',
		name: 'fieldPrefix',
		type: 'string',
		default: '',
		placeholder: 'e.g. page_',
		description:
			'Prefix for the names of the output binary fields, up to 50 characters. The names are screenshot, audio, video, raw, pdf, actionScreenshot1, actionPdf1, and so on.',
		displayOptions: { show: { downloadFiles: [true] } },
	},
];

export const failOnPageErrorField: INodeProperties = {
	displayName: 'Output: Fail on Page Error',
	name: 'failOnPageError',
	type: 'boolean',
	default: false,
	description:
		'Whether the item fails if the page itself returns HTTP status 400 or higher. The cost is the same, and the error details contain the page content.',
};
