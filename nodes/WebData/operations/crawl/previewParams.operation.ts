import { previewParamsRequest } from '../../api/crawl/crawlRequest';
import { previewedParams } from '../../api/crawl/crawlResponse';
import { paramsPreviewRequest as previewRequest } from '../../api/crawl/requests';
import { defineOperation } from '../operation';
import { promptField, urlField } from './crawl.fields';

export const previewParams = defineOperation({
	value: 'previewParams',
	name: 'Preview Params',
	action: 'Preview crawl params',
	description: 'Generate crawl options from a description, without crawling',
	toolDescription:
		'Turns a plain-language description into crawl options, such as path patterns, depth, and limit. Needs the start URL. Does not crawl.',
	fields: [
		urlField,
		{
			...promptField,
			required: true,
			description: 'Plain-language description of the pages to crawl, up to 10,000 characters',
		},
	],
	simplifies: true,
	output: previewedParams,
	input: previewParamsRequest,
	toRequest: previewRequest,
});
