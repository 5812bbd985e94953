import type { INodeProperties } from 'n8n-workflow';

export const inputBinaryField: INodeProperties = {
	displayName: 'Input Binary Field',
	name: 'inputBinaryField',
	type: 'string',
	default: 'data',
	required: true,
	placeholder: 'e.g. data',
	hint: 'The name of the input binary field that contains the file. Separate multiple names with commas, or enter * for all files of the item.',
	description:
		'Binary fields that contain the files, each up to 50 MB: documents, spreadsheets, presentations, HTML, EPUB, or CSV. Each file becomes one output item.',
};

export const skipUnsupportedFilesField: INodeProperties = {
	displayName: 'Input: Skip Unsupported Files',
	name: 'skipUnsupportedFiles',
	type: 'boolean',
	default: false,
	description:
		'Whether to skip files that the service cannot parse, such as images, instead of failing the item',
};
