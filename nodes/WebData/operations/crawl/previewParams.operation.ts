import { previewParamsRequest } from '../../api/crawl/crawlRequest';
import { previewedParams } from '../../api/crawl/crawlResponse';
import { paramsPreviewRequest as previewRequest } from '../../api/crawl/requests';
import { defineOperation } from '../operation';
import { promptField, urlField } from './crawl.fields';

export const previewParams = defineOperation({
	value: 'previewParams',
	name: 'Preview Params',
	action: 'Preview params of crawl',
	description: 'Turn a description of a crawl into its options, without crawling',
	toolDescription:
		'Turns a description in plain language into the options of a crawl: path patterns, depth, limit. Needs the start URL. Crawls nothing.',
	fields: [
		urlField,
		{
			...promptField,
			required: true,
			description: 'What to crawl, in plain language, up to 10,000 characters',
		},
	],
	simplifies: true,
	output: previewedParams,
	input: previewParamsRequest,
	toRequest: previewRequest,
});
