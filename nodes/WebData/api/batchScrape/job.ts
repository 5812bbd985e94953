import { pageJob } from '../jobs/pageJob';

export const batchScrapeJob = pageJob({
	name: 'batch scrape',
	endpoint: 'batchScrape',
	path: ['batch', 'scrape'],
	activity: 'batch_scrape',
	firstUrl: ({ urls }) => (Array.isArray(urls) ? (urls as unknown[])[0] : undefined),
	mayGrow: true,
	startFacts: ['invalidURLs'],
});
