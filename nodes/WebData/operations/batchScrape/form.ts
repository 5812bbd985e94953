import { batchScrapeJobId } from '../../api/batchScrape/batchScrapeRequest';
import { batchScrapeJob } from '../../api/batchScrape/job';
import { unlistedJobIdField } from '../common/jobId.fields';
import type { PageJobForm } from '../common/pageJob/operations';

/** Nothing is lost, and one failed page does not fail the others. */
export const FAILED_PAGES = 'items';

/** What the operations on batch scrapes differ in from those of other jobs. */
export const batchScrapeForm: PageJobForm = {
	job: batchScrapeJob,
	jobIdField: unlistedJobIdField(batchScrapeJob.name),
	jobId: batchScrapeJobId,
	failedPages: FAILED_PAGES,
};
