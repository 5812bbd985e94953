import { z } from 'zod';
import { followSettings } from '../../operation/jobWait';
import { defineOperation, defineResource, openObject } from '../../operation/operation';
import { pageJobOperations } from '../../pageJob/operations';
import { pageItem } from '../../pageJob/output';
import {
	batchKey,
	failedPages,
	jobId,
	leftOut,
	readsFromBody,
	runForm,
	startConflicts,
	startForm,
	toStartRequest,
} from './form';
import { runOutput, startOutput } from './output';
import { batchScrapeJob, runBatch, startBatch } from './run';

const starting = {
	costs: true,
	readsFromBody,
	conflicts: startConflicts,
	batchKey,
	equalItems: {
		name: batchScrapeJob.name,
		share: true,
		alternative: "select 'All Input Items' in {urlsFrom}",
	},
	leftOut,
} as const;

const run = defineOperation({
	action: 'Batch scrape pages and wait for them',
	description: 'Scrape many URLs in one job and return their pages',
	toolDescription:
		'Reads many web pages in one job and returns the content of each page as Markdown, with title, final URL, and status code. Needs the full URLs, one per line. Use this tool for more than one known URL. Does not search the web and does not follow links. Takes seconds to minutes. Costs credits for each page.',
	...starting,
	form: runForm,
	simplifies: true,
	output: pageItem,
	toRequest: (values, batch) => toStartRequest(runForm.sent(values), batch),
	execute: (request, client, { own }) => runBatch(request, client, followSettings(own)),
	toOutput: runOutput,
});

const start = defineOperation({
	action: 'Start batch scrape',
	description: 'Scrape many URLs in one job without waiting for the pages',
	toolDescription:
		'Starts to read many web pages in one job and returns the job ID immediately. Needs the full URLs, one per line. Get the pages later with the job ID. Costs credits for each page, so start one job per list.',
	...starting,
	form: startForm,
	output: openObject({
		success: z.boolean(),
		jobId: z.string(),
		urlCount: z.number().int().describe('Number of different URLs that were sent'),
		invalidURLs: z.array(z.string()).describe('URLs that will not be scraped'),
		url: z.string(),
	}),
	toRequest: (values, batch) => toStartRequest(startForm.sent(values), batch),
	execute: (request, client, { own }) => startBatch(request, client, own.cancelOnStop),
	toOutput: startOutput,
});

const { wait, get, getPages, getErrors, cancel } = pageJobOperations({
	job: batchScrapeJob,
	jobId,
	failedPages,
});

export const batchScrapeResource = defineResource({
	value: 'batchScrape',
	description: 'Many URLs in one job',
	operations: { run, start, wait, get, getPages, getErrors, cancel },
});
