import { batchScrapeJobId } from '../../api/batchScrape/batchScrapeRequest';
import { batchScrapeJob } from '../../api/batchScrape/job';
import { unlistedJobIdField } from '../common/jobId.fields';
import type { PageJobForm } from '../common/pageJob/operations';

/** Default of *Failed Pages*: each failed page becomes an item. The output then covers every URL. */
export const FAILED_PAGES = 'items';

export const batchScrapeForm: PageJobForm = {
	job: batchScrapeJob,
	jobIdField: unlistedJobIdField(batchScrapeJob.name),
	jobId: batchScrapeJobId,
	failedPages: FAILED_PAGES,
};
