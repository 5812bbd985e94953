import { z } from 'zod';
import { crawlJob } from '../../api/crawl/job';
import type { JsonObject } from '../../api/http/response';
import { failedPagesIn } from '../../api/jobs/failedPages';
import { runJob } from '../../api/jobs/followJob';
import {
	followSettings,
	jobWaitValues,
	MAX_PARALLEL_JOBS,
	withoutJobWait,
} from '../common/jobWait';
import { waitFields, waitOptions } from '../common/jobWait.fields';
import { optionsField } from '../common/options.fields';
import { failedPagesField, failedPagesValue } from '../common/pageJob/failedPages.field';
import { pageJobNotices } from '../common/pageJob/notices';
import { hasPages, pageItem, pageJobParts, pagesIn } from '../common/pageJob/output';
import { downloadFields, failOnPageErrorField } from '../common/pageOutput/pageOutput.fields';
import { pageOutputValues, withoutPageOutput } from '../common/pageOutput/pagePart';
import { defineOperation, type Notice } from '../operation';
import { crawlOptionFields, siteFields, toolCrawlDefaults } from './crawl.fields';
import { startConflicts, startValues, toStartRequest } from './input';

const runValues = startValues
	.extend({ ...jobWaitValues, ...pageOutputValues, ...failedPagesValue('ignore') })
	.strict();

type RunValues = z.infer<typeof runValues>;

function toRequest({ failedPages: _failed, ...values }: RunValues) {
	return toStartRequest(withoutPageOutput(withoutJobWait(values)));
}

/** A crawl that reaches its limit ends with the status `completed`, like a crawl that found all pages. */
const pageLimitReached = (response: JsonObject, { limit }: RunValues): Notice[] => {
	if (!hasPages(response)) return [];
	const count = pagesIn(response).length + failedPagesIn(response).length;
	return count < limit
		? []
		: [
				{
					kind: 'limitReached',
					text: `The crawl reached its limit of ${limit} pages, so the website may contain more pages`,
					advice: 'To get more pages, increase {limit}',
				},
			];
};

const MAX_OPTIONS_LENGTH = 1000;

const generatedOptions = ({ promptGeneratedOptions: options }: JsonObject): Notice[] =>
	options === undefined
		? []
		: [
				{
					kind: 'generatedOptions',
					text: `The service generated these options from the description: ${JSON.stringify(options).slice(0, MAX_OPTIONS_LENGTH)}`,
				},
			];

export const run = defineOperation({
	value: 'run',
	name: 'Run',
	action: 'Crawl website and wait for pages',
	description: 'Crawl a website and return its pages, one item per page',
	toolDescription:
		'Crawls a website: follows its links, reads its pages, and returns all pages, which takes minutes. Needs the start URL. Costs credits for each page, so use this tool once per website, and only if you need the content of many pages.',
	fields: [
		...siteFields,
		...downloadFields,
		...waitFields(crawlJob.name, 'pages'),
		optionsField([
			...crawlOptionFields,
			...waitOptions(crawlJob.name),
			failOnPageErrorField,
			{
				...failedPagesField(crawlJob.name, 'ignore'),
				displayName: 'Output: Failed Pages',
			},
		]),
	],
	toolDefaults: toolCrawlDefaults,
	simplifies: true,
	output: pageItem,
	maxParallel: MAX_PARALLEL_JOBS,
	input: runValues,
	conflicts: (values) => startConflicts(values),
	toRequest,
	execute: (request, session, values) => runJob(crawlJob, request, session, followSettings(values)),
	toParts: (response, { simplify }, values) => pageJobParts(crawlJob, response, values, simplify),
	notices: (response, values, nowMs) => [
		...generatedOptions(response),
		...pageLimitReached(response, values),
		...pageJobNotices(crawlJob, response, values.failedPages, {
			values: { ...values.scrapeOptions, ...values },
			nowMs,
		}),
	],
});
