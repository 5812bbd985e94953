import type { Execution } from '../n8n/execution';
import type { Imported } from '../n8n/n8n';
import { until } from '../n8n/until';
import type { WebhookAnswer } from '../n8n/webhook';
import * as faults from '../localService/faults';
import type { N8nWorker } from './cluster';
import { buyOne, slowCall } from './purchases';
import { holdsItsOwn, isRight, scrapePage } from './scrapes';
import { type QueueSetup, inTurns } from './setup';
import { buying, runningAgent, scraping } from './workflows';

const CALLS = 200;
const AT_A_TIME = 20;
const KILLED_AFTER = 60;
/** Response time of the service. It is long enough that some pages are in progress when the worker is killed. */
const SERVICE_MS = 150;

async function workerAtAgentRun(setup: QueueSetup, agent: Imported): Promise<N8nWorker> {
	const { cluster, service, workers } = setup;
	await cluster.webhook('killed-agent', { body: { prompt: 'Killed [ms:600000]' } });
	await until('the run has begun', async () => service.agentStarts || undefined);
	const [execution] = await cluster.executions(agent, 1);
	return await until('a worker has taken it', async () =>
		workers.find((worker) => worker.taken().includes(execution?.id ?? '')),
	);
}

async function callsUntilAt(
	setup: QueueSetup,
	worker: N8nWorker,
	catalog: Imported,
): Promise<number> {
	for (let calls = 1; ; calls++) {
		await buyOne(setup, 'killed-catalog', slowCall(calls));
		const list = await setup.cluster.executions(catalog);
		if (list.some(({ id }) => worker.taken().includes(id))) return calls;
	}
}

const holdsMarker = (answer?: WebhookAnswer): boolean => answer?.text.includes('Marker-') === true;

async function callsAndKill(setup: QueueSetup, victim: N8nWorker): Promise<WebhookAnswer[]> {
	let answered = 0;
	return await inTurns(CALLS, AT_A_TIME, async (number) => {
		const answer = await scrapePage(setup, 'killed-scrape', number);
		answered++;
		if (answered === KILLED_AFTER) await victim.kill();
		return answer;
	});
}

const retryAll = (
	{ cluster }: QueueSetup,
	executions: readonly Execution[],
): Promise<Execution[]> =>
	inTurns(executions.length, 5, (index) => cluster.retryExecution(executions[index]?.id ?? ''));

export async function workerKilled(setup: QueueSetup): Promise<void> {
	const { service } = setup;
	const agent = await setup.publish(runningAgent('killed-agent'));
	const catalog = await setup.publish(buying('killed-catalog', { isHandedOver: true }));
	const scrape = await setup.publish(scraping('killed-scrape'));
	const victim = await workerAtAgentRun(setup, agent);
	const bought = await callsUntilAt(setup, victim, catalog);
	const when = { path: '/v2/scrape' };
	service.addFaults(faults.fault({ kind: 'delayedHead', ms: SERVICE_MS }, { when, times: 0 }));

	const answers = await callsAndKill(setup, victim);
	service.advanceClock(60_000);
	const executions = await setup.endedExecutions(scrape, CALLS);
	const [run] = await setup.endedExecutions(agent, 1);
	const calls = await setup.endedExecutions(catalog, bought);
	const dead = [...executions, ...calls, ...(run ? [run] : [])].filter(
		({ status }) => status !== 'success',
	);
	const retried = await retryAll(setup, dead);
	const lost = answers.flatMap((answer, number) => (isRight(answer, number) ? [] : [number]));
	const wrong = lost.filter((number) => holdsMarker(answers[number]));
	const again = await inTurns(lost.length, 10, (index) =>
		scrapePage(setup, 'killed-scrape', lost[index] ?? 0),
	);
	await victim.start();

	const rightAgain = again.filter((answer, index) => isRight(answer, lost[index] ?? 0)).length;
	const successes = executions.filter(({ status }) => status === 'success');
	const ran = retried.flatMap(({ nodes }) => Object.keys(nodes));
	const survivor = setup.workers.find((worker) => worker !== victim);
	const taken = setup.workers.flatMap((worker) => worker.taken());

	expect(lost.length).toBeGreaterThan(0);
	expect(wrong).toEqual([]);
	expect(successes.filter(holdsItsOwn)).toEqual(successes);
	expect(rightAgain).toBe(lost.length);
	expect(run?.status).toBe('error');
	expect(dead.map(({ status }) => status)).toEqual(Array(dead.length).fill('error'));
	// The log of the killed worker lacks executions that the worker received just before the kill.
	expect(dead.filter(({ id }) => survivor?.taken().includes(id))).toEqual([]);
	expect(new Set(taken).size).toBe(taken.length);
	expect(ran).toEqual([]);
	expect(service.agentStarts).toBe(1);
	expect(service.executions).toHaveLength(bought);
}
