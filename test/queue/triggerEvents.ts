import { syntheticUrls } from '../localService/jobClient';
import { type Execution, outputItemsOf } from '../n8n/execution';
import { until } from '../n8n/until';
import type { QueueSetup } from './setup';
import {
	type Front,
	type Published,
	SECRET,
	WAIT,
	executionsOf,
	post,
	publishTrigger,
	untilRegistered,
	withFront,
} from './webhookProcesses';

const TRIGGER = 'Web Data Trigger';
const MINUTE_MS = 60_000;
const WEEK_MS = 7 * 24 * 60 * MINUTE_MS;
const EVENTS = 20;
const AT_ONCE = 40;

async function startBatch({ service }: Front, url: string, pages: number, event: string) {
	await fetch(`${service.url}/v2/batch/scrape`, {
		method: 'POST',
		headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
		body: JSON.stringify({ urls: syntheticUrls(pages), webhook: { url, events: [event] } }),
	});
}

const attempted = ({ service }: Front, url: string, events: number, attempts: number) =>
	until(
		`${events} events were sent ${attempts} times`,
		async () => {
			const sent = service.webhooks.filter((delivery) => delivery.url === url);
			const done = sent.filter((delivery) => delivery.attempts.length >= attempts);
			return done.length >= events ? true : undefined;
		},
		WAIT,
	);

const eventIdsOf = (executions: readonly Execution[]): unknown[] =>
	executions.map((execution) => outputItemsOf(execution, TRIGGER)[0]?.webhookId);

async function repeat(front: Front, url: string, events: number): Promise<void> {
	front.balancer.losesAnswers = false;
	front.service.advanceClock(MINUTE_MS);
	await attempted(front, url, events, 2);
}

async function oneByOne(front: Front): Promise<unknown[]> {
	const published = await publishTrigger(front, {});
	front.balancer.losesAnswers = true;
	for (let sent = 0; sent < EVENTS; sent++) await startBatch(front, published.url, 1, 'started');
	await attempted(front, published.url, EVENTS, 1);
	await repeat(front, published.url, EVENTS);
	return eventIdsOf(await executionsOf(front, published, EVENTS));
}

async function atOnce(front: Front): Promise<unknown[]> {
	const published = await publishTrigger(front, {});
	front.balancer.losesAnswers = true;
	await startBatch(front, published.url, AT_ONCE, 'page');
	await attempted(front, published.url, AT_ONCE, 1);
	await repeat(front, published.url, AT_ONCE);
	return eventIdsOf(await executionsOf(front, published, AT_ONCE));
}

async function acrossRestart(front: Front): Promise<unknown[]> {
	const { balancer, processes, service } = front;
	const published = await publishTrigger(front, {});
	const path = new URL(published.url).pathname;
	balancer.losesAnswers = true;
	await startBatch(front, published.url, 1, 'started');
	await attempted(front, published.url, 1, 1);
	for (const process of processes) {
		await process.kill();
		await process.start();
		await untilRegistered(`${process.url}${path}`);
	}
	service.advanceClock(MINUTE_MS);
	await attempted(front, published.url, 1, 2);
	balancer.losesAnswers = false;
	service.advanceClock(5 * MINUTE_MS);
	await attempted(front, published.url, 1, 3);
	return eventIdsOf(await executionsOf(front, published, 1));
}

async function forged(front: Front): Promise<{ statuses: number[]; executions: number }> {
	const { workflow, url } = await publishTrigger(front, {});
	const path = new URL(url).pathname;
	const body = JSON.stringify({ type: 'crawl.completed', id: 'a', webhookId: 'b', data: [] });
	const wrong = { 'x-firecrawl-signature': `sha256=${'0'.repeat(64)}` };
	const statuses: number[] = [];
	for (const process of front.processes) {
		statuses.push(await post(`${process.url}${path}`, body));
		statuses.push(await post(`${process.url}${path}`, body, wrong));
		statuses.push(await post(`${process.url}${path}`, '{}', wrong));
	}
	return { statuses, executions: (await front.cluster.executions(workflow)).length };
}

const monitorForm = (page: string) => ({
	source: 'monitor',
	monitorMode: 'create',
	name: 'Tides',
	targets: { target: [{ type: 'scrape', urls: [page] }] },
	schedule: { schedule: { specifySchedule: 'text', text: 'weekly' } },
	events: ['monitor.check.completed'],
});

interface MonitorFigures {
	created: number;
	events: unknown[];
	left: number;
}

async function monitorEvents(front: Front): Promise<MonitorFigures> {
	const { service, cluster, balancer } = front;
	const published: Published = await publishTrigger(
		front,
		monitorForm(`${service.url}/pages/changing.html`),
	);
	const { url } = published;
	await until('the monitor is created', async () => service.monitors[0]);
	const created = service.monitors.length;
	for (let check = 1; check <= 3; check++) {
		balancer.losesAnswers = true;
		service.advanceClock(WEEK_MS);
		await attempted(front, url, check, 1);
		await repeat(front, url, check);
	}
	const events = eventIdsOf(await executionsOf(front, published, 3));
	await cluster.deactivate(published.workflow);
	await until('the monitor is deleted', async () => service.monitors.length === 0 || undefined);
	return { created, events, left: service.monitors.length };
}

const startedTwice = (events: readonly unknown[]): number => events.length - new Set(events).size;

export async function triggerEvents(setup: QueueSetup): Promise<void> {
	const { service } = setup;
	service.configure({ webhookSecret: SECRET, monitorCheckMs: 0, maxConcurrency: AT_ONCE });
	return await withFront(setup, async (front) => {
		const single = await oneByOne(front);
		const answers = front.balancer.answers.map((list) => list.length);
		const many = await atOnce(front);
		front.balancer.selectsByUrl = true;
		const manyByUrl = await atOnce(front);
		front.balancer.selectsByUrl = false;
		const restarted = await acrossRestart(front);
		const refused = await forged(front);
		const monitor = await monitorEvents(front);

		expect(single).toHaveLength(EVENTS);
		expect(startedTwice(single)).toBe(0);
		expect(answers).toEqual([EVENTS, EVENTS]);
		expect(new Set(many).size).toBe(AT_ONCE);
		expect(new Set(manyByUrl).size).toBe(AT_ONCE);
		expect(startedTwice(manyByUrl)).toBe(0);
		expect(restarted).toHaveLength(1);
		expect(refused).toEqual({ statuses: Array(6).fill(401), executions: 0 });
		expect(monitor).toEqual({ created: 1, events: expect.any(Array), left: 0 });
		expect(new Set(monitor.events).size).toBe(3);
		expect(monitor.events).toHaveLength(3);
	});
}
