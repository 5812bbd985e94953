import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { syntheticUrls } from '../localService/jobClient';
import { type Execution, outputItemsOf } from './execution';
import type { Setup } from './setup';
import { until } from './until';
import { MINUTE_MS, type Published, TRIGGER, registered, useTrigger } from './useTrigger';
import { chain, webDataNode, webhookNode } from './workflow';

const trigger = useTrigger();
const { activate, publish, deactivate, executions } = trigger;
const recorders: Recorder[] = [];
let setup: Setup;

beforeAll(() => {
	({ setup } = trigger);
});

afterAll(async () => {
	await Promise.all(recorders.map(({ close }) => close()));
});

jest.setTimeout(120_000);

const typesIn = (runs: Execution[]): unknown[] =>
	runs.map((run) => outputItemsOf(run, TRIGGER)[0]?.type).sort();

async function startBatch(url: string, fields: object = {}): Promise<string> {
	const { service, apiKey } = setup;
	const answer = await fetch(`${service.url}/v2/batch/scrape`, {
		method: 'POST',
		headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
		body: JSON.stringify({
			urls: [`${service.url}/pages/article.html`],
			webhook: { url },
			...fields,
		}),
	});
	return ((await answer.json()) as { id: string }).id;
}

const lastDelivery = () => {
	const [last] = setup.service.webhooks.slice(-1);
	if (last === undefined) throw new Error('The service has sent no event');
	return last;
};

interface Recorder {
	url: string;
	requests: { headers: Record<string, string>; body: string }[];
	close: () => Promise<void>;
}

