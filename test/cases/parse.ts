import type { ResourceCases } from './operationCase';
import { ofOtherFormats } from './rows';
import { pageResponses } from './samples';

export const parse: ResourceCases = {
	parse: {
		parameters: () => ({
			formats: { format: ['markdown', 'html', 'links', 'rawHtml'].map((type) => ({ type })) },
		}),
		binary: {
			data: {
				data: Buffer.from('<h1>Tides</h1><a href="https://example.com/x">x</a>').toString('base64'),
				fileName: 'tides.html',
				mimeType: 'text/html',
			},
		},
		request: 'POST /v2/parse',
		repeat: 'paidAgain',
		credits: 1,
		executions: ({ charged }) => charged,
		output: ['markdown', 'html', 'links', 'rawHtml', 'metadata'].map((name) => `data.${name}`),
		samples: pageResponses,
		never: ofOtherFormats,
	},
};
