import type { IBinaryKeyData, INodeParameters } from 'n8n-workflow';
import type { FaultCondition } from '../localService/faults';
import { syntheticUrls } from '../localService/jobClient';
import type { LocalService } from '../localService/localService';
import { promptFor } from './servers';

export interface ExistingIds {
	scrapeId: string;
	jobId: string;
	snapshotId: string;
	monitorId: string;
	checkId: string;
	sessionId: string;
}

/**
 * The effect of repeating the request:
 *
 * - `read`: no effect
 * - `paidAgain`: the service charges for the request again
 * - `ends`: no effect, because the first request has already ended or deleted the object
 * - `replayed`: no effect, because `x-request-id` identifies the request
 * - `never`: the service does the work twice
 * - `found`: like `never`, but the service has a list in which the node can find the started work
 * - `matched`: like `never`, but the node first searches for the monitor of an earlier attempt
 * - `poll`: no effect, because the request only reads the status of a run
 */
export type Repeat =
	'read' | 'paidAgain' | 'ends' | 'replayed' | 'never' | 'found' | 'matched' | 'poll';

export interface Subject {
	name: string;
	repeat: Repeat;
	parameters(ids: ExistingIds, service: LocalService): INodeParameters;
	binary?: IBinaryKeyData;
	when(known: ExistingIds): FaultCondition;
	needs:
		| 'nothing'
		| 'scrape'
		| 'session'
		| 'shortRun'
		| 'longRun'
		| 'endedRun'
		| 'batch'
		| 'shortBatch'
		| 'endedBatch'
		| 'crawl'
		| 'shortCrawl'
		| 'endedCrawl'
		| 'longCrawlPlan'
		| 'monitor'
		| 'endedCheck'
		| 'browserSession';
	executions?(service: LocalService): number;
}

const agent = (operation: string, parameters: INodeParameters): INodeParameters => ({
	resource: 'agent',
	operation,
	...parameters,
});

const report = {
	data: Buffer.from('<h1>Tides</h1>').toString('base64'),
	fileName: 'tides.html',
	mimeType: 'text/html',
};

export const weeklyMonitor: INodeParameters = {
	name: 'Tides',
	schedule: { schedule: { specifySchedule: 'text', text: 'weekly' } },
	targets: { target: [{ type: 'scrape', urls: syntheticUrls(1) }] },
};

const post = (path: string): FaultCondition => ({ method: 'POST', path });

const statusPoll = ({ jobId }: ExistingIds): FaultCondition => ({
	method: 'GET',
	path: jobId === '' ? '/v2/agent/*' : `/v2/agent/${jobId}`,
});

const crawl = (operation: string, parameters: INodeParameters = {}): INodeParameters => ({
	resource: 'crawl',
	operation,
	...parameters,
});

const crawlsOf = ({ jobs }: LocalService) => jobs.all.filter(({ kind }) => kind === 'crawl');

const crawlRead = ({ jobId }: ExistingIds): FaultCondition => ({
	method: 'GET',
	path: `/v2/crawl/${jobId}*`,
});

const anyCrawlPoll: FaultCondition = { method: 'GET', path: '/v2/crawl/*?limit=1' };

const batch = (operation: string, parameters: INodeParameters = {}): INodeParameters => ({
	resource: 'batchScrape',
	operation,
	...parameters,
});

const anyBatchPoll: FaultCondition = { method: 'GET', path: '/v2/batch/scrape/*?limit=1' };

const batchesOf = ({ jobs }: LocalService) => jobs.all.filter(({ kind }) => kind === 'batch');

const batchRead = ({ jobId }: ExistingIds): FaultCondition => ({
	method: 'GET',
	path: `/v2/batch/scrape/${jobId}*`,
});

const starts = (service: LocalService): number => service.agentStarts;

export const startedChecks = ({ monitors }: LocalService): number =>
	monitors.flatMap(({ checks }) => checks).length;

