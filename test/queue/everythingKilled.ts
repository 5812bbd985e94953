import type { Execution } from '../n8n/execution';
import type { Imported } from '../n8n/n8n';
import { until } from '../n8n/until';
import { buyOne, slowCall } from './purchases';
import type { QueueSetup } from './setup';
import { buying, runningAgent, startingAgent } from './workflows';

/**
 * An agent run with this text in its prompt takes ten minutes. All retries of the execution end before the run ends.
 */
const RUN = '[ms:600000]';

const startsOf = ({ service }: QueueSetup, name: string): number =>
	service.agent.runs.filter(({ body }) => body.prompt.includes(name)).length;

async function beginRun(setup: QueueSetup, path: string, name: string): Promise<void> {
	await setup.cluster.webhook(path, { body: { prompt: `${name} ${RUN}` } });
	await until(`${name} has begun`, async () => startsOf(setup, name) || undefined);
}

async function untilStored({ cluster }: QueueSetup, workflow: Imported): Promise<void> {
	await until('the start is stored', async () => {
		const execution = await cluster.lastExecution(workflow);
		return execution?.nodes.Start;
	});
}

async function killAndRestart({ cluster, workers }: QueueSetup): Promise<void> {
	const members = [cluster.main, ...workers];
	await Promise.all(members.map((member) => member.kill()));
	await cluster.main.start();
	await Promise.all(workers.map((worker) => worker.start()));
}

async function retried({ cluster, service }: QueueSetup, { id }: Execution): Promise<Execution> {
	const time = setInterval(() => service.advanceClock(60_000), 200);
	return await cluster.retryExecution(id).finally(() => clearInterval(time));
}

export async function everythingKilled(setup: QueueSetup): Promise<void> {
	const { service } = setup;
	const agent = await setup.publish(runningAgent('dead-agent'));
	const starting = await setup.publish(startingAgent('dead-start'));
	const catalog = await setup.publish(buying('dead-catalog', { isHandedOver: true }));
	await beginRun(setup, 'dead-agent', 'In one node');
	await beginRun(setup, 'dead-start', 'In two nodes');
	await buyOne(setup, 'dead-catalog', slowCall(1));
	await untilStored(setup, starting);

	await killAndRestart(setup);
	const dead: Execution[] = [];
	for (const workflow of [agent, starting, catalog]) {
		dead.push(...(await setup.endedExecutions(workflow, 1)));
	}
	const statuses = dead.map(({ status }) => status);
	const again: Execution[] = [];
	for (const execution of dead) again.push(await retried(setup, execution));

	expect(statuses).toEqual(['crashed', 'crashed', 'crashed']);
	expect(again.map(({ status }) => status)).toEqual(['success', 'success', 'success']);
	expect(service.executions).toHaveLength(1);
	expect(startsOf(setup, 'In two nodes')).toBe(1);
	// A start request has no idempotency key. n8n stores the node's state only after the node finishes, so a retry of the
	// execution starts a second run.
	expect(startsOf(setup, 'In one node')).toBe(2);
}
