import { startedCrawl } from '../../api/crawl/crawlResponse';
import { crawlJob } from '../../api/crawl/job';
import { startOnce } from '../../api/jobs/startOnce';
import { cancelOnStopValue, withoutJobWait } from '../common/jobWait';
import { cancelOnStopField } from '../common/jobWait.fields';
import { optionsField } from '../common/options.fields';
import { defineOperation, type Notice } from '../operation';
import { crawlOptionFields, siteFields, toolCrawlDefaults } from './crawl.fields';
import { startConflicts, startValues, toStartRequest } from './input';

const costNotice = (limit: number): Notice => ({
	kind: `crawlCost${limit}`,
	text: `The crawl costs up to ${limit.toLocaleString('en-US')} credits at 1 credit per page, and more with some formats and options`,
	advice: 'To lower the maximum, reduce {limit}',
});

export const start = defineOperation({
	value: 'start',
	name: 'Start',
	action: 'Start crawl',
	description: 'Crawl a website without waiting for its pages',
	toolDescription:
		'Starts a website crawl, which follows the links and reads the pages. Returns the job ID immediately. Needs the start URL. Takes minutes and costs credits for each page, so start one crawl per website. Get the status and the pages later with the job ID.',
	fields: [...siteFields, optionsField([...crawlOptionFields, cancelOnStopField(crawlJob.name)])],
	toolDefaults: toolCrawlDefaults,
	output: startedCrawl,
	input: startValues.extend(cancelOnStopValue),
	conflicts: (values) => startConflicts(values),
	toRequest: (values) => toStartRequest(withoutJobWait(values)),
	execute: (request, session, { cancelOnStop }) =>
		startOnce(crawlJob, request, session, cancelOnStop),
	notices: (_response, { limit }) => [costNotice(limit)],
});
