// Fields that say whether the files of a scrape become files of the item. Nothing of this goes to the service.

import type { INodeProperties } from 'n8n-workflow';

export const downloadFields: INodeProperties[] = [
	{
		displayName: 'Download Files',
		name: 'downloadFiles',
		type: 'boolean',
		default: false,
		description:
			'Whether to put the files of the result into the item before their links expire: screenshots, audio, video, PDFs of actions and raw content',
	},
	{
		displayName: 'Output Field Prefix',
		name: 'fieldPrefix',
		type: 'string',
		default: '',
		placeholder: 'e.g. page_',
		description:
			'Begins the names of the output binary fields: screenshot, audio, video, raw, actionScreenshot1, actionPdf1 and so on',
		displayOptions: { show: { downloadFiles: [true] } },
	},
];
