import { pageRows } from '../../nodes/WebData/errors/rows/page';
import type { OperationCase, ResourceCases } from './operationCase';
import { jobsOf, pageJobCases } from './pageJob';
import { pageJobRows } from './rows';
import { anyFields, jobPageSamples } from './samples';

const rows = pageJobRows('crawl', ['urlNotSent']);

const started: Pick<OperationCase, 'parameters' | 'request' | 'repeat' | 'credits' | 'executions'> =
	{
		parameters: ({ site }) => ({ url: site, limit: 1 }),
		...{ request: 'POST /v2/crawl', repeat: 'found', credits: 1 },
		executions: jobsOf('crawl'),
	};

export const crawl: ResourceCases = {
	run: {
		...started,
		poll: 'GET /v2/crawl/*?limit=1',
		output: ['markdown', 'metadata'],
		samples: jobPageSamples,
		rows: rows.run,
	},
	start: {
		...started,
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
	...pageJobCases('crawl', '/v2/crawl', 'crawl', 'endedCrawl', { end: rows.end, pages: pageRows }),
};