async function recordRequests(): Promise<Recorder> {
	const requests: Recorder['requests'] = [];
	const server = createServer((request, response) => {
		void text(request).then((body) => {
			const signature = String(request.headers['x-firecrawl-signature']);
			const headers = { 'content-type': 'application/json', 'x-firecrawl-signature': signature };
			requests.push({ headers, body });
			response.end();
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const recorder: Recorder = {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
		requests,
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
	recorders.push(recorder);
	return recorder;
}

describe('job events', () => {
	it('start the workflow until it is deactivated', async () => {
		const published = await publish({});
		const id = await startBatch(published.url);
		const runs = await executions(published, 3);
		expect(typesIn(runs)).toEqual([
			'batch_scrape.completed',
			'batch_scrape.page',
			'batch_scrape.started',
		]);
		expect(outputItemsOf(runs[0] as Execution, TRIGGER)).toEqual([expect.objectContaining({ id })]);
		await deactivate(published);
		await startBatch(published.url, { webhook: { url: published.url, events: ['started'] } });
		expect(lastDelivery().attempts.map(({ status }) => status)).toEqual([404]);
		expect(await setup.n8n.executions(published.workflow)).toHaveLength(3);
	});

	it('that are forged or truncated are refused, and start nothing', async () => {
		const published = await publish({});
		const post = async (body: string, headers: Record<string, string> = {}): Promise<number> => {
			const options = {
				method: 'POST',
				body,
				headers: { 'content-type': 'application/json', ...headers },
			};
			return (await fetch(published.url, options)).status;
		};
		const body = JSON.stringify({ type: 'crawl.completed', id: randomUUID(), data: [] });
		const wrong = { 'x-firecrawl-signature': `sha256=${'0'.repeat(64)}` };
		expect(await post(body)).toBe(401);
		expect(await post(body, wrong)).toBe(401);
		expect(await post(body.slice(0, -4), wrong)).toBeGreaterThanOrEqual(400);
		expect(await setup.n8n.executions(published.workflow)).toEqual([]);
	});

	it('start the workflow once if they are repeated, even after a restart of n8n', async () => {
		const { n8n } = setup;
		const published = await publish({ eventTypes: ['batch_scrape.started'] });
		const recorder = await recordRequests();
		const webhook = { url: recorder.url, events: ['started'] };
		for (let sent = 0; sent < 3; sent++) await startBatch(recorder.url, { webhook });
		const requests = await until('three events arrive', async () =>
			recorder.requests.length === 3 ? recorder.requests : undefined,
		);
		const sendAll = async (): Promise<number[]> => {
			const statuses: number[] = [];
			for (const request of requests) {
				const { status } = await fetch(published.url, { method: 'POST', ...request });
				statuses.push(status);
			}
			return statuses;
		};
		expect([...(await sendAll()), ...(await sendAll())]).toEqual(Array(6).fill(200));
		await executions(published, 3);
		await n8n.restart();
		await registered(published.url);
		expect(await sendAll()).toEqual([200, 200, 200]);
		await startBatch(published.url, { webhook: { url: published.url, events: ['started'] } });
		await executions(published, 4);
		expect(await n8n.executions(published.workflow)).toHaveLength(4);
	});

	it('that are sent while the workflow is not active start it after the next activation', async () => {
		const { service } = setup;
		const published = await publish({ eventTypes: ['batch_scrape.started'] });
		await deactivate(published);
		await startBatch(published.url, { webhook: { url: published.url, events: ['started'] } });
		const delivery = lastDelivery();
		expect(delivery.attempts.map(({ status }) => status)).toEqual([404]);
		await activate(published);
		service.advanceClock(MINUTE_MS);
		await executions(published, 1);
		expect(delivery.attempts.map(({ status }) => status)).toEqual([404, 200]);
	});

	it('that were sent at the same moment start the workflow once each, even if they are repeated after a restart', async () => {
		const { service, n8n } = setup;
		const count = 30;
		service.configure({ maxConcurrency: count });
		const published = await publish({ eventTypes: ['batch_scrape.page'] });
		const recorder = await recordRequests();
		const webhook = { url: recorder.url, events: ['page'] };
		await startBatch(recorder.url, { urls: syntheticUrls(count), webhook });
		const requests = await until('all events arrive', async () =>
			recorder.requests.length === count ? recorder.requests : undefined,
		);
		const sendAll = (): Promise<number[]> =>
			Promise.all(
				requests.map(async (request) => {
					const { status } = await fetch(published.url, { method: 'POST', ...request });
					return status;
				}),
			);
		expect(await sendAll()).toEqual(Array(count).fill(200));
		const runs = await executions(published, count);
		const ids = runs.map((run) => outputItemsOf(run, TRIGGER)[0]?.webhookId);
		expect(new Set(ids).size).toBe(count);
		await n8n.restart();
		await registered(published.url);
		expect(await sendAll()).toEqual(Array(count).fill(200));
		expect(await n8n.executions(published.workflow)).toHaveLength(count);
	});

	it('of an agent run that was started with the URL of the trigger start the workflow', async () => {
		const metadata = { entry: [{ name: 'customer', value: '4711' }] };
		const published = await publish({
			eventTypes: ['agent.started', 'agent.completed'],
			options: { metadataFilter: metadata },
		});
		const other = await publish({
			options: { metadataFilter: { entry: [{ name: 'customer', value: '1' }] } },
		});
		const start = webDataNode({
			resource: 'agent',
			operation: 'start',
			prompt: 'When does the light flash?',
			options: { webhook: { url: '={{ $json.body.url }}', metadata } },
		});
		const run = async ({ url }: Published) => {
			const path = randomUUID();
			const nodes = [webhookNode(path, { responseMode: 'onReceived' }), start];
			const execution = await setup.execute(chain(`Start ${path}`, nodes, []), { url });
			return outputItemsOf(execution, 'Web Data')[0]?.jobId;
		};
		const id = await run(published);
		const runs = await executions(published, 2);
		const items = runs.map((each) => outputItemsOf(each, TRIGGER));
		expect(items.flat().map((item) => [item.id, item.metadata])).toEqual([
			[id, { customer: '4711' }],
			[id, { customer: '4711' }],
		]);
		expect(typesIn(runs)).toEqual(['agent.completed', 'agent.started']);
		await run(other);
		await until('all events of the other run are confirmed', async () => {
			const sent = setup.service.webhooks.filter(({ url }) => url === other.url);
			return sent.filter(({ delivered }) => delivered).length >= 3 ? true : undefined;
		});
		expect(await setup.n8n.executions(other.workflow)).toEqual([]);
	});
});
