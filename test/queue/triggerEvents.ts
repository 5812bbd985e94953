import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { syntheticUrls } from '../localService/jobClient';
import { call } from '../localService/testClient';
import type { Imported } from '../n8n/driver';
import { outputItemsOf } from '../n8n/execution';
import { until } from '../n8n/until';
import { triggerWorkflow } from '../n8n/workflow';
import { listen, type Listening } from '../support/listen';
import type { Member, QueueSetup } from './setup';

const SECRET = 'tide-and-moon';
const EVENTS = 40;

interface Balancer extends Listening {
	/** Whether the balancer closes the sender's connection instead of returning a response. */
	losesAnswers: boolean;
}

interface Front extends QueueSetup {
	balancer: Balancer;
	processes: Member[];
}

/** Sends the first event to one process, and the repeat of the event to the other process. */
async function startBalancer(processes: readonly Member[]): Promise<Balancer> {
	const next = new Map<string, number>();
	let turn = 0;
	const server = createServer((request, response) => {
		const pass = async (): Promise<void> => {
			const body = await text(request);
			const index = next.get(body) ?? turn++ % processes.length;
			next.set(body, (index + 1) % processes.length);
			const signature = String(request.headers['x-firecrawl-signature']);
			const headers = { 'content-type': 'application/json', 'x-firecrawl-signature': signature };
			const url = `${processes[index]?.url}${request.url}`;
			const answer = await fetch(url, { method: 'POST', headers, body });
			const content = await answer.text();
			if (balancer.losesAnswers) request.socket.destroy();
			else response.writeHead(answer.status).end(content);
		};
		pass().catch(() => response.writeHead(502).end());
	});
	const balancer = { ...(await listen(server)), losesAnswers: false };
	return balancer;
}

/** A registered trigger responds with 401 to a request without a valid signature. */
const untilRegistered = async ({ processes }: Front, path: string): Promise<void> => {
	for (const { url } of processes) {
		await until(`${url}${path} is registered`, async () => {
			const { status } = await fetch(`${url}${path}`, { method: 'POST', body: '{}' });
			return status === 401;
		});
	}
};

/** Returns the workflow, the path of its trigger, and the URL of the trigger at the balancer. */
async function publishTrigger(front: Front) {
	const { cluster, service, balancer } = front;
	const data = { baseUrl: service.url, apiKey: service.apiKey, webhookSecret: SECRET };
	const credential = await cluster.createCredential('Signed', data);
	const { workflow, path } = triggerWorkflow();
	const imported = await cluster.importWorkflow(workflow, credential);
	await cluster.activate(imported);
	await untilRegistered(front, path);
	return { workflow: imported, path, url: `${balancer.url}${path}` };
}

/**
 * Loses the responses to the events of a batch, so that the service sends each event again, to the other process. `sent` is
 * the number of all events so far.
 */
async function repeatEvents(
	front: Front,
	url: string,
	pages: number,
	sent = pages,
	beforeRepeat?: () => Promise<void>,
): Promise<void> {
	const { balancer, service } = front;
	const attempted = (attempts: number) =>
		until(`${sent} events were sent ${attempts} times`, () => {
			const own = service.webhooks.filter((delivery) => delivery.url === url);
			return own.filter((delivery) => delivery.attempts.length >= attempts).length >= sent;
		});
	balancer.losesAnswers = true;
	const body = { urls: syntheticUrls(pages), webhook: { url, events: ['page'] } };
	await call(service, 'POST', '/v2/batch/scrape', body);
	await attempted(1);
	await beforeRepeat?.();
	balancer.losesAnswers = false;
	service.advanceClock(60_000);
	await attempted(2);
}

/** Returns the IDs of the events that have started the workflow. */
async function startedBy(front: Front, workflow: Imported, count: number): Promise<unknown[]> {
	const ended = await front.endedExecutions(workflow, count);
	const executions = await Promise.all(ended.map(({ id }) => front.cluster.execution(id)));
	return executions.map((execution) => outputItemsOf(execution, 'Web Data Trigger')[0]?.webhookId);
}

async function expectOnce(front: Front, workflow: Imported, count: number): Promise<void> {
	const ids = await startedBy(front, workflow, count);
	expect(ids).toHaveLength(count);
	expect(new Set(ids).size).toBe(count);
}

async function checkEvents(front: Front): Promise<void> {
	const single = await publishTrigger(front);
	for (const sent of [1, 2, 3, 4, 5]) await repeatEvents(front, single.url, 1, sent);
	await expectOnce(front, single.workflow, 5);

	// A process stores all known events at once. Simultaneous events can overwrite the entries of the other process, so a
	// repeated event can start the workflow again, but no event is lost.
	const simultaneous = await publishTrigger(front);
	await repeatEvents(front, simultaneous.url, EVENTS);
	await until('each event has started the workflow', async () => {
		const ids = await startedBy(front, simultaneous.workflow, EVENTS);
		return new Set(ids).size === EVENTS;
	});

	const restarted = await publishTrigger(front);
	await repeatEvents(front, restarted.url, 1, 1, async () => {
		for (const process of front.processes) {
			await process.kill();
			await process.start();
		}
		await untilRegistered(front, restarted.path);
	});
	await expectOnce(front, restarted.workflow, 1);
}

/** The main process receives no webhooks during the test. */
export async function triggerEvents(setup: QueueSetup): Promise<void> {
	const { addMember, main, service } = setup;
	service.configure({ webhookSecret: SECRET, maxConcurrency: EVENTS });
	const processes = [await addMember('webhook'), await addMember('webhook')];
	const balancer = await startBalancer(processes);
	try {
		await main.stop();
		await main.start({
			WEBHOOK_URL: `${balancer.url}/`,
			N8N_DISABLE_PRODUCTION_MAIN_PROCESS: 'true',
		});
		await checkEvents({ ...setup, balancer, processes });
	} finally {
		await Promise.all(processes.map((process) => process.stop()));
		await balancer.close();
		await main.stop();
		await main.start();
	}
}
