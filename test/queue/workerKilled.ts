import * as faults from '../localService/faults';
import type { Execution } from '../n8n/execution';
import type { Imported } from '../n8n/n8n';
import { until } from '../n8n/until';
import type { WebhookAnswer } from '../n8n/webhook';
import { type Member, type QueueSetup, inTurns, statusesOf } from './setup';
import {
	buying,
	callOnce,
	pageText,
	pageUrl,
	runningAgent,
	scrapingMany,
	slowCall,
} from './workflows';

const CALLS = 200;
const KILLED_AFTER = 60;
/** Response time of the service. It is long enough that some pages are in progress when the worker is killed. */
const SERVICE_MS = 150;

async function workerAtAgentRun(setup: QueueSetup, agent: Imported): Promise<Member> {
	const { cluster, service, workers } = setup;
	await cluster.webhook('killed-agent', { body: { prompt: 'Killed [ms:600000]' } });
	await until('the run has begun', () => service.agentStarts > 0);
	const [execution] = await cluster.executions(agent, 1);
	return await until('a worker has taken it', () =>
		workers.find((worker) => worker.taken().includes(execution?.id ?? '')),
	);
}

/** Returns the number of catalog calls, the last of which the worker executes. */
async function callsUntilAt(setup: QueueSetup, worker: Member, catalog: Imported): Promise<number> {
	for (let calls = 1; ; calls++) {
		await callOnce(setup, 'killed-catalog', slowCall(calls));
		const list = await setup.cluster.executions(catalog);
		if (list.some(({ id }) => worker.taken().includes(id))) return calls;
	}
}

const scrapePage = ({ cluster }: QueueSetup, number: number): Promise<WebhookAnswer> =>
	cluster.webhook('killed-scrape', { body: { urls: [pageUrl(number)] } });

const isOwnPage = (answer: WebhookAnswer | undefined, number: number): boolean =>
	answer?.status === 200 && answer.text.includes(pageText(number));

async function callsAndKill(setup: QueueSetup, victim: Member): Promise<WebhookAnswer[]> {
	let answered = 0;
	return await inTurns(CALLS, 20, async (number) => {
		const answer = await scrapePage(setup, number);
		answered++;
		if (answered === KILLED_AFTER) await victim.kill();
		return answer;
	});
}

export async function workerKilled(setup: QueueSetup): Promise<void> {
	const { service, cluster, workers } = setup;
	const agent = await setup.publish(runningAgent('killed-agent'));
	const catalog = await setup.publish(buying('killed-catalog', { isHandedOver: true }));
	const scrape = await setup.publish(scrapingMany('killed-scrape'));
	const victim = await workerAtAgentRun(setup, agent);
	const calls = await callsUntilAt(setup, victim, catalog);
	const when = { path: '/v2/scrape' };
	service.addFaults(faults.fault({ kind: 'delayedHead', ms: SERVICE_MS }, { when, times: 0 }));

	const answers = await callsAndKill(setup, victim);
	service.advanceClock(60_000);
	const executions: Execution[] = [
		...(await setup.endedExecutions(scrape, CALLS)),
		...(await setup.endedExecutions(catalog, calls)),
		...(await setup.endedExecutions(agent, 1)),
	];
	const dead = executions.filter(({ status }) => status !== 'success');
	const retried = await inTurns(dead.length, 5, (index) =>
		cluster.retryExecution(dead[index]?.id ?? ''),
	);
	const lost = [...answers.keys()].filter((number) => !isOwnPage(answers[number], number));
	const again = await inTurns(lost.length, 10, (index) => scrapePage(setup, lost[index] ?? 0));
	await victim.start();

	expect(lost.length).toBeGreaterThan(0);
	expect(lost.filter((number) => answers[number]?.text.includes('This is page'))).toEqual([]);
	expect(again.filter((answer, index) => !isOwnPage(answer, lost[index] ?? 0))).toEqual([]);
	expect(dead.map(({ workflowId }) => workflowId)).toContain(agent.id);
	expect(statusesOf(dead)).toEqual(['error']);
	// The log of the killed worker lacks executions that the worker received just before the kill.
	const survivor = workers.find((worker) => worker !== victim);
	expect(dead.filter(({ id }) => survivor?.taken().includes(id))).toEqual([]);
	const taken = workers.flatMap((worker) => worker.taken());
	expect(new Set(taken).size).toBe(taken.length);
	expect(retried.flatMap(({ nodes }) => Object.keys(nodes))).toEqual([]);
	expect(service.agentStarts).toBe(1);
	expect(service.executions).toHaveLength(calls);
}
