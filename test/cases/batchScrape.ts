import { pageRows } from '../../nodes/WebData/errors/rows/page';
import { failedPageRows } from '../../nodes/WebData/errors/rows/pageJob';
import { withJobName } from '../../nodes/WebData/errors/rows/job';
import type { OperationCase, ResourceCases } from './operationCase';
import { jobsOf, pageJobCases } from './pageJob';
import { pageJobRows } from './rows';
import { jobPageSamples } from './samples';

const rows = pageJobRows('batch scrape', ['pageExcluded']);
const urlNotSent = withJobName(failedPageRows.urlNotSent, 'batch scrape');

const started: Pick<OperationCase, 'parameters' | 'request' | 'repeat' | 'credits' | 'executions'> =
	{
		parameters: ({ page }) => ({ urls: page }),
		request: 'POST /v2/batch/scrape',
		repeat: 'found',
		credits: 1,
		executions: jobsOf('batch'),
	};

export const batchScrape: ResourceCases = {
	run: {
		...started,
		poll: 'GET /v2/batch/scrape/*?limit=1',
		output: ['markdown', 'metadata'],
		samples: jobPageSamples,
		rows: rows.run,
	},
	start: {
		...started,
		output: ['success', 'jobId', 'url', 'invalidURLs'],
		samples: [{ success: true, jobId: 'a', url: 'a', invalidURLs: [], urlCount: 1 }],
		rows: { ...rows.start, urlNotSent },
	},
	...pageJobCases('batch', '/v2/batch/scrape', 'batch', 'endedBatch', {
		end: rows.end,
		pages: pageRows,
	}),
};
