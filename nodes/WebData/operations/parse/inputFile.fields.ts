import type { INodeProperties } from 'n8n-workflow';

export const inputBinaryField: INodeProperties = {
	displayName: 'Input Binary Field',
	name: 'inputBinaryField',
	type: 'string',
	default: 'data',
	required: true,
	placeholder: 'e.g. data',
	hint: 'The name of the input binary field that contains the file. Separate multiple names with commas, or enter * for all files of the item. An expression that returns files, such as {{ $binary.data }}, also works.',
	description:
		'Binary fields that contain the files, each up to 50 MB: documents, spreadsheets, presentations, HTML, EPUB, or CSV. Each file becomes one output item.',
};

export const failedFilesField: INodeProperties = {
	displayName: 'Output: Failed Files',
	name: 'failedFiles',
	type: 'options',
	default: 'items',
	options: [
		{
			name: 'Fail',
			value: 'fail',
			description: 'Handle each failed file as a failed item',
		},
		{
			name: 'Output as Items',
			value: 'items',
			description:
				'Return an item with the file name and the reason for each failed file. Fails if no file of the input item could be parsed.',
		},
	],
	description: 'How to handle files that the service could not parse, if an item has several files',
};

export const skipUnsupportedFilesField: INodeProperties = {
	displayName: 'Input: Skip Unsupported Files',
	name: 'skipUnsupportedFiles',
	type: 'boolean',
	default: false,
	description:
		'Whether to skip files that the service cannot parse, such as images, instead of failing the item',
};
