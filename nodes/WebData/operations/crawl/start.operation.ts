import { startedCrawl } from '../../api/crawl/crawlResponse';
import { crawlJob } from '../../api/crawl/job';
import { startOnce } from '../../api/jobs/startOnce';
import { cancelOnStopValue, withoutJobWait } from '../common/jobWait';
import { cancelOnStopField } from '../common/jobWait.fields';
import { optionsField } from '../common/options.fields';
import { defineOperation } from '../operation';
import { crawlOptionFields, siteFields } from './crawl.fields';
import { startConflicts, startValues, toStartRequest } from './input';

export const start = defineOperation({
	value: 'start',
	name: 'Start',
	action: 'Start crawl',
	description: 'Crawl a website without waiting for its pages',
	toolDescription:
		'Starts a website crawl, which follows the links and reads the pages. Returns the job ID immediately. Needs the start URL. Takes minutes and costs credits for each page, so start one crawl per website. Get the status and the pages later with the job ID.',
	fields: [...siteFields, optionsField([...crawlOptionFields, cancelOnStopField(crawlJob.name)])],
	toolDefaults: { limit: 100 },
	output: startedCrawl,
	input: startValues.extend(cancelOnStopValue),
	conflicts: (values) => startConflicts(values),
	toRequest: (values) => toStartRequest(withoutJobWait(values)),
	execute: (request, session, { cancelOnStop }) =>
		startOnce(crawlJob, request, session, cancelOnStop),
});
