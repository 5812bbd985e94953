import {
	cancelOperation,
	getErrorsOperation,
	getOperation,
	getPagesOperation,
	waitOperation,
} from '../common/pageJob/operations';
import type { Resource } from '../operation';
import { batchScrapeForm } from './form';
import { run } from './run.operation';
import { start } from './start.operation';

export const batchScrapeResource: Resource = {
	value: 'batchScrape',
	name: 'Batch Scrape',
	defaultOperation: 'run',
	operations: [
		run,
		start,
		waitOperation(batchScrapeForm),
		getOperation(batchScrapeForm),
		getPagesOperation(batchScrapeForm),
		getErrorsOperation(batchScrapeForm),
		cancelOperation(batchScrapeForm),
	],
};
