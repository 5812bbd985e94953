// Creates what an operation needs, with operations of the node itself, so that it also works on another server.

import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { FaultCondition } from '../localService/faults';
import { promptFor, RUN_CREDITS } from './agent';
import { weeklyMonitor } from './monitor';
import type { Existing, Need, OperationCase } from './operationCase';

export interface World {
	page: string;
	site: string;
	/** Runs an operation and returns the items. */
	run(
		resource: string,
		operation: string,
		parameters: INodeParameters,
		binary?: OperationCase['binary'],
	): Promise<IDataObject[]>;
}

/** Returns the world of the local service. */
export const localWorld = ({ url }: { url: string }, run: World['run']): World => ({
	page: `${url}/pages/article.html`,
	site: `${url}/site/`,
	run,
});

/** Returns the condition for requests such as `GET /v2/agent/{jobId}`. */
export function conditionOf(request: string, existing: Existing): FaultCondition {
	const [method, path] = request
		.replace(/\{(\w+)\}/g, (_, name: keyof Existing) => existing[name])
		.split(' ');
	return { method, path };
}

type Ids = Partial<Existing>;

const noIds = {
	...{ scrapeId: '', jobId: '', snapshotId: '', threadId: '' },
	...{ monitorId: '', checkId: '', sessionId: '' },
};

async function scrape({ run, page }: World): Promise<Ids> {
	const [item] = await run('scrape', 'scrape', { url: page });
	return { scrapeId: String((item?.metadata as IDataObject | undefined)?.scrapeId) };
}

async function session(world: World): Promise<Ids> {
	const ids = await scrape(world);
	const prompt = { interactWith: 'prompt', prompt: 'What is the title?' };
	await world.run('scrape', 'interact', { scrapeId: ids.scrapeId ?? '', ...prompt });
	return ids;
}

const started = async (world: World, resource: string, form: INodeParameters): Promise<Ids> => {
	const [item] = await world.run(resource, 'start', form);
	return { jobId: String(item?.jobId) };
};

const ended = async (world: World, resource: string, form: INodeParameters): Promise<Ids> => {
	const { jobId = '' } = await started(world, resource, form);
	await world.run(resource, 'wait', { jobId });
	return { jobId };
};

const A_DAY_MS = 86_400_000;

const task = ({ page }: World, ms: number): INodeParameters => ({
	prompt: promptFor(ms),
	urls: [page],
	maxCredits: RUN_CREDITS,
});

const run = (world: World): Promise<Ids> => started(world, 'agent', task(world, A_DAY_MS));

async function endedRun(world: World): Promise<Ids> {
	const { jobId = '' } = await ended(world, 'agent', task(world, 300));
	const events = await world.run('agent', 'getTrace', { jobId, returnAll: true });
	const snapshotId = events.map((event) => event.snapshotId).find((id) => id !== undefined);
	return { jobId, snapshotId: String(snapshotId) };
}

async function thread(world: World): Promise<Ids> {
	const form = { ...task(world, 300), options: { mode: 'chat' } };
	const [item] = await world.run('agent', 'run', form);
	return { threadId: String(item?.threadId) };
}

async function monitor({ run: execute, page }: World): Promise<Ids> {
	const [item] = await execute('monitor', 'create', weeklyMonitor(page));
	return { monitorId: String(item?.id) };
}

async function endedCheck(world: World): Promise<Ids> {
	const { monitorId = '' } = await monitor(world);
	const [item] = await world.run('monitor', 'run', { monitorId });
	return { monitorId, checkId: String(item?.checkId) };
}

async function browserSession({ run: execute }: World): Promise<Ids> {
	const [item] = await execute('browserSession', 'create', {});
	return { sessionId: String(item?.id) };
}

interface Creator {
	/** Most credits that the creation costs. */
	credits: number;
	create(world: World): Promise<Ids>;
}

const creators: Record<Need, Creator> = {
	scrape: { credits: 1, create: scrape },
	session: { credits: 8, create: session },
	run: { credits: RUN_CREDITS, create: run },
	endedRun: { credits: RUN_CREDITS, create: endedRun },
	thread: { credits: RUN_CREDITS, create: thread },
	batch: {
		credits: 1,
		create: (world) =>
			started(world, 'batchScrape', { urls: world.page, options: { waitFor: 20_000 } }),
	},
	endedBatch: { credits: 1, create: (world) => ended(world, 'batchScrape', { urls: world.page }) },
	crawl: {
		credits: 5,
		create: (world) =>
			started(world, 'crawl', { url: world.site, limit: 5, options: { delay: 30 } }),
	},
	endedCrawl: {
		credits: 1,
		create: (world) => ended(world, 'crawl', { url: world.site, limit: 1 }),
	},
	monitor: { credits: 0, create: monitor },
	endedCheck: { credits: 1, create: endedCheck },
	browserSession: { credits: 2, create: browserSession },
};

export const creditsFor = (need: Need | undefined): number =>
	need === undefined ? 0 : creators[need].credits;

/** Creates what the operation needs. */
export async function givenFor(
	{ needs }: Pick<OperationCase, 'needs'>,
	world: World,
): Promise<Existing> {
	const { page, site } = world;
	return {
		page,
		site,
		...noIds,
		...(needs === undefined ? {} : await creators[needs].create(world)),
	};
}

/** IDs for requests that are not sent. */
export const invented: Existing = {
	page: 'https://example.com/',
	site: 'https://example.com/',
	scrapeId: '0192f4c1-7d5e-7c3a-9b1e-2f6a4d8c0b11',
	jobId: '0192f4c1-7d5e-7c3a-9b1e-2f6a4d8c0b12',
	snapshotId: '0192f4c1-7d5e-7c3a-9b1e-2f6a4d8c0b13',
	threadId: '0192f4c1-7d5e-7c3a-9b1e-2f6a4d8c0b17',
	monitorId: '0192f4c1-7d5e-7c3a-9b1e-2f6a4d8c0b14',
	checkId: '0192f4c1-7d5e-7c3a-9b1e-2f6a4d8c0b15',
	sessionId: '0192f4c1-7d5e-7c3a-9b1e-2f6a4d8c0b16',
};
