import * as faults from '../localService/faults';
import type { Imported, Summary } from '../n8n/driver';
import type { JsonRecord } from '../n8n/execution';
import { until } from '../n8n/until';
import { inTurns } from '../support/inTurns';
import { type Member, type OnClose, openQueueSetup, type QueueSetup } from './setup';
import { triggerEvents } from './triggerEvents';
import {
	buying,
	pageText,
	pageUrl,
	runningAgent,
	scrapingMany,
	startingAgent,
	startSlowCall,
	statistics,
} from './workflows';

jest.setTimeout(60 * 60_000);

let setup: QueueSetup;
const closers: Parameters<OnClose>[0][] = [];

beforeAll(async () => {
	setup = await openQueueSetup((close) => closers.unshift(close));
});

beforeEach(() => report(String(expect.getState().currentTestName)));

afterEach(() => setup?.service.reset());

/** Closes all parts even if one of them fails to close, so that no process is left. */
afterAll(async () => {
	const failures: unknown[] = [];
	for (const close of closers) await close().catch((error: unknown) => failures.push(error));
	if (failures.length > 0) throw new AggregateError(failures, 'Not all processes have ended');
});

/** Jest shows results only at the end of the file. */
const report = (text: string): void => void process.stderr.write(`${text}\n`);

const takenBy = (worker: Member, executions: readonly Summary[]): number =>
	executions.filter(({ id }) => worker.taken().includes(id)).length;

test('with a service that allows 10 concurrent requests, each of 24 executions gets its own 10 pages', async () => {
	const { cluster, service, workers } = setup;
	service.addFaults(
		faults.errorRowFault('concurrencyLimit', { times: 0, when: { inFlightAbove: 10 } }),
		faults.fault({ kind: 'delayedHead', ms: 400 }, { times: 0 }),
	);
	const workflow = await setup.publish(scrapingMany('paced'));
	const numbers = (execution: number) => Array.from({ length: 10 }, (_, i) => execution * 10 + i);
	const answers = await inTurns(24, 20, async (execution) => {
		const body = { urls: numbers(execution).map(pageUrl) };
		return JSON.parse((await cluster.webhook('paced', body)).text) as JsonRecord[];
	});
	const executions = await setup.endedExecutions(workflow, 24);
	const [first, second] = workers.map((worker) => takenBy(worker, executions));

	answers.forEach((pages, execution) =>
		expect(pages.map(({ markdown }) => markdown)).toEqual(
			numbers(execution).map((number) => expect.stringContaining(pageText(number))),
		),
	);
	expect(service.requests.length).toBeGreaterThan(240);
	expect(first).toBeGreaterThan(0);
	expect(second).toBeGreaterThan(0);
	expect(Number(first) + Number(second)).toBe(24);
});

describe('catalog calls are executed and charged once', () => {
	const about = (text: string) => ({ when: { body: { catalog: [statistics(text)] } } });

	test.each([
		['lost-response', {}],
		['lost-response-retry-on-fail', { maxTries: 1, retryOnFail: true }],
	])('%s', async (path, how) => {
		const { service, cluster } = setup;
		const texts = Array.from({ length: 20 }, (_, index) => `${path} ${index}.`);
		service.addFaults(...texts.map((text) => faults.fault({ kind: 'resetAfter' }, about(text))));
		await setup.publish(buying(path, how));
		const answers = await inTurns(20, 10, async (index) => {
			const body = { calls: [statistics(texts[index] ?? '')] };
			return JSON.parse((await cluster.webhook(path, body)).text) as JsonRecord[];
		});
		expect(answers).toMatchObject(Array(20).fill([{ data: { sentences: 1 } }]));
		expect(service.requests).toHaveLength(40);
		expect(service.executions).toHaveLength(20);
		expect(service.charged).toBe(20);
	});

	test('if another worker retries the execution', async () => {
		const { service, cluster, workers } = setup;
		const [first, second] = workers;
		const numbers = Array.from({ length: 10 }, (_, index) => index);
		service.addFaults(
			...numbers.map((n) =>
				faults.errorRowFault('insufficientCreditsScrape', about(`Refused ${n}.`)),
			),
		);
		const workflow = await setup.publish(buying('failing'));
		await second.stop();
		await inTurns(10, 5, (n) => {
			const calls = [statistics(`Good ${n}.`), statistics(`Refused ${n}.`)];
			return cluster.webhook('failing', { calls });
		});
		const failed = await setup.endedExecutions(workflow, 10);
		await second.start();
		await first.stop();
		const retried = await inTurns(10, 5, (n) => cluster.retryExecution(failed[n]?.id ?? ''));
		await first.start();

		expect(failed).toMatchObject(Array(10).fill({ status: 'error' }));
		expect(takenBy(first, failed)).toBe(10);
		expect(retried).toMatchObject(Array(10).fill({ status: 'success' }));
		expect(takenBy(second, retried)).toBe(10);
		expect(new Set(service.executions.map(({ options }) => options.text)).size).toBe(20);
		expect(service.executions).toHaveLength(20);
		expect(service.charged).toBe(20);
	});
});

