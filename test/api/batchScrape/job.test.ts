import { batchScrapeJob } from '../../../nodes/WebData/api/batchScrape/job';
import { phaseOf } from '../../../nodes/WebData/api/jobs/job';

it.each([
	['before two appended URLs were scraped', { completed: 1, total: 3 }, 'running'],
	['after one appended URL was scraped', { completed: 2, total: 3 }, 'running'],
	[
		'after the other appended URL failed, so that total excludes it',
		{ completed: 2, total: 2 },
		'completed',
	],
])(
	'a batch scrape with the status completed is running until all pages are done: %s',
	(_when, counts, phase) => {
		expect(phaseOf(batchScrapeJob, { success: true, status: 'completed', ...counts })).toBe(phase);
	},
);
