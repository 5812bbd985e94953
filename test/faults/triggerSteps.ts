import type { IDataObject, INodeExecutionData, INodeParameters, INodeType } from 'n8n-workflow';
import { startedChecks, weeklyMonitor } from '../cases/monitor';
import type { Repeat } from '../cases/operationCase';
import type { FaultCondition } from '../localService/faults';
import { syntheticUrls } from '../localService/jobClient';
import type { ChangingSite } from '../support/changingSite';
import { runPoll } from '../support/pollNode';
import type { TriggerHost } from '../support/triggerHost';
import type { FaultServers } from './faultServers';

export interface TriggerWorld {
	servers: FaultServers;
	host: TriggerHost;
	pageTrigger: INodeType;
	/** State of the page trigger. */
	staticData: IDataObject;
	site: ChangingSite;
	/** Items of all polls. */
	items: INodeExecutionData[];
	/** ID of the monitor or job. */
	id: string;
	webhookId: string;
	/** Charged credits before the polls. */
	charged: number;
}

interface StepLimits {
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
	prepare(world: TriggerWorld): Promise<void>;
	/** Returns the text of the error or of the log entry, or an empty string if the step succeeds. */
	run(world: TriggerWorld): Promise<string>;
	/** What n8n or the service does next. Default: `run`. */
	runAgain?(world: TriggerWorld): Promise<unknown>;
	executions(world: TriggerWorld): number | Promise<number>;
	/** Executions without and with the effect of the request. */
	counts: readonly [without: number, withEffect: number];
	/** Expected executions after the next attempt. Default: as with the effect. */
	countsAgain?: number;
	executionsAgain?(world: TriggerWorld): number | Promise<number>;
	/** Whether the request takes effect even if the node receives no response. */
	isWrite?: true;
	/** Whether the step may change the stored state of the node even if the step fails. */
	changesState?: true;
	/** Whether n8n only logs the error. */
	hasLog?: true;
	/** Whether the step is tried with every fault, and not only with the common ones. */
	isOfEachKind?: true;
}

const HOOK: StepLimits = { maxTries: 3, maxWaitMs: 30_000, maxMs: Infinity, timeoutReason: '' };
const EVENT: StepLimits = {
	...{ maxTries: 2, maxWaitMs: 8000, maxMs: 8000 },
	timeoutReason: 'statusTimeout',
};
const POLL: StepLimits = {
	...{ maxTries: 5, maxWaitMs: 600_000, maxMs: 300_000 },
	timeoutReason: 'pollTimeout',
};

const page = syntheticUrls(1)[0] ?? '';

const ownMonitor: INodeParameters = { ...weeklyMonitor(page), source: 'monitor' };

const textOf = (error: unknown): string => {
	const { message, description } = error as { message: string; description?: string | null };
	return [message, description ?? ''].join(' ').trim();
};

async function activate(world: TriggerWorld): Promise<string> {
	try {
		await world.host.activate();
		return '';
	} catch (error) {
		return textOf(error);
	}
}

async function logOf(world: TriggerWorld, step: () => Promise<unknown>): Promise<string> {
	const { log } = world.host;
	log.length = 0;
	await step();
	return log.join(' ');
}

const deactivate = (world: TriggerWorld): Promise<string> =>
	logOf(world, () => world.host.deactivate());

const activeMonitors = ({ servers: { service }, host }: TriggerWorld): Promise<number> => {
	const active = service.monitors.filter(
		({ status, webhook }) =>
			status === 'active' && webhook?.url.replace('-test/', '/') === host.url,
	);
	return Promise.resolve(active.length);
};

async function own({ host }: TriggerWorld): Promise<void> {
	host.parameters = ownMonitor;
	await Promise.resolve();
}

async function activeOwn(world: TriggerWorld): Promise<void> {
	await own(world);
	await activate(world);
	world.id = String(world.host.staticData.monitorId);
}

async function editedOwn(world: TriggerWorld): Promise<void> {
	await activeOwn(world);
	world.host.parameters = { ...ownMonitor, goal: 'Prices' };
}

const onMonitor =
	(method: string, rest = '') =>
	({ id }: TriggerWorld): FaultCondition => ({ method, path: `/v2/monitor/${id || '*'}${rest}` });

type Rest = Partial<TriggerStep> & Pick<TriggerStep, 'prepare' | 'when'>;

/** A step with which n8n activates, tests, or deactivates a workflow. */
const hook = (name: string, rest: Rest): TriggerStep => ({
	...{ name, repeat: 'read', limits: HOOK, run: activate },
	...{ executions: activeMonitors, counts: [0, 1] as const },
	...rest,
});

