// Fields that say whether the files of a scrape become files of the item. Nothing of this goes to the service.

import type { INodeProperties } from 'n8n-workflow';

export const downloadFields: INodeProperties[] = [
	{
		displayName: 'Download Files',
		name: 'downloadFiles',
		type: 'boolean',
		default: false,
		// A model gets no files.
		displayOptions: { hide: { '@tool': [true] } },
		description:
			'Whether to put screenshots, audio, video, PDFs of actions, unparsed PDFs and raw content into the item as files, before their links expire',
	},
	{
		displayName: 'Output Field Prefix',
		name: 'fieldPrefix',
		type: 'string',
		default: '',
		placeholder: 'e.g. page_',
		description:
			'Text before the names of the output binary fields, up to 50 characters. The names are screenshot, audio, video, raw, pdf, actionScreenshot1, actionPdf1 and so on.',
		displayOptions: { show: { downloadFiles: [true] } },
	},
];
