import { randomUUID } from 'node:crypto';
import { type Execution, hasEnded } from '../n8n/execution';
import type { Imported } from '../n8n/n8n';
import { until } from '../n8n/until';
import { chain, setNode, triggerNode } from '../n8n/workflow';
import { type Balancer, startBalancer } from './balancer';
import type { WebhookProcess } from './cluster';
import type { QueueSetup } from './setup';

export const SECRET = 'tide-and-moon';
export const WAIT = { timeoutMs: 600_000 };

export interface Front extends QueueSetup {
	balancer: Balancer;
	processes: [WebhookProcess, WebhookProcess];
}

export interface Published {
	workflow: Imported;
	url: string;
}

/** The main process receives no webhooks while `work` runs. */
export async function withFront<Result>(
	setup: QueueSetup,
	work: (front: Front) => Promise<Result>,
): Promise<Result> {
	const { cluster } = setup;
	const processes: Front['processes'] = [
		await cluster.addWebhookProcess('first'),
		await cluster.addWebhookProcess('second'),
	];
	const balancer = await startBalancer(processes.map(({ url }) => url));
	try {
		await cluster.main.stop();
		await cluster.main.start({
			WEBHOOK_URL: `${balancer.url}/`,
			N8N_DISABLE_PRODUCTION_MAIN_PROCESS: 'true',
		});
		return await work({ ...setup, balancer, processes });
	} finally {
		await Promise.all(processes.map((process) => process.stop()));
		await balancer.close();
		await cluster.main.stop();
		await cluster.main.start();
	}
}

export async function publishTrigger(
	{ cluster, service, processes, balancer }: Front,
	parameters: Record<string, unknown>,
): Promise<Published> {
	const webhookId = randomUUID();
	const name = `Trigger ${webhookId}`;
	const { url: baseUrl, apiKey } = service;
	const credential = { baseUrl, apiKey, webhookSecret: SECRET };
	const { id } = await cluster.createCredential(name, credential);
	const nodes = [triggerNode(webhookId, parameters), setNode('After', { seen: 'yes' })];
	const workflow = await cluster.importWorkflow(chain(name, nodes, []), { id, name });
	await cluster.activate(workflow);
	const path = `/webhook/${webhookId}/webhook`;
	for (const process of processes) await untilRegistered(`${process.url}${path}`);
	return { workflow, url: `${balancer.url}${path}` };
}

/** A registered trigger responds with 401 to a request without a valid signature. */
export const untilRegistered = (url: string): Promise<true> =>
	until(`${url} is registered`, async () => ((await post(url, '{}')) === 401 ? true : undefined));

export async function post(
	url: string,
	body: string,
	headers: Record<string, string> = {},
): Promise<number> {
	const type = { 'content-type': 'application/json' };
	return (await fetch(url, { method: 'POST', body, headers: { ...type, ...headers } })).status;
}

export const executionsOf = (
	{ cluster }: QueueSetup,
	{ workflow }: Pick<Published, 'workflow'>,
	count: number,
): Promise<Execution[]> =>
	until(
		`${count} executions have ended`,
		async () => {
			const all = await cluster.executions(workflow);
			if (all.length < count || !all.every(hasEnded)) return undefined;
			return await Promise.all(all.map(({ id }) => cluster.execution(id)));
		},
		WAIT,
	);