const hooks: TriggerStep[] = [
	hook('Activation: the creation of the monitor', {
		repeat: 'matched',
		prepare: own,
		when: () => ({ method: 'POST', path: '/v2/monitor' }),
		isWrite: true,
		isOfEachKind: true,
	}),
	hook('Activation: the state of the monitor', {
		prepare: activeOwn,
		when: () => ({ method: 'GET', path: '/v2/monitor' }),
		counts: [1, 1],
		isOfEachKind: true,
	}),
	hook('Activation: the update of the monitor', {
		prepare: editedOwn,
		when: onMonitor('PATCH'),
		counts: [1, 1],
		isWrite: true,
	}),
	hook('Test: the start of the check', {
		repeat: 'found',
		prepare: async (world) => {
			await own(world);
			world.host.mode = 'manual';
		},
		when: onMonitor('POST', '/run'),
		// If a test of the trigger cannot start, n8n calls the trigger's `delete` method.
		runAgain: deactivate,
		executions: ({ servers: { service } }) => startedChecks(service),
		executionsAgain: activeMonitors,
		countsAgain: 0,
		isWrite: true,
		changesState: true,
		isOfEachKind: true,
	}),
	hook('Deactivation: the deletion of the monitor', {
		repeat: 'ends',
		prepare: activeOwn,
		when: onMonitor('DELETE'),
		run: deactivate,
		counts: [1, 0],
		isWrite: true,
		hasLog: true,
		isOfEachKind: true,
	}),
];

const deliver = (world: TriggerWorld): Promise<string> =>
	logOf(world, async () => {
		const { host, id, webhookId } = world;
		const ofRun = { success: true, type: 'agent.completed', id, data: [], metadata: {} };
		await host.post(JSON.stringify({ ...ofRun, webhookId }));
	});

/** An event after which the trigger reads the status of the job. */
const event: TriggerStep = {
	...{ name: 'Event: agent.completed', repeat: 'read', limits: EVENT, run: deliver },
	prepare: async (world) => {
		world.host.parameters = { source: 'jobEvents', options: { readStatus: true } };
		const parameters = { resource: 'agent', operation: 'start', prompt: 'Summarize' };
		const { items } = await world.servers.execute({ parameters });
		world.id = String(items[0]?.json.jobId);
	},
	when: ({ id }) => ({ method: 'GET', path: `/v2/agent/${id}` }),
	/** The service repeats the delivery of an unconfirmed event up to three times. */
	runAgain: async (world) => {
		for (let attempt = 0; attempt < 3; attempt++) await deliver(world);
	},
	executions: ({ host: { executions }, webhookId }) =>
		executions.filter(([item]) => item?.json.webhookId === webhookId).length,
	...{ counts: [0, 1], hasLog: true, isOfEachKind: true },
};

const pageUrl = ({ site }: TriggerWorld, name: string): string => `${site.url}/${name}`;

const poll =
	(names: readonly string[], form: INodeParameters = {}) =>
	async (world: TriggerWorld): Promise<string> => {
		const { pageTrigger, staticData, host } = world;
		const urls = names.map((name) => pageUrl(world, name)).join('\n');
		try {
			const { items, warnings } = await runPoll(pageTrigger, {
				credential: host.credential as never,
				parameters: { urls, ...form, requestSettings: { maxRequestsAtOnce: 1 } },
				staticData,
			});
			world.items.push(...items);
			return warnings.join(' ');
		} catch (error) {
			return textOf(error);
		}
	};

/** A poll after all pages have changed, in which the last page fails. */
const pollStep = (
	name: string,
	pages: readonly string[],
	rest: Partial<TriggerStep> = {},
	form: INodeParameters = {},
): TriggerStep => ({
	...{ name: `Poll: ${name}`, repeat: 'paidAgain', limits: POLL, run: poll(pages, form) },
	when: (world) => ({
		...{ method: 'POST', path: '/v2/scrape' },
		body: { url: pageUrl(world, pages.at(-1) ?? '') },
	}),
	prepare: async (world) => {
		await poll(pages)(world);
		for (const page of pages) world.site.write(`/${page}`, 'new');
		world.charged = world.servers.service.charged;
	},
	executions: ({ servers: { service }, charged }) => service.charged - charged,
	counts: [pages.length - 1, pages.length],
	executionsAgain: ({ items }) => items.length,
	...rest,
});

const polls: TriggerStep[] = [
	pollStep('a page', ['a'], { isOfEachKind: true }),
	pollStep('the second page, with Fail the Poll', ['a', 'b'], {}, { failedPages: 'fail' }),
	pollStep('the second page, with Ignore and Log', ['a', 'b'], {
		changesState: true,
		hasLog: true,
	}),
];

export const triggerSteps: readonly TriggerStep[] = [...hooks, event, ...polls];