describe('a worker is killed during 200 webhook calls', () => {
	const CALLS = 200;
	const KILLED_AFTER = 60;
	/** Response time of the service. It is long enough that some pages are in progress when the worker is killed. */
	const SERVICE_MS = 150;

	async function workerAtAgentRun(agent: Imported): Promise<Member> {
		const { cluster, service, workers } = setup;
		await cluster.webhook('killed-agent', { prompt: 'Killed [ms:600000]' });
		await until('the run has begun', () => service.agent.runs.length > 0);
		const [execution] = await cluster.executions(agent);
		return await until('a worker has taken it', () =>
			workers.find((worker) => worker.taken().includes(execution?.id ?? '')),
		);
	}

	/** Returns the number of catalog calls, the last of which the worker executes. */
	async function callsUntilAt(worker: Member, catalog: Imported): Promise<number> {
		for (let calls = 1; ; calls++) {
			await startSlowCall(setup, 'killed-catalog', calls);
			if (takenBy(worker, await setup.cluster.executions(catalog)) > 0) return calls;
		}
	}

	/** Returns undefined if the webhook does not respond with the page. */
	async function scrapePage(number: number): Promise<string | undefined> {
		const body = { urls: [pageUrl(number)] };
		const { status, text } = await setup.cluster.webhook('killed-scrape', body);
		if (status === 200 && text.includes(pageText(number))) return text;
		expect(text).not.toContain('This is page');
		return undefined;
	}

	test('no call gets a wrong page, and no work is done twice', async () => {
		const { service, cluster, workers } = setup;
		const agent = await setup.publish(runningAgent('killed-agent'));
		const catalog = await setup.publish(buying('killed-catalog', { isHandedOver: true }));
		const scrape = await setup.publish(scrapingMany('killed-scrape'));
		const victim = await workerAtAgentRun(agent);
		const calls = await callsUntilAt(victim, catalog);
		const when = { path: '/v2/scrape' };
		service.addFaults(faults.fault({ kind: 'delayedHead', ms: SERVICE_MS }, { when, times: 0 }));
		let answered = 0;
		const pages = await inTurns(CALLS, 20, async (number) => {
			const page = await scrapePage(number);
			answered++;
			if (answered === KILLED_AFTER) await victim.kill();
			return page;
		});
		service.advanceClock(60_000);
		const lost = [...pages.keys()].filter((number) => pages[number] === undefined);
		const executions = [
			// A call that n8n cannot accept has no execution.
			...(await setup.endedExecutions(scrape, CALLS - lost.length)),
			...(await setup.endedExecutions(catalog, calls)),
			...(await setup.endedExecutions(agent, 1)),
		];
		const dead = executions.filter(({ status }) => status !== 'success');
		const retried = await inTurns(dead.length, 5, (index) =>
			cluster.retryExecution(dead[index]?.id ?? ''),
		);
		const again = await inTurns(lost.length, 10, (index) => scrapePage(lost[index] ?? 0));
		await victim.start();

		expect(lost.length).toBeGreaterThan(0);
		expect(again).not.toContain(undefined);
		expect(dead.map(({ workflowId }) => workflowId)).toContain(agent.id);
		expect(dead.filter(({ status }) => status !== 'error')).toEqual([]);
		// The log of the killed worker lacks executions that the worker received just before the kill.
		const survivors = workers.filter((worker) => worker !== victim);
		expect(survivors.map((worker) => takenBy(worker, dead))).toEqual([0]);
		const taken = workers.flatMap((worker) => worker.taken());
		expect(new Set(taken).size).toBe(taken.length);
		expect(retried.flatMap(({ nodes }) => Object.keys(nodes))).toEqual([]);
		expect(service.agent.runs).toHaveLength(1);
		expect(service.executions).toHaveLength(calls);
	});
});

test('events that two webhook processes receive repeatedly start the workflow, and single events only once', () =>
	triggerEvents(setup));

test('all processes are killed: a retry of the executions repeats only the start whose job ID was not stored', async () => {
	const { cluster, service, main, workers } = setup;
	const runs = (name: string) =>
		service.agent.runs.filter(({ body }) => body.prompt.includes(name)).length;
	const begin = async (path: string, name: string) => {
		await cluster.webhook(path, { prompt: `${name} [ms:600000]` });
		await until(`${name} has begun`, () => runs(name) > 0);
	};
	const workflows = [
		await setup.publish(runningAgent('dead-agent')),
		await setup.publish(startingAgent('dead-start')),
		await setup.publish(buying('dead-catalog', { isHandedOver: true })),
	];
	const starting = workflows[1];
	await begin('dead-agent', 'In one node');
	await begin('dead-start', 'In two nodes');
	await startSlowCall(setup, 'dead-catalog');
	await until(
		'the start is stored',
		async () => starting && (await cluster.lastExecution(starting))?.nodes.Start,
	);
	await Promise.all([main, ...workers].map((member) => member.kill()));
	await main.start();
	await Promise.all(workers.map((worker) => worker.start()));
	const dead: Summary[] = [];
	for (const workflow of workflows) dead.push(...(await setup.endedExecutions(workflow, 1)));
	const time = setInterval(() => service.advanceClock(60_000), 200);
	const retried = await inTurns(3, 1, (index) => cluster.retryExecution(dead[index]?.id ?? ''));
	clearInterval(time);

	expect(dead.map(({ status }) => status)).toEqual(['crashed', 'crashed', 'crashed']);
	expect(retried.map(({ status }) => status)).toEqual(['success', 'success', 'success']);
	expect(service.executions).toHaveLength(1);
	expect(runs('In two nodes')).toBe(1);
	// A start request has no idempotency key. n8n stores the node's state only after the node finishes, so a retry of the
	// execution starts a second run.
	expect(runs('In one node')).toBe(2);
});
