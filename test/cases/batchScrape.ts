import { failedPageRows } from '../../nodes/WebData/errors/rows/pageJob';
import { withJobName } from '../../nodes/WebData/errors/rows/job';
import type { ResourceCases } from './operationCase';
import { pageJobCases } from './pageJob';
import { pageJobRows } from './rows';

const rows = pageJobRows('batch scrape', ['pageExcluded']);
const urlNotSent = withJobName(failedPageRows.urlNotSent, 'batch scrape');

export const batchScrape: ResourceCases = pageJobCases({
	kind: 'batch',
	path: '/v2/batch/scrape',
	parameters: ({ page }) => ({ urls: page }),
	start: {
		output: ['success', 'jobId', 'url', 'invalidURLs'],
		samples: [{ success: true, jobId: 'a', url: 'a', invalidURLs: [], urlCount: 1 }],
		rows: { ...rows.start, urlNotSent },
	},
	rows,
});
