import type { Endpoint } from '../errors/errorRow';
import { batchScrapeRows } from '../errors/rows/batchScrape';
import { pageJob, pageJobEndpoint } from '../jobs/pageJob';

export const batchScrapeEndpoint: Endpoint = {
	...pageJobEndpoint,
	errors: [...pageJobEndpoint.errors, ...Object.values(batchScrapeRows)],
};

export const batchScrapeJob = pageJob({
	name: 'batch scrape',
	endpoint: batchScrapeEndpoint,
	path: ['batch', 'scrape'],
	activity: 'batch_scrape',
	firstUrl: ({ urls }) => (Array.isArray(urls) ? (urls as unknown[])[0] : undefined),
	mayGrow: true,
	startFacts: ['invalidURLs'],
});
