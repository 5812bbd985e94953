import { z } from 'zod';
import { batchScrapeJob } from '../../api/batchScrape/job';
import { startBatch } from '../../api/batchScrape/runBatch';
import { openObject } from '../../api/schema/output';
import { cancelOnStopField } from '../common/jobWait.fields';
import { cancelOnStopValue, withoutJobWait } from '../common/jobWait';
import { optionsField } from '../common/options.fields';
import { formatsField } from '../common/scrapeOptions/formats.fields';
import { defineOperation } from '../operation';
import { batchKey, startConflicts, toStartRequest } from './input';
import { startValues } from './urls';
import { startNotices, startedParts } from './output';
import { startOptions, urlFields } from './start.fields';

export const start = defineOperation({
	value: 'start',
	name: 'Start',
	action: 'Start batch scrape',
	description: 'Scrape many URLs in one job without waiting for the pages',
	toolDescription:
		'Starts to read many web pages in one job and returns the job ID immediately. Needs the full URLs, one per line. Get the pages later with the job ID. Costs credits for each page, so start one job per list.',
	fields: [
		...urlFields,
		formatsField(),
		optionsField([...startOptions, cancelOnStopField(batchScrapeJob.name)]),
	],
	output: openObject({
		success: z.boolean(),
		jobId: z.string(),
		urlCount: z.number().int().describe('Number of different URLs that were sent'),
		invalidURLs: z.array(z.string()).describe('URLs that will not be scraped'),
		url: z.string(),
	}),
	input: startValues.extend(cancelOnStopValue),
	conflicts: (values) => startConflicts(values),
	batchKey: (values) => batchKey(values),
	toRequest: (values, batch) => toStartRequest(withoutJobWait(values), batch),
	execute: (request, session, { cancelOnStop }) => startBatch(request, session, cancelOnStop),
	toParts: (answer, _options, _values, batch) => startedParts(answer, batch),
	notices: (answer, _values, _nowMs, batch) => startNotices(answer, batch),
});
