import type { IDataObject, INodeExecutionData, INodeParameters, INodeType } from 'n8n-workflow';
import type { FaultCondition } from '../localService/faults';
import { syntheticUrls } from '../localService/jobClient';
import { call } from '../localService/testClient';
import type { ChangingSite } from '../support/changingSite';
import { runPoll } from '../support/pollNode';
import type { TriggerHost } from '../support/triggerHost';
import {
	startedChecks,
	weeklyMonitor,
	type ExistingIds,
	type Repeat,
	type Subject,
} from './operations';
import { idsFor } from './prepareIds';
import type { TestServers } from './servers';
import { untilArrived } from './until';

export interface TriggerWorld {
	servers: TestServers;
	host: TriggerHost;
	pageTrigger: INodeType;
	staticData: IDataObject;
	site: ChangingSite;
	baseUrl: string;
	requestSettings: INodeParameters;
	items: INodeExecutionData[];
	id: string;
	checkId: string;
	webhookId: string;
	token?: string;
	charged: number;
}

export interface StepLimits {
	maxTries: number;
	maxWaitMs: number;
	maxMs: number;
	timeoutReason: string;
}

export interface TriggerStep {
	name: string;
	repeat: Repeat;
	limits: StepLimits;
	when(world: TriggerWorld): FaultCondition;
	prepare?(world: TriggerWorld): Promise<void>;
	/**
	 * Returns the text of the error or of the log entry, or an empty string if the step succeeds.
	 */
	run(world: TriggerWorld): Promise<string>;
	runAgain(world: TriggerWorld): Promise<unknown>;
	executions(world: TriggerWorld): number | Promise<number>;
	counts: readonly [without: number, withEffect: number];
	/** Whether the request takes effect even if the node receives no response. */
	isWrite?: true;
	/** Expected result of `executionsAgain`. */
	countsAgain: number;
	executionsAgain?(world: TriggerWorld): number | Promise<number>;
	/** Whether the step may change the stored state of the node even if the step fails. */
	changesState?: true;
	/** Whether the step sends other requests before the affected request. */
	isSecond?: true;
	/** Whether n8n only logs the error. */
	hasLog?: true;
}

const HOOK_LIMITS: StepLimits = {
	maxTries: 3,
	maxWaitMs: 30_000,
	maxMs: Infinity,
	timeoutReason: '',
};
const EVENT_LIMITS: StepLimits = {
	maxTries: 2,
	maxWaitMs: 8_000,
	maxMs: 8_000,
	timeoutReason: 'statusTimeout',
};
const POLL_LIMITS: StepLimits = {
	maxTries: 5,
	maxWaitMs: 600_000,
	maxMs: 300_000,
	timeoutReason: 'pollTimeout',
};

/** A duration that is longer than any monitor check in the local service. */
const CHECK_MS = 60_000;

const ownMonitor: INodeParameters = {
	...weeklyMonitor,
	source: 'monitor',
	monitorMode: 'create',
	targets: { target: [{ type: 'scrape', urls: syntheticUrls(1) }] },
};

const existing = (id: string): INodeParameters => ({
	source: 'monitor',
	monitorMode: 'existing',
	monitorId: { __rl: true, mode: 'id', value: id },
});

const textOf = (error: unknown): string => {
	const { message, description } = error as { message: string; description?: string | null };
	return [message, description ?? ''].join(' ').trim();
};

function connect({ host, servers: { service }, baseUrl }: TriggerWorld): void {
	host.credential = { baseUrl, apiKey: service.apiKey };
}

async function activate(world: TriggerWorld): Promise<string> {
	connect(world);
	try {
		await world.host.activate();
		return '';
	} catch (error) {
		return textOf(error);
	}
}

async function logOf(world: TriggerWorld, step: () => Promise<unknown>): Promise<string> {
	connect(world);
	const { log } = world.host;
	log.length = 0;
	await step();
	return log.join(' ');
}

const startOfN8n = (world: TriggerWorld): Promise<string> =>
	logOf(world, async () => {
		world.host.activationMode = 'init';
		await world.host.activate();
	});

