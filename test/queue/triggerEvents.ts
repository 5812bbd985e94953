import { randomUUID } from 'node:crypto';
import { syntheticUrls } from '../localService/jobClient';
import { outputItemsOf } from '../n8n/execution';
import type { Imported } from '../n8n/n8n';
import { until } from '../n8n/until';
import { chain, setNode, triggerNode } from '../n8n/workflow';
import type { Member, QueueSetup } from './setup';
import { type Balancer, withWebhookProcesses } from './webhookProcesses';

const SECRET = 'tide-and-moon';
const TRIGGER = 'Web Data Trigger';
const MINUTE_MS = 60_000;
const EVENTS = 40;

interface Front extends QueueSetup {
	balancer: Balancer;
	processes: Member[];
}

interface Published {
	workflow: Imported;
	url: string;
}

/** A registered trigger responds with 401 to a request without a valid signature. */
const untilRegistered = (url: string): Promise<boolean> =>
	until(
		`${url} is registered`,
		async () => (await fetch(url, { method: 'POST', body: '{}' })).status === 401,
	);

async function publishTrigger(front: Front): Promise<Published> {
	const { cluster, service, processes, balancer } = front;
	const webhookId = randomUUID();
	const name = `Trigger ${webhookId}`;
	const credential = { baseUrl: service.url, apiKey: service.apiKey, webhookSecret: SECRET };
	const { id } = await cluster.createCredential(name, credential);
	const nodes = [triggerNode(webhookId), setNode('After', { seen: 'yes' })];
	const workflow = await cluster.importWorkflow(chain(name, nodes), { id, name });
	await cluster.activate(workflow);
	const path = `/webhook/${webhookId}/webhook`;
	for (const process of processes) await untilRegistered(`${process.url}${path}`);
	return { workflow, url: `${balancer.url}${path}` };
}

async function startBatch({ service }: Front, url: string, pages: number): Promise<void> {
	await fetch(`${service.url}/v2/batch/scrape`, {
		method: 'POST',
		headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
		body: JSON.stringify({ urls: syntheticUrls(pages), webhook: { url, events: ['page'] } }),
	});
}

const attempted = ({ service }: Front, url: string, events: number, attempts: number) =>
	until(`${events} events were sent ${attempts} times`, () => {
		const sent = service.webhooks.filter((delivery) => delivery.url === url);
		return sent.filter((delivery) => delivery.attempts.length >= attempts).length >= events;
	});

/** Loses the responses to all events, so that the service sends each event again, to the other process. */
async function repeated(front: Front, url: string, events: number, send: () => unknown) {
	front.balancer.losesAnswers = true;
	await send();
	await attempted(front, url, events, 1);
	front.balancer.losesAnswers = false;
	front.service.advanceClock(MINUTE_MS);
	await attempted(front, url, events, 2);
}

async function startedBy(front: Front, { workflow }: Published, count: number): Promise<unknown[]> {
	const executions = await front.endedExecutions(workflow, count);
	return executions.map((execution) => outputItemsOf(execution, TRIGGER)[0]?.webhookId);
}

async function expectOnce(front: Front, published: Published, count: number): Promise<void> {
	const ids = await startedBy(front, published, count);
	expect(ids).toHaveLength(count);
	expect(new Set(ids).size).toBe(count);
}

async function singleEvents(front: Front): Promise<void> {
	const published = await publishTrigger(front);
	const { url } = published;
	for (const sent of [1, 2, 3, 4, 5]) {
		await repeated(front, url, sent, () => startBatch(front, url, 1));
	}
	await expectOnce(front, published, 5);
}

/**
 * A process stores all known events at once. Simultaneous events can overwrite the entries of the other process, so a
 * repeated event can start the workflow again, but no event is lost.
 */
async function simultaneousEvents(front: Front): Promise<void> {
	const published = await publishTrigger(front);
	const { url } = published;
	await repeated(front, url, EVENTS, () => startBatch(front, url, EVENTS));
	expect(new Set(await startedBy(front, published, EVENTS)).size).toBe(EVENTS);
}

async function eventsAcrossRestart(front: Front): Promise<void> {
	const { balancer, processes, service } = front;
	const published = await publishTrigger(front);
	const { pathname } = new URL(published.url);
	balancer.losesAnswers = true;
	await startBatch(front, published.url, 1);
	await attempted(front, published.url, 1, 1);
	for (const process of processes) {
		await process.kill();
		await process.start();
		await untilRegistered(`${process.url}${pathname}`);
	}
	balancer.losesAnswers = false;
	service.advanceClock(MINUTE_MS);
	await attempted(front, published.url, 1, 2);
	await expectOnce(front, published, 1);
}

export async function triggerEvents(setup: QueueSetup): Promise<void> {
	const { service } = setup;
	service.configure({ webhookSecret: SECRET, maxConcurrency: EVENTS });
	await withWebhookProcesses(setup, async (balancer, processes) => {
		const front = { ...setup, balancer, processes };
		await singleEvents(front);
		await simultaneousEvents(front);
		await eventsAcrossRestart(front);
	});
}
