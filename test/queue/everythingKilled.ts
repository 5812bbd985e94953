// The main process and both workers are killed and come back, as after a power cut; what they were at is retried.
import type { Execution } from '../n8n/execution';
import type { Imported } from '../n8n/n8n';
import { until } from '../n8n/until';
import type { Rows } from './figures';
import { buyOne, slowCall } from './purchases';
import type { Stage } from './setup';
import { buying, runningAgent, startingAgent } from './workflows';

/** Longer than the way from the kill to the end of the retries. */
const RUN = '[ms:600000]';

const startsOf = ({ service }: Stage, name: string): number =>
	service.agent.runs.filter(({ body }) => body.prompt.includes(name)).length;

/** Gives work to n8n, which answers before it begins, and sees the run begin. */
async function beginRun(stage: Stage, path: string, name: string): Promise<void> {
	await stage.cluster.webhook(path, { body: { prompt: `${name} ${RUN}` } });
	await until(`${name} has begun`, async () => startsOf(stage, name) || undefined);
}

/** Until what the node Start gave is stored. */
async function untilStored({ cluster }: Stage, workflow: Imported): Promise<void> {
	await until('the start is stored', async () => {
		const execution = await cluster.lastExecution(workflow);
		return execution?.nodes.Start;
	});
}

async function killAndRestart({ cluster, workers }: Stage): Promise<void> {
	const members = [cluster.main, ...workers];
	await Promise.all(members.map((member) => member.kill()));
	await cluster.main.start();
	await Promise.all(workers.map((worker) => worker.start()));
}

/** n8n's *Retry*, while time at the service passes quickly. */
async function retried({ cluster, service }: Stage, { id }: Execution): Promise<Execution> {
	const time = setInterval(() => service.advanceClock(60_000), 200);
	return await cluster.retryExecution(id).finally(() => clearInterval(time));
}

export async function everythingKilled(stage: Stage): Promise<Rows> {
	const { service } = stage;
	const agent = await stage.publish(runningAgent('dead-agent'));
	const starting = await stage.publish(startingAgent('dead-start'));
	const catalog = await stage.publish(buying('dead-catalog', { isHandedOver: true }));
	await beginRun(stage, 'dead-agent', 'In one node');
	await beginRun(stage, 'dead-start', 'In two nodes');
	await buyOne(stage, 'dead-catalog', slowCall(1));
	await untilStored(stage, starting);

	await killAndRestart(stage);
	const dead: Execution[] = [];
	for (const workflow of [agent, starting, catalog]) {
		dead.push(...(await stage.endedExecutions(workflow, 1)));
	}
	const statuses = dead.map(({ status }) => status);
	const again: Execution[] = [];
	for (const execution of dead) again.push(await retried(stage, execution));

	expect(statuses).toEqual(['crashed', 'crashed', 'crashed']);
	expect(again.map(({ status }) => status)).toEqual(['success', 'success', 'success']);
	expect(service.executions).toHaveLength(1);
	expect(startsOf(stage, 'In two nodes')).toBe(1);
	// The service takes no key for a start, and what the node remembers is stored when the node ends.
	expect(startsOf(stage, 'In one node')).toBe(2);
	return {
		'executions that n8n ended as crashed': statuses.length,
		'retried: succeeded': again.length,
		'catalog call: executed and charged': service.executions.length,
		'agent run by Start and Wait, with Save Execution Progress: started': startsOf(
			stage,
			'In two nodes',
		),
		'agent run by Run: started': startsOf(stage, 'In one node'),
	};
}
