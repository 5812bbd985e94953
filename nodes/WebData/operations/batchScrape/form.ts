import { batchScrapeJobId } from '../../api/batchScrape/batchScrapeRequest';
import { batchScrapeJob } from '../../api/batchScrape/job';
import { unlistedJobIdField } from '../common/jobId.fields';
import type { PageJobForm } from '../common/pageJob/operations';

/**
 * Default of *Failed Pages*. Each failed page becomes an item, so no page is missing, and a failed page does not affect
 * other pages.
 */
export const FAILED_PAGES = 'items';

/** Settings in which batch scrape operations differ from the operations of other jobs. */
export const batchScrapeForm: PageJobForm = {
	job: batchScrapeJob,
	jobIdField: unlistedJobIdField(batchScrapeJob.name),
	jobId: batchScrapeJobId,
	failedPages: FAILED_PAGES,
};