const deactivate = (world: TriggerWorld): Promise<string> =>
	logOf(world, () => world.host.deactivate());

interface StoredMonitor {
	status: string;
	webhook: { url: string; headers: Record<string, string> } | null;
}

async function activeMonitors({
	servers: { service },
	host,
	token,
}: TriggerWorld): Promise<number> {
	const { json } = await call(service, 'GET', '/v2/monitor');
	const monitors = json.data as unknown as StoredMonitor[];
	return monitors.filter(
		({ status, webhook }) =>
			status === 'active' &&
			webhook?.url === host.url &&
			(token === undefined || webhook.headers['x-web-data-token'] === token),
	).length;
}

const own = async (world: TriggerWorld): Promise<void> => {
	world.host.parameters = ownMonitor;
	await Promise.resolve();
};

const activeOwn = async (world: TriggerWorld): Promise<void> => {
	await own(world);
	await activate(world);
	world.id = String(world.host.staticData.monitorId);
};

async function storedMonitor(world: TriggerWorld): Promise<void> {
	const body = {
		name: 'Own',
		schedule: { text: 'weekly' },
		targets: [{ type: 'scrape', urls: syntheticUrls(1) }],
	};
	const { json } = await call(world.servers.service, 'POST', '/v2/monitor', body);
	world.id = String(json.data?.id);
	world.host.parameters = existing(world.id);
}

const pausedElsewhere = async (world: TriggerWorld): Promise<void> => {
	await activeOwn(world);
	await call(world.servers.service, 'PATCH', `/v2/monitor/${world.id}`, { status: 'paused' });
};

/** Waits until the trigger has received the two events that the service sends for a check of one page. */
async function receiveCheck({ servers, host }: TriggerWorld): Promise<void> {
	servers.passTime(CHECK_MS);
	await untilArrived(() => host.executions.length === 2);
}

async function testOfExisting(world: TriggerWorld): Promise<void> {
	const { host } = world;
	await storedMonitor(world);
	await activate(world);
	world.token = String(host.staticData.token);
	Object.assign(host, { mode: 'manual', staticData: {} });
	await activate(world);
	await receiveCheck(world);
}

const monitorRead = ({ id }: TriggerWorld): FaultCondition => ({
	method: 'GET',
	path: `/v2/monitor/${id}`,
});

const monitorWrite =
	(method: string, rest = '') =>
	({ id }: TriggerWorld): FaultCondition => ({ method, path: `/v2/monitor/${id || '*'}${rest}` });

const hookStep = { limits: HOOK_LIMITS, executions: activeMonitors } as const;

const activationSteps: TriggerStep[] = [
	{
		...hookStep,
		name: 'Activation: the list of monitors',
		repeat: 'read',
		when: () => ({ method: 'GET', path: '/v2/monitor?*' }),
		prepare: own,
		run: activate,
		runAgain: activate,
		counts: [0, 1],
		countsAgain: 1,
	},
	{
		...hookStep,
		name: 'Activation: the creation of the monitor',
		repeat: 'matched',
		when: () => ({ method: 'POST', path: '/v2/monitor' }),
		prepare: own,
		run: activate,
		runAgain: activate,
		counts: [0, 1],
		isWrite: true,
		countsAgain: 1,
		isSecond: true,
	},
	{
		...hookStep,
		name: 'Activation: the state of the monitor',
		repeat: 'read',
		when: monitorRead,
		prepare: activeOwn,
		run: activate,
		runAgain: activate,
		counts: [1, 1],
		countsAgain: 1,
	},
	{
		...hookStep,
		name: 'Start of n8n: the state of the monitor',
		repeat: 'read',
		when: monitorRead,
		prepare: activeOwn,
		run: startOfN8n,
		runAgain: startOfN8n,
		counts: [1, 1],
		countsAgain: 1,
		hasLog: true,
	},
	{
		...hookStep,
		name: 'Activation: the update of the monitor',
		repeat: 'read',
		when: monitorWrite('PATCH'),
		prepare: pausedElsewhere,
		run: activate,
		runAgain: activate,
		counts: [0, 1],
		isWrite: true,
		countsAgain: 1,
		isSecond: true,
	},
	{
		...hookStep,
		name: 'Activation: the state of an existing monitor',
		repeat: 'read',
		when: monitorRead,
		prepare: storedMonitor,
		run: activate,
		runAgain: activate,
		counts: [0, 1],
		countsAgain: 1,
	},
	{
		...hookStep,
		name: 'Activation: the webhook of an existing monitor',
		repeat: 'read',
		when: monitorWrite('PATCH'),
		prepare: storedMonitor,
		run: activate,
		runAgain: activate,
		counts: [0, 1],
		isWrite: true,
		countsAgain: 1,
		isSecond: true,
	},
	{
		...hookStep,
		name: 'Test: the start of the check',
		repeat: 'found',
		when: monitorWrite('POST', '/run'),
		prepare: async (world) => {
			await own(world);
			world.host.mode = 'manual';
		},
		run: activate,
		// If a test of the trigger cannot start, n8n calls the trigger's `delete` method.
		runAgain: deactivate,
		executions: ({ servers: { service } }) => startedChecks(service),
		counts: [0, 1],
		isWrite: true,
		executionsAgain: activeMonitors,
		countsAgain: 0,
		changesState: true,
		isSecond: true,
	},
];

