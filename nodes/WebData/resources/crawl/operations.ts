import { z } from 'zod';
import { call } from '../../client/call';
import { noAnswer } from '../../client/client';
import { activityRoute } from '../../client/jobs/find';
import { runJob } from '../../client/jobs/follow';
import { startOnce } from '../../client/jobs/start';
import { formOf } from '../../form/form';
import { type JsonObject, nonEmptyText, objectsIn, parseTime } from '../../json/json';
import { followSettings } from '../../operation/jobWait';
import {
	defineOperation,
	defineResource,
	listOutput,
	noticesOf,
	openObject,
	startedOutput,
} from '../../operation/operation';
import { ageOf, choiceName, includesText, type ListSearch } from '../../operation/pickers';
import { requestedOptions } from '../../page/values';
import { pageJobOperations } from '../../pageJob/operations';
import { pageCount, pageItem, pageJobOutput } from '../../pageJob/output';
import {
	failedPages,
	jobId,
	previewForm,
	runForm,
	startConflicts,
	startForm,
	toolCrawlDefaults,
	toStartRequest,
} from './form';
import { crawlJob } from './job';
import { crawlOptions, crawlRoutes } from './service';

/**
 * Lists the team's running crawls and the crawls of the last 24 hours, newest first. Self-hosted servers list only
 * running crawls.
 */
export const searchCrawls: ListSearch = async ({ client }, filter) => {
	const query = { endpoint: 'crawl', limit: '100' };
	const [running, recent] = await Promise.all([
		call({ route: crawlRoutes.running }, client),
		call({ route: activityRoute, query }, client).catch(noAnswer),
	]);
	const now = client.runtime.now();
	const crawls = objectsIn(running.crawls).map((crawl): JsonObject => ({
		...crawl,
		target: crawl.url,
	}));
	const runningIds = new Set(crawls.map(({ id }) => id));
	const ended = objectsIn(recent.data);
	const choices = [...crawls, ...ended.filter(({ id }) => !runningIds.has(id))]
		.filter(({ id, target }) => includesText(filter, id, target))
		.sort((a, b) => (parseTime(b.created_at) ?? 0) - (parseTime(a.created_at) ?? 0))
		.flatMap((crawl) => {
			const [id, target] = [crawl.id, crawl.target].map(nonEmptyText);
			if (id === undefined) return [];
			const state = runningIds.has(crawl.id) ? 'running' : undefined;
			return [{ name: choiceName([ageOf(crawl.created_at, now), state], target ?? id), value: id }];
		});
	return { choices };
};

const run = defineOperation({
	action: 'Crawl website and wait for pages',
	description: 'Crawl a website and return its pages, one item per page',
	toolDescription:
		'Crawls a website: follows its links, reads its pages, and returns all pages, which takes minutes. Needs the start URL. Costs credits for each page, so use this tool once per website, and only if you need the content of many pages.',
	costs: true,
	form: runForm,
	toolDefaults: toolCrawlDefaults,
	simplifies: true,
	output: pageItem,
	conflicts: startConflicts,
	equalItems: { name: crawlJob.name, share: true },
	toRequest: (values) => toStartRequest(runForm.sent(values)),
	execute: (request, client, { own }) => runJob(crawlJob, request, client, followSettings(own)),
	toOutput(job, context) {
		const { scrapeOptions, limit } = context.sent;
		const requested = requestedOptions(scrapeOptions);
		const { parts, notices = [] } = pageJobOutput(crawlJob, job, context, requested);
		const { promptGeneratedOptions: generated } = job.startFacts;
		const { pages = [], failedPages = [] } = job.result ?? {};
		return {
			parts,
			notices: noticesOf(
				generated !== undefined && {
					kind: 'generatedOptions',
					text: `The service generated these options from the description: ${JSON.stringify(generated).slice(0, 1000)}`,
				},
				// A crawl that reaches its limit ends with the status `completed`, like a crawl that found all pages.
				typeof limit === 'number' &&
					pages.length + failedPages.length >= limit && {
						text: `The crawl reached its limit of ${pageCount(limit)}, so the website may contain more pages`,
						advice: 'To get more pages, increase {limit}',
					},
				notices,
			),
		};
	},
});

const start = defineOperation({
	action: 'Start crawl',
	description: 'Crawl a website without waiting for its pages',
	toolDescription:
		'Starts a website crawl, which follows the links and reads the pages. Returns the job ID immediately. Needs the start URL. Takes minutes and costs credits for each page, so start one crawl per website. Get the status and the pages later with the job ID.',
	costs: true,
	form: startForm,
	toolDefaults: toolCrawlDefaults,
	// `promptGeneratedOptions` and `finalCrawlerOptions` are present only if the request contains a prompt.
	output: openObject({
		success: z.boolean(),
		jobId: z.string(),
		url: z.string().describe('Status URL of the crawl'),
		promptGeneratedOptions: crawlOptions,
		finalCrawlerOptions: crawlOptions,
		recovered: z
			.boolean()
			.describe(
				'Whether the node found the crawl after the response to the start request was lost',
			),
	}),
	conflicts: startConflicts,
	equalItems: { name: crawlJob.name, share: true },
	toRequest: (values) => toStartRequest(startForm.sent(values)),
	execute: (request, client, { own: { cancelOnStop } }) =>
		startOnce(crawlJob, request, client, cancelOnStop),
	toOutput: (started, { sent: { limit } }) => ({
		...startedOutput(started),
		notices: noticesOf(
			typeof limit === 'number' && {
				text: `At 1 credit per page, the crawl costs up to ${limit.toLocaleString('en-US')} credits. Some formats and options cost more`,
				advice: 'To lower the maximum cost, reduce {limit}',
			},
		),
	}),
});

const getAll = defineOperation({
	name: 'Get Many',
	action: 'Get many running crawls',
	description: "Return your team's running crawls, one item per crawl",
	toolDescription:
		'Lists the website crawls that are running now, with job ID and start URL. Does not list crawls that have ended.',
	form: formOf({}),
	output: openObject({
		id: z.string().describe('Job ID'),
		url: z.string(),
		created_at: z.string(),
		teamId: z.string(),
		options: crawlOptions.extend({ scrapeOptions: openObject({}).optional() }),
	}),
	toRequest: () => ({ route: crawlRoutes.running }),
	toOutput: ({ crawls }) => listOutput(objectsIn(crawls)),
});

const previewParams = defineOperation({
	name: 'Preview Options',
	action: 'Preview crawl options',
	description: 'Generate crawl options from a description, without crawling',
	toolDescription:
		'Turns a plain-language description into crawl options, such as path patterns, depth, and limit. Needs the start URL. Does not crawl.',
	form: previewForm,
	simplifies: true,
	output: openObject({ url: z.string() }).merge(
		crawlOptions.omit({ ignoreRobotsTxt: true, regexOnFullURL: true }),
	),
	toRequest: (body) => ({ route: crawlRoutes.preview, body }),
});

const { wait, get, getPages, getErrors, cancel } = pageJobOperations({
	job: crawlJob,
	jobId,
	failedPages,
});

export const crawlResource = defineResource({
	value: 'crawl',
	description: 'All pages of a website',
	operations: { run, start, wait, get, getPages, getErrors, getAll, previewParams, cancel },
	pickers: { searchCrawls },
});
