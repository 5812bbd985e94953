import { crawlId } from '../../api/crawl/crawlRequest';
import { crawlJob } from '../../api/crawl/job';
import { jobIdField } from '../common/jobId.fields';
import {
	cancelOperation,
	getErrorsOperation,
	getOperation,
	getPagesOperation,
	waitOperation,
	type PageJobForm,
} from '../common/pageJob/operations';
import type { Resource } from '../operation';
import { getAll } from './getAll.operation';
import { searchCrawls } from './pickers';
import { previewParams } from './previewParams.operation';
import { run } from './run.operation';
import { start } from './start.operation';

const form: PageJobForm = {
	job: crawlJob,
	jobIdField: jobIdField(crawlJob.name, 'searchCrawls'),
	jobId: crawlId,
	failedPages: 'ignore',
};

export const crawlResource: Resource = {
	value: 'crawl',
	name: 'Crawl',
	defaultOperation: 'run',
	operations: [
		run,
		start,
		waitOperation(form),
		getOperation(form),
		getPagesOperation(form),
		getErrorsOperation(form),
		getAll,
		previewParams,
		cancelOperation(form),
	],
	pickers: { searchCrawls },
};