const removalSteps: TriggerStep[] = [
	{
		...hookStep,
		name: 'Deactivation: the deletion of the monitor',
		repeat: 'ends',
		when: monitorWrite('DELETE'),
		prepare: activeOwn,
		run: deactivate,
		runAgain: deactivate,
		counts: [1, 0],
		isWrite: true,
		countsAgain: 0,
		hasLog: true,
	},
	{
		...hookStep,
		name: 'Deactivation: the pause of the monitor',
		repeat: 'ends',
		when: monitorWrite('PATCH'),
		prepare: async (world) => {
			await activeOwn(world);
			world.host.parameters = { ...ownMonitor, onDeactivation: 'pause' };
		},
		run: deactivate,
		runAgain: deactivate,
		counts: [1, 0],
		isWrite: true,
		countsAgain: 0,
		hasLog: true,
	},
	{
		...hookStep,
		name: 'End of a test: the state of an existing monitor',
		repeat: 'read',
		when: monitorRead,
		prepare: testOfExisting,
		run: deactivate,
		runAgain: deactivate,
		counts: [0, 1],
		countsAgain: 1,
		hasLog: true,
	},
	{
		...hookStep,
		name: 'End of a test: the webhook of an existing monitor',
		repeat: 'read',
		when: monitorWrite('PATCH'),
		prepare: testOfExisting,
		run: deactivate,
		runAgain: deactivate,
		counts: [0, 1],
		isWrite: true,
		countsAgain: 1,
		hasLog: true,
		isSecond: true,
	},
];

const deliver =
	(type: string) =>
	(world: TriggerWorld): Promise<string> =>
		logOf(world, async () => {
			const { host, id, checkId, webhookId } = world;
			const ids = checkId === '' ? { id, data: [] } : { id: checkId, data: [{ monitorId: id }] };
			const event = { success: true, type, webhookId, metadata: {}, ...ids };
			const token = String(host.staticData.token ?? '');
			await host.post(JSON.stringify(event), { 'x-web-data-token': token });
		});

/** The service repeats the delivery of an unconfirmed event up to three times. */
const repeatDelivery =
	(type: string) =>
	async (world: TriggerWorld): Promise<void> => {
		for (let attempt = 0; attempt < 3; attempt++) await deliver(type)(world);
	};

const startedByEvent = ({ host: { executions }, webhookId }: TriggerWorld): number =>
	executions.filter(([item]) => item?.json.webhookId === webhookId).length;

const readsStatus = { options: { readStatus: true } };

const jobEvent =
	(needs: Subject['needs']) =>
	async (world: TriggerWorld): Promise<void> => {
		world.host.parameters = { source: 'jobEvents', ...readsStatus };
		const { jobId }: ExistingIds = await idsFor({ needs }, world.servers);
		world.id = jobId;
	};

