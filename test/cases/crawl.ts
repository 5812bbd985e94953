import type { ResourceCases } from './operationCase';
import { pageJobCases } from './pageJob';
import { pageJobRows } from './rows';
import { anyFields } from './samples';

const rows = pageJobRows('crawl', ['urlNotSent']);

export const crawl: ResourceCases = {
	...pageJobCases({
		kind: 'crawl',
		path: '/v2/crawl',
		parameters: ({ site }) => ({ url: site, limit: 1 }),
		start: {
			output: ['success', 'jobId', 'url'],
			samples: [
				{
					...{ success: true, jobId: 'a', url: 'a' },
					promptGeneratedOptions: anyFields,
					finalCrawlerOptions: anyFields,
				},
			],
			rows: rows.start,
		},
		rows,
	}),
	getAll: {
		parameters: () => ({}),
		...{ request: 'GET /v2/crawl/active', repeat: 'read', needs: 'crawl' },
		output: ['id', 'url', 'created_at', 'options'],
		samples: [{ id: 'a', teamId: 'a', url: 'a', created_at: 'a', options: anyFields }],
	},
	previewParams: {
		parameters: ({ site }) => ({ url: site, prompt: 'Only 3 pages, without the sitemap' }),
		request: 'POST /v2/crawl/params-preview',
		repeat: 'read',
		output: ['success', 'data'],
		samples: [{ success: true, data: anyFields }],
	},
};
