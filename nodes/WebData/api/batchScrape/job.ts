import { pageJob } from '../jobs/pageJob';

/** A batch scrape: one job for many URLs. */
export const batchScrapeJob = pageJob({
	name: 'batch scrape',
	endpoint: 'batchScrape',
	path: ['batch', 'scrape'],
	activity: 'batch_scrape',
	firstUrl: ({ urls }) => (Array.isArray(urls) ? (urls as unknown[])[0] : undefined),
	mayGrow: true,
	startFacts: ['invalidURLs'],
});
