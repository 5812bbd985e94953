// Tests the trigger in a real n8n with webhooks of the local service.

import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type Execution, outputItemsOf } from './execution';
import type { Imported } from './n8n';
import { SET_UP_TIMEOUT_MS, type Setup, openSetup } from './setup';
import { until } from './until';
import { syntheticUrls } from '../localService/jobClient';
import { chain, setNode, triggerNode, webDataNode, webhookNode } from './workflow';

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
const active: Imported[] = [];

/** A monitor of an earlier test must not check pages when the clock of the service advances. */
afterEach(async () => {
	await Promise.all(active.splice(0).map((workflow) => setup.n8n.deactivate(workflow)));
	setup.service.configure({ monitorCheckMs: 0 });
});

afterAll(async () => {
	await Promise.all(recorders.map(({ close }) => close()));
	await setup?.close();
}, 60_000);

jest.setTimeout(120_000);

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

interface Published {
	workflow: Imported;
	url: string;
}

async function importTrigger(parameters: Record<string, unknown>): Promise<Published> {
	const { n8n } = setup;
	const webhookId = randomUUID();
	const nodes = [triggerNode(webhookId, parameters), setNode('After', { seen: 'yes' })];
	const workflow = await n8n.importWorkflow(chain(`Trigger ${webhookId}`, nodes, []), credential);
	return { workflow, url: `${n8n.url}/webhook/${webhookId}/webhook` };
}

async function activate({ workflow, url }: Published): Promise<void> {
	await setup.n8n.activate(workflow);
	active.push(workflow);
	await registered(url);
}

async function publish(parameters: Record<string, unknown>): Promise<Published> {
	const published = await importTrigger(parameters);
	await activate(published);
	return published;
}