export const subjects: readonly Subject[] = [
	{
		name: 'Scrape',
		repeat: 'paidAgain',
		needs: 'nothing',
		parameters: (_known, { url }) => ({
			resource: 'scrape',
			operation: 'scrape',
			url: `${url}/pages/article.html`,
		}),
		when: () => post('/v2/scrape'),
		executions: (service) => service.charged,
	},
	{
		name: 'Parse',
		repeat: 'paidAgain',
		needs: 'nothing',
		parameters: () => ({ resource: 'parse', operation: 'parse' }),
		binary: { data: report },
		when: () => post('/v2/parse'),
		executions: (service) => service.charged,
	},
	{
		name: 'Monitor: Create',
		repeat: 'matched',
		needs: 'nothing',
		parameters: () => ({ resource: 'monitor', operation: 'create', ...weeklyMonitor }),
		when: () => post('/v2/monitor'),
		executions: ({ monitors }) => monitors.length,
	},
	{
		name: 'Monitor: Run',
		repeat: 'found',
		needs: 'monitor',
		parameters: ({ monitorId }) => ({
			resource: 'monitor',
			operation: 'run',
			monitorId,
			waitForCheck: false,
		}),
		when: ({ monitorId }) => post(`/v2/monitor/${monitorId}/run`),
		executions: startedChecks,
	},
	{
		name: 'Monitor: Run, a poll',
		repeat: 'poll',
		needs: 'monitor',
		parameters: ({ monitorId }) => ({ resource: 'monitor', operation: 'run', monitorId }),
		when: ({ monitorId }) => ({
			method: 'GET',
			path: `/v2/monitor/${monitorId}/checks/*?limit=1`,
		}),
		executions: startedChecks,
	},
	{
		name: 'Monitor: Get',
		repeat: 'read',
		needs: 'monitor',
		parameters: ({ monitorId }) => ({ resource: 'monitor', operation: 'get', monitorId }),
		when: ({ monitorId }) => ({ method: 'GET', path: `/v2/monitor/${monitorId}` }),
	},
	{
		name: 'Monitor: Get Many',
		repeat: 'read',
		needs: 'monitor',
		parameters: () => ({ resource: 'monitor', operation: 'getAll', limit: 1 }),
		when: () => ({ method: 'GET', path: '/v2/monitor?*' }),
	},
	{
		name: 'Monitor: Get Checks',
		repeat: 'read',
		needs: 'endedCheck',
		parameters: ({ monitorId }) => ({
			resource: 'monitor',
			operation: 'getChecks',
			monitorId,
			limit: 1,
		}),
		when: ({ monitorId }) => ({ method: 'GET', path: `/v2/monitor/${monitorId}/checks?*` }),
	},
	{
		name: 'Monitor: Get Check',
		repeat: 'read',
		needs: 'endedCheck',
		parameters: ({ monitorId, checkId }) => ({
			resource: 'monitor',
			operation: 'getCheck',
			monitorId,
			checkId,
			limit: 1,
		}),
		when: ({ monitorId, checkId }) => ({
			method: 'GET',
			path: `/v2/monitor/${monitorId}/checks/${checkId}*`,
		}),
	},
	{
		name: 'Monitor: Update',
		repeat: 'read',
		needs: 'monitor',
		parameters: ({ monitorId }) => ({
			resource: 'monitor',
			operation: 'update',
			monitorId,
			options: { status: 'paused' },
		}),
		when: ({ monitorId }) => ({ method: 'PATCH', path: `/v2/monitor/${monitorId}` }),
	},
	{
		name: 'Monitor: Delete',
		repeat: 'ends',
		needs: 'monitor',
		parameters: ({ monitorId }) => ({ resource: 'monitor', operation: 'delete', monitorId }),
		when: ({ monitorId }) => ({ method: 'DELETE', path: `/v2/monitor/${monitorId}` }),
	},
	{
		name: 'Interact',
		repeat: 'never',
		needs: 'scrape',
		parameters: ({ scrapeId }) => ({
			resource: 'scrape',
			operation: 'interact',
			scrapeId,
			interactWith: 'prompt',
			prompt: 'What is the title?',
		}),
		when: ({ scrapeId }) => post(`/v2/scrape/${scrapeId}/interact`),
	},
	{
		name: 'Stop Interact',
		repeat: 'ends',
		needs: 'session',
		parameters: ({ scrapeId }) => ({ resource: 'scrape', operation: 'stopInteract', scrapeId }),
		when: ({ scrapeId }) => ({ method: 'DELETE', path: `/v2/scrape/${scrapeId}/interact` }),
		/** The initial scrape costs 1 credit. The service charges for the session minutes when the session ends. */
		executions: (service) => (service.charged > 1 ? 1 : 0),
	},
	{
		name: 'Browser Session: Create',
		repeat: 'never',
		needs: 'nothing',
		parameters: () => ({ resource: 'browserSession', operation: 'create' }),
		when: () => post('/v2/interact'),
		executions: ({ browserSessions }) => browserSessions.length,
	},
	{
		name: 'Browser Session: Execute',
		repeat: 'never',
		needs: 'browserSession',
		parameters: ({ sessionId }) => ({
			resource: 'browserSession',
			operation: 'execute',
			sessionId,
			code: 'await page.title()',
		}),
		when: ({ sessionId }) => post(`/v2/interact/${sessionId}/execute`),
	},
	{
		name: 'Browser Session: Get Many',
		repeat: 'read',
		needs: 'browserSession',
		parameters: () => ({ resource: 'browserSession', operation: 'getAll' }),
		when: () => ({ method: 'GET', path: '/v2/interact' }),
	},
	{
		name: 'Browser Session: Delete',
		repeat: 'ends',
		needs: 'browserSession',
		parameters: ({ sessionId }) => ({
			resource: 'browserSession',
			operation: 'delete',
			sessionId,
		}),
		when: ({ sessionId }) => ({ method: 'DELETE', path: `/v2/interact/${sessionId}` }),
		executions: ({ browserSessions }) =>
			browserSessions.filter(({ destroyedAt }) => destroyedAt !== undefined).length,
	},
	{
		name: 'Get Stored Scrape',
		repeat: 'read',
		needs: 'scrape',
		parameters: ({ scrapeId }) => ({ resource: 'scrape', operation: 'get', scrapeId }),
		when: ({ scrapeId }) => ({ method: 'GET', path: `/v2/scrape/${scrapeId}` }),
	},
	{
		name: 'Search',
		repeat: 'paidAgain',
		needs: 'nothing',
		parameters: () => ({ resource: 'search', operation: 'search', query: 'lamp' }),
		when: () => post('/v2/search'),
		/** A search costs 2 credits. */
		executions: ({ charged }) => charged / 2,
	},
	{
		name: 'Map',
		repeat: 'paidAgain',
		needs: 'nothing',
		parameters: (_known, { url }) => ({
			resource: 'map',
			operation: 'map',
			url: `${url}/site/`,
			limit: 1,
		}),
		when: () => post('/v2/map'),
		executions: (service) => service.charged,
	},
	{
		name: 'Catalog: Call',
		repeat: 'replayed',
		needs: 'nothing',
		parameters: () => ({
			resource: 'catalog',
			operation: 'call',
			specifyCalls: 'json',
			catalogJson: JSON.stringify([
				{
					provider: 'rates',
					capability: 'convert',
					options: { amount: 1, from: 'EUR', to: 'USD' },
				},
			]),
		}),
		when: () => post('/v2/scrape'),
		executions: (service) => service.executions.length,
	},
	{
		name: 'Agent: Start',
		repeat: 'never',
		needs: 'nothing',
		parameters: () => agent('start', { prompt: promptFor(300) }),
		when: () => post('/v2/agent'),
		executions: starts,
	},
	{
		name: 'Agent: Run, the start',
		repeat: 'never',
		needs: 'nothing',
		parameters: () => agent('run', { prompt: promptFor(300) }),
		when: () => post('/v2/agent'),
		executions: starts,
	},
	{
		name: 'Agent: Run, a poll',
		repeat: 'poll',
		needs: 'nothing',
		parameters: () => agent('run', { prompt: promptFor(300) }),
		when: statusPoll,
		executions: starts,
	},
	{
		name: 'Agent: Wait',
		repeat: 'poll',
		needs: 'shortRun',
		parameters: ({ jobId }) => agent('wait', { jobId }),
		when: statusPoll,
		executions: starts,
	},
	{
		name: 'Agent: Get',
		repeat: 'read',
		needs: 'endedRun',
		parameters: ({ jobId }) => agent('get', { jobId }),
		when: statusPoll,
	},
	{
		name: 'Agent: Cancel',
		repeat: 'ends',
		needs: 'longRun',
		parameters: ({ jobId }) => agent('cancel', { jobId }),
		when: ({ jobId }) => ({ method: 'DELETE', path: `/v2/agent/${jobId}` }),
		executions: ({ agent: { runs } }) => runs.filter(({ cancelling }) => cancelling).length,
	},
	{
		name: 'Agent: Get Trace',
		repeat: 'read',
		needs: 'endedRun',
		parameters: ({ jobId }) => agent('getTrace', { jobId, limit: 1 }),
		when: ({ jobId }) => ({ method: 'GET', path: `/v2/agent/${jobId}/trace` }),
	},
	{
		name: 'Agent: Get Snapshot',
		repeat: 'read',
		needs: 'endedRun',
		parameters: ({ jobId, snapshotId }) => agent('getSnapshot', { jobId, snapshotId }),
		when: ({ jobId, snapshotId }) => ({
			method: 'GET',
			path: `/v2/agent/${jobId}/snapshots/${snapshotId}`,
		}),
	},
	{
		name: 'Account: Get Credit Usage',
		repeat: 'read',
		needs: 'nothing',
		parameters: () => ({ resource: 'account', operation: 'getCreditUsage' }),
		when: () => ({ method: 'GET', path: '/v2/team/credit-usage' }),
	},
	{
		name: 'Account: Get Credit History',
		repeat: 'read',
		needs: 'nothing',
		parameters: () => ({ resource: 'account', operation: 'getCreditHistory', limit: 1 }),
		when: () => ({ method: 'GET', path: '/v2/team/credit-usage/historical' }),
	},
	{
		name: 'Account: Get Queue Status',
		repeat: 'read',
		needs: 'nothing',
		parameters: () => ({ resource: 'account', operation: 'getQueueStatus' }),
		when: () => ({ method: 'GET', path: '/v2/team/queue-status' }),
	},
	{
		name: 'Account: Get Concurrency',
		repeat: 'read',
		needs: 'nothing',
		parameters: () => ({ resource: 'account', operation: 'getConcurrency' }),
		when: () => ({ method: 'GET', path: '/v2/concurrency-check' }),
	},
	{
		name: 'Account: Get Activity',
		repeat: 'read',
		needs: 'scrape',
		parameters: () => ({ resource: 'account', operation: 'getActivity', limit: 1 }),
		when: () => ({ method: 'GET', path: '/v2/team/activity*' }),
	},
	{
		name: 'Batch Scrape: Start',
		repeat: 'found',
		needs: 'nothing',
		parameters: (_ids, { url }) => batch('start', { urls: `${url}/pages/article.html` }),
		when: () => post('/v2/batch/scrape'),
		executions: (service) => batchesOf(service).length,
	},
	{
		name: 'Batch Scrape: Run, the start',
		repeat: 'found',
		needs: 'nothing',
		parameters: (_ids, { url }) => batch('run', { urls: `${url}/pages/article.html` }),
		when: () => post('/v2/batch/scrape'),
		executions: (service) => batchesOf(service).length,
	},
	{
		name: 'Batch Scrape: Run, a poll',
		repeat: 'poll',
		needs: 'nothing',
		parameters: (_ids, { url }) => batch('run', { urls: `${url}/pages/article.html` }),
		when: () => anyBatchPoll,
		executions: (service) => batchesOf(service).length,
	},
	{
		name: 'Batch Scrape: Wait',
		repeat: 'poll',
		needs: 'shortBatch',
		parameters: ({ jobId }) => batch('wait', { jobId }),
		when: () => anyBatchPoll,
		executions: (service) => batchesOf(service).length,
	},
	{
		name: 'Batch Scrape: Get',
		repeat: 'read',
		needs: 'endedBatch',
		parameters: ({ jobId }) => batch('get', { jobId }),
		when: batchRead,
	},
	{
		name: 'Batch Scrape: Get Pages',
		repeat: 'read',
		needs: 'endedBatch',
		parameters: ({ jobId }) => batch('getPages', { jobId, limit: 1 }),
		when: batchRead,
	},
	{
		name: 'Batch Scrape: Get Errors',
		repeat: 'read',
		needs: 'endedBatch',
		parameters: ({ jobId }) => batch('getErrors', { jobId, simplify: false }),
		when: batchRead,
	},
	{
		name: 'Batch Scrape: Cancel',
		repeat: 'ends',
		needs: 'batch',
		parameters: ({ jobId }) => batch('cancel', { jobId }),
		when: ({ jobId }) => ({ method: 'DELETE', path: `/v2/batch/scrape/${jobId}` }),
		executions: (service) =>
			batchesOf(service).filter(({ status }) => status === 'cancelled').length,
	},
	{
		name: 'Crawl: Start',
		repeat: 'found',
		needs: 'longCrawlPlan',
		parameters: (_known, { url }) => crawl('start', { url: `${url}/site/` }),
		when: () => post('/v2/crawl'),
		executions: (service) => crawlsOf(service).length,
	},
	{
		name: 'Crawl: Run, a poll',
		repeat: 'poll',
		needs: 'nothing',
		parameters: (_known, { url }) => crawl('run', { url: `${url}/site/`, limit: 1 }),
		when: () => anyCrawlPoll,
		executions: (service) => crawlsOf(service).length,
	},
	{
		name: 'Crawl: Wait',
		repeat: 'poll',
		needs: 'shortCrawl',
		parameters: ({ jobId }) => crawl('wait', { jobId }),
		when: () => anyCrawlPoll,
		executions: (service) => crawlsOf(service).length,
	},
	{
		name: 'Crawl: Get',
		repeat: 'read',
		needs: 'endedCrawl',
		parameters: ({ jobId }) => crawl('get', { jobId }),
		when: crawlRead,
	},
	{
		name: 'Crawl: Get Pages',
		repeat: 'read',
		needs: 'endedCrawl',
		parameters: ({ jobId }) => crawl('getPages', { jobId, limit: 1 }),
		when: crawlRead,
	},
	{
		name: 'Crawl: Get Errors',
		repeat: 'read',
		needs: 'endedCrawl',
		parameters: ({ jobId }) => crawl('getErrors', { jobId, simplify: false }),
		when: crawlRead,
	},
	{
		name: 'Crawl: Get Many',
		repeat: 'read',
		needs: 'crawl',
		parameters: () => crawl('getAll'),
		when: () => ({ method: 'GET', path: '/v2/crawl/active' }),
	},
	{
		name: 'Crawl: Preview Params',
		repeat: 'read',
		needs: 'nothing',
		parameters: (_known, { url }) =>
			crawl('previewParams', { url: `${url}/site/`, prompt: 'Only 2 pages' }),
		when: () => post('/v2/crawl/params-preview'),
	},
	{
		name: 'Crawl: Cancel',
		repeat: 'ends',
		needs: 'crawl',
		parameters: ({ jobId }) => crawl('cancel', { jobId }),
		when: ({ jobId }) => ({ method: 'DELETE', path: `/v2/crawl/${jobId}` }),
		executions: (service) =>
			crawlsOf(service).filter(({ status }) => status === 'cancelled').length,
	},
];
