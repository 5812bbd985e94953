import { batchScrapeJobId } from '../../api/batchScrape/batchScrapeRequest';
import { batchScrapeJob } from '../../api/batchScrape/job';
import { unlistedJobIdField } from '../common/jobId.fields';
import type { PageJobForm } from '../common/pageJob/operations';

/** Default of *Failed Pages*: no page is missing from the output, and a failed page does not fail the others. */
export const FAILED_PAGES = 'items';

/** The differences between the operations on batch scrapes and those on other jobs. */
export const batchScrapeForm: PageJobForm = {
	job: batchScrapeJob,
	jobIdField: unlistedJobIdField(batchScrapeJob.name),
	jobId: batchScrapeJobId,
	failedPages: FAILED_PAGES,
};