async function deactivate({ workflow, url }: Published): Promise<void> {
	await setup.n8n.deactivate(workflow);
	active.splice(active.indexOf(workflow), 1);
	await until('the URL is removed', async () => {
		const { status } = await fetch(url, { method: 'POST', body: '{}' });
		return status === 404 ? true : undefined;
	});
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

	it('start the workflow once if they are repeated, also after a restart of n8n', async () => {
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

	it('of the same moment start the workflow once each', async () => {
		const { service } = setup;
		service.configure({ maxConcurrency: 30 });
		const published = await publish({ eventTypes: ['batch_scrape.page'] });
		const urls = syntheticUrls(30);
		await startBatch(published.url, { urls, webhook: { url: published.url, events: ['page'] } });
		const runs = await executions(published, urls.length);
		const pages = runs.map((run) => outputItemsOf(run, TRIGGER)[0]?.data as { metadata: object });
		expect(pages.map(({ metadata }) => metadata)).toHaveLength(urls.length);
		expect(new Set(runs.map((run) => outputItemsOf(run, TRIGGER)[0]?.webhookId)).size).toBe(30);
	});

	it('of an agent run that was started with the URL of the trigger', async () => {
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

describe('a monitor', () => {
	/** A name of its own, because the service keeps the monitors of all tests. */
	const form = (name: string, fields: object = {}) => ({
		source: 'monitor',
		monitorMode: 'create',
		name,
		targets: {
			target: [{ type: 'scrape', urls: [`${setup.service.url}/pages/changing.html`] }],
		},
		schedule: { schedule: { specifySchedule: 'text', text: 'hourly' } },
		...fields,
	});

	const existing = (id: string, fields: object = {}) => ({
		source: 'monitor',
		monitorMode: 'existing',
		monitorId: { __rl: true, mode: 'id', value: id },
		...fields,
	});

	interface Monitor {
		id: string;
		name: string;
		status: string;
		schedule: { cron: string };
		webhook: { url: string; headers?: Record<string, string> } | null;
	}

	async function api<Data>(method: string, path: string, body?: object): Promise<Data> {
		const { service, apiKey } = setup;
		const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
		const options = { method, headers, body: body && JSON.stringify(body) };
		const answer = await fetch(`${service.url}/v2/monitor${path}`, options);
		return ((await answer.json()) as { data: Data }).data;
	}

	const named = async (name: string): Promise<Monitor[]> =>
		(await api<Monitor[]>('GET', '?limit=100')).filter((monitor) => monitor.name === name);

	const withStatus = (name: string, status: string): Promise<Monitor> =>
		until(`the monitor ${name} is ${status}`, async () => {
			const [monitor] = await named(name);
			return monitor?.status === status ? monitor : undefined;
		});

	const gone = (name: string): Promise<true> =>
		until(`the monitor ${name} is deleted`, async () =>
			(await named(name)).length === 0 ? true : undefined,
		);

	/** Resolves when the monitor sends its events to the trigger. */
	const registeredAt = (name: string, { url }: Published): Promise<Monitor> =>
		until(`the monitor ${name} has the webhook`, async () => {
			const [monitor] = await named(name);
			const isOwn = monitor?.webhook && pathOf(monitor.webhook.url) === pathOf(url);
			return isOwn ? monitor : undefined;
		});

	const created = (name: string, fields: object = {}): Promise<Monitor> =>
		api('POST', '', {
			name,
			schedule: { text: 'hourly' },
			targets: [{ type: 'scrape', urls: [`${setup.service.url}/pages/changing.html`] }],
			...fields,
		});

	/** n8n uses localhost in its own URL. */
	const pathOf = (url: string): string => new URL(url).pathname;

	/** *Execute step* in the editor: n8n listens for an event for two minutes. */
	async function listen(parameters: object): Promise<Published> {
		const imported = await importTrigger({ ...parameters });
		const { id } = imported.workflow;
		const body = { triggerToStartFrom: { name: TRIGGER } };
		await setup.n8n.rest().post(`/workflows/${id}/run`, body);
		return imported;
	}

	/** *Stop listening* in the editor. */
	async function stopListening({ workflow }: Published): Promise<void> {
		const { url, rest } = setup.n8n;
		const headers = { cookie: rest().cookie() };
		await fetch(`${url}/rest/test-webhook/${workflow.id}`, { method: 'DELETE', headers });
	}

	interface Publication {
		status: string;
		triggers: { errorMessage: string | null }[];
	}

	/** The error that the editor shows after *Publish*. */
	async function activationError(parameters: object): Promise<string> {
		const { workflow } = await importTrigger({ ...parameters });
		const { n8n } = setup;
		await n8n.activate(workflow);
		active.push(workflow);
		const { triggers } = await until('the activation has failed', async () => {
			const path = `/workflows/${workflow.id}/publication-status`;
			const publication = await n8n.rest().get<Publication>(path);
			return publication.status === 'failed' ? publication : undefined;
		});
		return String(triggers[0]?.errorMessage);
	}

	const checksOf = async ({ id }: Monitor): Promise<unknown[]> => await api('GET', `/${id}/checks`);

	describe('that is created', () => {
		it('sends events across a restart of n8n, and is deleted', async () => {
			const { n8n, service } = setup;
			const name = 'Restarted';
			const published = await publish(form(name, { events: ['monitor.check.completed'] }));
			const monitor = await withStatus(name, 'active');
			await registeredAt(name, published);
			service.advanceClock(HOUR_MS);
			const [first] = await executions(published, 1);
			expect(outputItemsOf(first as Execution, TRIGGER)).toEqual([
				expect.objectContaining({
					type: 'monitor.check.completed',
					data: expect.objectContaining({ monitorId: monitor.id, status: 'completed' }),
				}),
			]);
			await n8n.restart();
			await registered(published.url);
			expect((await named(name)).map(({ id }) => id)).toEqual([monitor.id]);
			service.advanceClock(HOUR_MS);
			await executions(published, 2);
			await deactivate(published);
			await gone(name);
		});

		it('is paused and resumed with Pause the Monitor', async () => {
			const name = 'Paused';
			const fields = { onDeactivation: 'pause', events: ['monitor.check.completed'] };
			const published = await publish(form(name, fields));
			const { id } = await withStatus(name, 'active');
			await deactivate(published);
			expect((await withStatus(name, 'paused')).id).toBe(id);
			await activate(published);
			expect((await withStatus(name, 'active')).id).toBe(id);
			expect(await named(name)).toHaveLength(1);
			setup.service.advanceClock(HOUR_MS);
			await executions(published, 1);
		});

		it('is used again if it could not be deleted, and the log says that it was left', async () => {
			const { n8n, service } = setup;
			const name = 'Left';
			const published = await publish(form(name));
			const { id } = await withStatus(name, 'active');
			const when = { method: 'DELETE', path: `/v2/monitor/${id}` };
			service.addFaults({ when, times: 1, answer: { kind: 'errorRow', id: 'unauthorized' } });
			await deactivate(published);
			const log = await until('n8n reports the monitor', async () =>
				n8n
					.log()
					.split('\n')
					.find((line) => line.includes(`could not remove the monitor ${id}`)),
			);
			expect(log).toContain('The monitor still runs and costs credits. Delete the monitor');
			await activate(published);
			expect((await named(name)).map((monitor) => monitor.id)).toEqual([id]);
			await deactivate(published);
			await gone(name);
		});
	});

	it('that is created again by a second activation starts the workflow', async () => {
		const name = 'Second';
		const published = await publish(form(name, { events: ['monitor.check.completed'] }));
		const first = await withStatus(name, 'active');
		setup.service.advanceClock(HOUR_MS);
		await executions(published, 1);
		await deactivate(published);
		await gone(name);
		await activate(published);
		const second = await withStatus(name, 'active');
		expect(second.id).not.toBe(first.id);
		setup.service.advanceClock(HOUR_MS);
		await executions(published, 2);
	});

	describe('that exists', () => {
		it('gets the webhook of the trigger, and keeps everything else', async () => {
			const { service } = setup;
			const name = 'Own';
			const before = await created(name);
			const published = await publish(existing(before.id, { events: ['monitor.check.completed'] }));
			const after = await registeredAt(name, published);
			expect(after).toMatchObject({ id: before.id, status: 'active', schedule: before.schedule });
			service.advanceClock(HOUR_MS);
			const [run] = await executions(published, 1);
			expect(outputItemsOf(run as Execution, TRIGGER)).toMatchObject([
				{ type: 'monitor.check.completed', data: { monitorId: before.id } },
			]);
		});

		it('stays after the deactivation, and the log says that its webhook stays', async () => {
			const { n8n } = setup;
			const name = 'Kept';
			const { id, schedule } = await created(name);
			const published = await publish(existing(id));
			await registeredAt(name, published);
			await deactivate(published);
			expect(await named(name)).toMatchObject([{ id, status: 'active', schedule }]);
			const line = await until('n8n reports the webhook', async () =>
				n8n
					.log()
					.split('\n')
					.find((each) => each.includes(`could not remove the monitor ${id}`)),
			);
			expect(line).toContain('The monitor still sends events to this node');
			await activate(published);
			expect(await named(name)).toMatchObject([{ id, status: 'active' }]);
		});

		it('refuses the activation if its events go elsewhere, and is not changed', async () => {
			const name = 'Foreign';
			const url = 'https://elsewhere.example/hook';
			const { id } = await created(name, { webhook: { url } });
			const error = await activationError(existing(id));
			expect(error).toBe(
				`The monitor '${name}' already has a webhook. The webhook sends events to ${url}, and a monitor can have only one webhook. Select another monitor, or remove the webhook first.`,
			);
			expect((await named(name))[0]?.webhook?.url).toBe(url);
		});

		it('refuses the activation if it does not exist', async () => {
			expect(await activationError(existing(randomUUID()))).toContain('Monitor not found');
		});
	});

	describe('of a test', () => {
		it('is a second one, which is paused after its first event', async () => {
			const { n8n, service } = setup;
			service.configure({ monitorCheckMs: 500 });
			const { workflow } = await listen(form('Tested'));
			const [run] = await until('the test has run', async () => {
				const all = await n8n.executions(workflow);
				return all.some(({ status }) => status === 'success') ? all : undefined;
			});
			const items = outputItemsOf(await n8n.execution(run?.id ?? ''), TRIGGER);
			expect(items[0]).toMatchObject({ type: expect.stringMatching(/^monitor\./) });
			const monitor = await withStatus('Tested (test)', 'paused');
			expect(await named('Tested')).toEqual([]);
			service.advanceClock(8 * 24 * HOUR_MS);
			expect(await checksOf(monitor)).toHaveLength(1);
		});

		it('is paused when n8n stops listening, and deleted by the next activation', async () => {
			const { service } = setup;
			service.configure({ monitorCheckMs: HOUR_MS });
			const listening = await listen(form('Cancelled'));
			const monitor = await withStatus('Cancelled (test)', 'active');
			expect(monitor.schedule.cron).toMatch(/^\d+ \d+ \* \* \d$/);
			await stopListening(listening);
			await withStatus('Cancelled (test)', 'paused');
			await activate(listening);
			await gone('Cancelled (test)');
			expect(await named('Cancelled')).toMatchObject([{ status: 'active' }]);
		});

		it('keeps listening after a forged event', async () => {
			const { service, n8n } = setup;
			service.configure({ monitorCheckMs: 3000 });
			const listening = await listen(form('Forged'));
			const testUrl = listening.url.replace('/webhook/', '/webhook-test/');
			const { status } = await fetch(testUrl, { method: 'POST', body: '{}' });
			expect(status).toBe(401);
			await until('the test has run', async () => {
				const all = await n8n.executions(listening.workflow);
				return all.some((run) => run.status === 'success') ? true : undefined;
			});
			await withStatus('Forged (test)', 'paused');
		});

		it('sends its events to the active workflow again, if the monitor exists', async () => {
			const { service } = setup;
			const name = 'Shared';
			const { id } = await created(name);
			const published = await publish(existing(id, { events: ['monitor.check.completed'] }));
			const before = await registeredAt(name, published);
			service.configure({ monitorCheckMs: HOUR_MS });
			const body = { triggerToStartFrom: { name: TRIGGER } };
			await setup.n8n.rest().post(`/workflows/${published.workflow.id}/run`, body);
			await until('the monitor sends its events to the test', async () => {
				const [monitor] = await named(name);
				return monitor?.webhook?.url.includes('/webhook-test/') ? true : undefined;
			});
			await stopListening(published);
			await until('the webhook is restored', async () => {
				const [monitor] = await named(name);
				return monitor?.webhook?.url === before.webhook?.url ? true : undefined;
			});
			expect((await named(name))[0]?.webhook).toEqual(before.webhook);
		});
	});
});
