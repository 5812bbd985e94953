// Tests the trigger in a real n8n with webhooks of the local service.

import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type Execution, outputItemsOf } from './execution';
import type { Imported } from './n8n';
import { SET_UP_TIMEOUT_MS, type Setup, openSetup } from './setup';
import { until } from './until';
import { chain, setNode, triggerNode } from './workflow';

const SECRET = 'tide-and-moon';
const TRIGGER = 'Web Data Trigger';

let setup: Setup;
let credential: { id: string; name: string };

beforeAll(async () => {
	setup = await openSetup();
	const { n8n, service, apiKey } = setup;
	service.configure({ webhookSecret: SECRET, monitorCheckMs: 0 });
	const data = { baseUrl: service.url, apiKey, webhookSecret: SECRET };
	credential = { name: 'Signed', id: (await n8n.createCredential('Signed', data)).id };
}, SET_UP_TIMEOUT_MS);

const recorders: Recorder[] = [];

afterAll(async () => {
	await Promise.all(recorders.map(({ close }) => close()));
	await setup?.close();
}, 60_000);

jest.setTimeout(120_000);

interface Published {
	workflow: Imported;
	url: string;
}

async function publish(parameters: Record<string, unknown>): Promise<Published> {
	const { n8n } = setup;
	const webhookId = randomUUID();
	const nodes = [triggerNode(webhookId, parameters), setNode('After', { seen: 'yes' })];
	const workflow = await n8n.importWorkflow(chain(`Trigger ${webhookId}`, nodes, []), credential);
	await n8n.activate(workflow);
	const url = `${n8n.url}/webhook/${webhookId}/webhook`;
	await registered(url);
	return { workflow, url };
}

/**
 * n8n registers the URL shortly after activation. The trigger refuses a request without a valid
 * signature.
 */
const registered = (url: string): Promise<true> =>
	until(`${url} is registered`, async () => {
		const { status } = await fetch(url, { method: 'POST', body: '{}' });
		return status === 401 ? true : undefined;
	});

/** Resolves when the workflow has `count` executions. Returns the executions, oldest first. */
const executions = ({ workflow }: Published, count: number): Promise<Execution[]> =>
	until(`the workflow has run ${count} times`, async () => {
		const done = (await setup.n8n.executions(workflow)).filter(
			({ status }) => status === 'success',
		);
		if (done.length < count) return undefined;
		return await Promise.all(done.reverse().map(({ id }) => setup.n8n.execution(id)));
	});

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

/**
 * Starts a receiver that records webhook events for sending them again. The receiver is closed
 * after all tests.
 */
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
		await setup.n8n.deactivate(published.workflow);
		await until('the URL is removed', async () => {
			const { status } = await fetch(published.url, { method: 'POST', body: '{}' });
			return status === 404 ? true : undefined;
		});
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

	it('start the workflow once if they are repeated, also after a restart of n8n', async () => {
		const { service, n8n } = setup;
		const published = await publish({ eventTypes: ['batch_scrape.started'] });
		const recorder = await recordRequests();
		await startBatch(recorder.url, { webhook: { url: recorder.url, events: ['started'] } });
		const [request] = await until('an event arrives', async () =>
			recorder.requests.length > 0 ? recorder.requests : undefined,
		);
		const repeat = async (): Promise<number> =>
			(await fetch(published.url, { method: 'POST', ...request })).status;
		expect([await repeat(), await repeat()]).toEqual([200, 200]);
		await executions(published, 1);
		await n8n.restart();
		await registered(published.url);
		expect(await repeat()).toBe(200);
		await startBatch(published.url, { webhook: { url: published.url, events: ['started'] } });
		await executions(published, 2);
		expect(await n8n.executions(published.workflow)).toHaveLength(2);
		expect(service.webhooks.length).toBeGreaterThan(0);
	});
});

describe('a monitor', () => {
	const HOUR_MS = 3_600_000;

	const form = (fields: object = {}) => ({
		source: 'monitor',
		monitorMode: 'create',
		name: 'Tides',
		targets: {
			target: [{ type: 'scrape', urls: [`${setup.service.url}/pages/changing.html`] }],
		},
		schedule: { schedule: { specifySchedule: 'text', text: 'hourly' } },
		...fields,
	});

	interface Monitor {
		id: string;
		name: string;
		status: string;
		webhook: { url: string };
	}

	const monitors = async (): Promise<Monitor[]> => {
		const { service, apiKey } = setup;
		const headers = { authorization: `Bearer ${apiKey}` };
		const answer = await fetch(`${service.url}/v2/monitor`, { headers });
		return ((await answer.json()) as { data: Monitor[] }).data;
	};

	it('is created, sends events across a restart of n8n, and is deleted', async () => {
		const { n8n, service } = setup;
		const published = await publish(form({ events: ['monitor.check.completed'] }));
		const [monitor] = await until('the monitor exists', async () => {
			const all = await monitors();
			return all.length > 0 ? all : undefined;
		});
		// n8n uses localhost in its own URL.
		const { pathname } = new URL(published.url);
		expect(monitor?.status).toBe('active');
		expect(new URL(monitor?.webhook.url ?? '').pathname).toBe(pathname);
		await registered(published.url);
		service.advanceClock(HOUR_MS);
		const [first] = await executions(published, 1);
		expect(outputItemsOf(first as Execution, TRIGGER)).toEqual([
			expect.objectContaining({
				type: 'monitor.check.completed',
				data: expect.objectContaining({ monitorId: monitor?.id, status: 'completed' }),
			}),
		]);
		await n8n.restart();
		await registered(published.url);
		expect((await monitors()).map(({ id }) => id)).toEqual([monitor?.id]);
		service.advanceClock(HOUR_MS);
		await executions(published, 2);
		await n8n.deactivate(published.workflow);
		await until('the monitor is deleted', async () =>
			(await monitors()).length === 0 ? true : undefined,
		);
	});

	it('is paused and resumed if the form says so', async () => {
		const { n8n } = setup;
		const published = await publish(form({ onDeactivation: 'pause' }));
		const withStatus = (status: string) =>
			until(`the monitor is ${status}`, async () => {
				const [monitor] = await monitors();
				return monitor?.status === status ? monitor.id : undefined;
			});
		const id = await withStatus('active');
		await n8n.deactivate(published.workflow);
		expect(await withStatus('paused')).toBe(id);
		await n8n.activate(published.workflow);
		expect(await withStatus('active')).toBe(id);
		expect(await monitors()).toHaveLength(1);
		await n8n.deactivate(published.workflow);
		await withStatus('paused');
	});

	it('of a test is paused after its first event', async () => {
		const { n8n } = setup;
		const nodes = [triggerNode(randomUUID(), form()), setNode('After', { seen: 'yes' })];
		const workflow = await n8n.importWorkflow(chain('Listen', nodes, []), credential);
		const body = { triggerToStartFrom: { name: TRIGGER } };
		await n8n.rest().post(`/workflows/${workflow.id}/run`, body);
		const [run] = await until(
			'the test has run',
			async () => {
				const all = await n8n.executions(workflow);
				return all.some(({ status }) => status === 'success') ? all : undefined;
			},
			{ timeoutMs: 90_000 },
		);
		const items = outputItemsOf(await n8n.execution(run?.id ?? ''), TRIGGER);
		expect(items[0]).toMatchObject({ type: expect.stringMatching(/^monitor\./) });
		await until('the monitor is paused', async () =>
			(await monitors()).every(({ status }) => status === 'paused') ? true : undefined,
		);
		expect((await monitors()).map(({ name }) => name)).toContain('Tides (test)');
	});
});
