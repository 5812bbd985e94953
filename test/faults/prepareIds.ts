import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { JobPlan } from '../localService/localService';
import {
	checksAreOver,
	endedRunsAreComplete,
	itemsOf,
	promptFor,
	type TestServers,
} from './servers';
import { untilArrived } from './until';
import { type ExistingIds, type Subject, weeklyMonitor } from './operations';

const first = async (servers: TestServers, parameters: INodeParameters): Promise<IDataObject> =>
	(await itemsOf(servers, parameters))[0]?.json ?? {};

async function scrape(servers: TestServers): Promise<Partial<ExistingIds>> {
	const url = `${servers.service.url}/pages/article.html`;
	const { metadata } = await first(servers, { resource: 'scrape', operation: 'scrape', url });
	return { scrapeId: String((metadata as IDataObject).scrapeId) };
}

async function session(servers: TestServers): Promise<Partial<ExistingIds>> {
	const { scrapeId } = await scrape(servers);
	await first(servers, {
		resource: 'scrape',
		operation: 'interact',
		scrapeId: scrapeId ?? '',
		interactWith: 'prompt',
		prompt: 'What is the title?',
	});
	return { scrapeId };
}

const runOf =
	(ms: number) =>
	async (servers: TestServers): Promise<Partial<ExistingIds>> => {
		const start = { resource: 'agent', operation: 'start', prompt: promptFor(ms) };
		return { jobId: String((await first(servers, start)).jobId) };
	};

const shortRun = runOf(300);

const longRun = runOf(86_400_000);

async function endedRun(servers: TestServers): Promise<Partial<ExistingIds>> {
	const { jobId = '' } = await shortRun(servers);
	servers.passTime(1000);
	await endedRunsAreComplete(servers);
	const trace = { resource: 'agent', operation: 'getTrace', jobId, returnAll: true };
	const events = await itemsOf(servers, trace);
	const named = events.find(({ json }) => json.snapshotId !== undefined);
	return { jobId, snapshotId: String(named?.json.snapshotId) };
}

const crawlTo =
	(limit: number, plan: JobPlan) =>
	async (servers: TestServers): Promise<Partial<ExistingIds>> => {
		const { service } = servers;
		service.jobs.planNext([plan]);
		const start = { resource: 'crawl', operation: 'start', url: `${service.url}/site/`, limit };
		return { jobId: String((await first(servers, start)).jobId) };
	};

async function endedCrawl(servers: TestServers): Promise<Partial<ExistingIds>> {
	const known = await crawlTo(1, {})(servers);
	const wait = { resource: 'crawl', operation: 'wait', jobId: known.jobId ?? '' };
	await itemsOf(servers, wait);
	return known;
}

const batchOf =
	(plan: JobPlan) =>
	async (servers: TestServers): Promise<Partial<ExistingIds>> => {
		const { service } = servers;
		service.jobs.planNext([plan]);
		const urls = `${service.url}/pages/article.html`;
		const start = { resource: 'batchScrape', operation: 'start', urls };
		return { jobId: String((await first(servers, start)).jobId) };
	};

async function endedBatch(servers: TestServers): Promise<Partial<ExistingIds>> {
	const ids = await batchOf({})(servers);
	const wait = { resource: 'batchScrape', operation: 'wait', jobId: ids.jobId ?? '' };
	await itemsOf(servers, wait);
	return ids;
}

function longCrawlPlan({ service }: TestServers): Promise<Partial<ExistingIds>> {
	service.jobs.planNext([{ neverEnds: true }]);
	return Promise.resolve({});
}

async function monitor(servers: TestServers): Promise<Partial<ExistingIds>> {
	const { id } = await first(servers, {
		resource: 'monitor',
		operation: 'create',
		...weeklyMonitor,
	});
	return { monitorId: String(id) };
}

/** A duration that is longer than any monitor check in the local service. */
const CHECK_MS = 60_000;

async function endedCheck(servers: TestServers): Promise<Partial<ExistingIds>> {
	const { monitorId = '' } = await monitor(servers);
	const run = { resource: 'monitor', operation: 'run', monitorId, waitForCheck: false };
	const { checkId } = await first(servers, run);
	servers.passTime(CHECK_MS);
	await untilArrived(() => checksAreOver(servers.service));
	return { monitorId, checkId: String(checkId) };
}

async function browserSession(servers: TestServers): Promise<Partial<ExistingIds>> {
	const { id } = await first(servers, { resource: 'browserSession', operation: 'create' });
	return { sessionId: String(id) };
}

const creators: Record<Subject['needs'], (servers: TestServers) => Promise<Partial<ExistingIds>>> =
	{
		nothing: () => Promise.resolve({}),
		scrape,
		session,
		shortRun,
		longRun,
		endedRun,
		batch: batchOf({ neverEnds: true }),
		shortBatch: batchOf({}),
		endedBatch,
		crawl: crawlTo(1, { neverEnds: true }),
		shortCrawl: crawlTo(1, {}),
		longCrawlPlan,
		endedCrawl,
		monitor,
		endedCheck,
		browserSession,
	};

export const noIds: ExistingIds = {
	scrapeId: '',
	jobId: '',
	snapshotId: '',
	monitorId: '',
	checkId: '',
	sessionId: '',
};

export async function idsFor(
	{ needs }: Pick<Subject, 'needs'>,
	servers: TestServers,
): Promise<ExistingIds> {
	return { ...noIds, ...(await creators[needs](servers)) };
}