async function checkEvent(world: TriggerWorld): Promise<void> {
	const { servers, host } = world;
	host.parameters = { ...ownMonitor, ...readsStatus };
	await activate(world);
	world.id = String(host.staticData.monitorId);
	const { json } = await call(servers.service, 'POST', `/v2/monitor/${world.id}/run`, {});
	world.checkId = String(json.id);
	await receiveCheck(world);
}

const eventStep = (
	type: string,
	job: string,
	prepare: TriggerStep['prepare'],
	path: (world: TriggerWorld) => string,
): TriggerStep => ({
	name: `Event: the status of ${job}`,
	repeat: 'read',
	limits: EVENT_LIMITS,
	when: (world) => ({ method: 'GET', path: path(world) }),
	prepare,
	run: deliver(type),
	runAgain: repeatDelivery(type),
	executions: startedByEvent,
	counts: [0, 1],
	countsAgain: 1,
	hasLog: true,
});

const eventSteps: TriggerStep[] = [
	eventStep('agent.completed', 'an agent run', jobEvent('longRun'), ({ id }) => `/v2/agent/${id}`),
	eventStep(
		'batch_scrape.completed',
		'a batch scrape',
		jobEvent('batch'),
		({ id }) => `/v2/batch/scrape/${id}?limit=1`,
	),
	eventStep('crawl.completed', 'a crawl', jobEvent('crawl'), ({ id }) => `/v2/crawl/${id}?limit=1`),
	eventStep(
		'monitor.check.completed',
		'a check',
		checkEvent,
		({ id, checkId }) => `/v2/monitor/${id}/checks/${checkId}?limit=1`,
	),
];

const pageUrl = ({ site }: TriggerWorld, name: string): string => `${site.url}/${name}`;

const poll =
	(names: readonly string[], form: INodeParameters = {}) =>
	async (world: TriggerWorld): Promise<string> => {
		const { pageTrigger, staticData, baseUrl, servers, requestSettings } = world;
		const settings = { ...requestSettings, maxRequestsAtOnce: 1 };
		const urls = names.map((name) => pageUrl(world, name)).join('\n');
		try {
			const { items, warnings } = await runPoll(pageTrigger, {
				credential: { baseUrl, apiKey: servers.service.apiKey },
				parameters: { urls, ...form, requestSettings: settings },
				staticData,
			});
			world.items.push(...items);
			return warnings.join(' ');
		} catch (error) {
			return textOf(error);
		}
	};

const changedPages =
	(names: readonly string[]) =>
	async (world: TriggerWorld): Promise<void> => {
		await poll(names)(world);
		for (const name of names) world.site.write(`/${name}`, 'new');
		world.charged = world.servers.service.charged;
	};

const pollStep = (
	name: string,
	pages: readonly string[],
	form: INodeParameters = {},
): TriggerStep => ({
	name,
	repeat: 'paidAgain',
	limits: POLL_LIMITS,
	when: (world) => ({
		method: 'POST',
		path: '/v2/scrape',
		body: { url: pageUrl(world, pages.at(-1) ?? '') },
	}),
	prepare: changedPages(pages),
	run: poll(pages, form),
	runAgain: poll(pages, form),
	executions: ({ servers: { service }, charged }) => service.charged - charged,
	counts: [pages.length - 1, pages.length],
	executionsAgain: ({ items }) => items.length,
	countsAgain: pages.length,
	...(pages.length > 1 && { isSecond: true as const }),
});

const pollSteps: TriggerStep[] = [
	pollStep('Poll: a page', ['a']),
	pollStep('Poll: the second page, with Fail the Poll', ['a', 'b'], { failedPages: 'fail' }),
	{
		...pollStep('Poll: the second page, with Ignore and Log', ['a', 'b']),
		changesState: true,
		hasLog: true,
	},
];

export const triggerSteps: readonly TriggerStep[] = [
	...activationSteps,
	...removalSteps,
	...eventSteps,
	...pollSteps,
];
