import { randomUUID } from 'node:crypto';
import { signatureOf } from '../../nodes/WebData/triggers/events/verify';
import { type ChangingSite, startChangingSite } from '../support/changingSite';
import { type Execution, type JsonRecord, hasEnded, outputItemsOf } from './execution';
import type { Credential, Imported } from './driver';
import { SET_UP_TIMEOUT_MS, useSetup } from './setup';
import { until } from './until';
import { chain, pageTriggerNode, setNode, triggerWorkflow } from './workflow';

const SECRET = 'tide-and-moon';
const HOUR_MS = 3_600_000;
const TRIGGER = 'Web Data Trigger';
const PAGE_TRIGGER = 'Web Data Page Trigger';

const setup = useSetup();
let account: Credential;
let site: ChangingSite;
const active: Imported[] = [];

beforeAll(async () => {
	const { n8n, service, apiKey } = setup;
	service.configure({ webhookSecret: SECRET, monitorCheckMs: 0 });
	const data = { baseUrl: service.url, apiKey, webhookSecret: SECRET };
	account = await n8n.createCredential('Signed', data);
	site = await startChangingSite();
}, SET_UP_TIMEOUT_MS);

/** The monitors of an active workflow would check pages whenever a test advances the service's clock. */
afterEach(async () => {
	await Promise.all(active.splice(0).map((workflow) => setup.n8n.deactivate(workflow)));
	setup.service.configure({ monitorCheckMs: 0 });
});

afterAll(() => site?.close());

interface Published {
	workflow: Imported;
	url: string;
}

const statusOf = async (url: string): Promise<number> =>
	(await fetch(url, { method: 'POST', body: '{}' })).status;

/** Once n8n has registered the webhook, the trigger responds with 401 to a request without a signature. */
const hasStatus = (url: string, status: number) =>
	until(`${url} responds with ${status}`, async () => (await statusOf(url)) === status);

async function importTrigger(parameters: JsonRecord): Promise<Published> {
	const { workflow, path } = triggerWorkflow(parameters);
	const imported = await setup.n8n.importWorkflow(workflow, account);
	return { workflow: imported, url: `${setup.n8n.url}${path}` };
}

async function activate(workflow: Imported): Promise<void> {
	await setup.n8n.activate(workflow);
	active.push(workflow);
}

const isPublished = ({ id }: Imported) =>
	until('the workflow is published', async () => {
		const path = `/workflows/${id}/publication-status`;
		return (await setup.n8n.rest<{ status: string }>('GET', path)).status === 'published';
	});

async function publishAgain({ workflow, url }: Published): Promise<void> {
	await activate(workflow);
	await isPublished(workflow);
	await hasStatus(url, 401);
}

async function publish(parameters: JsonRecord): Promise<Published> {
	const published = await importTrigger(parameters);
	await publishAgain(published);
	return published;
}

async function deactivate({ workflow, url }: Published): Promise<void> {
	await setup.n8n.deactivate(workflow);
	active.splice(active.indexOf(workflow), 1);
	await hasStatus(url, 404);
}

/** Resolves when the workflow has `count` executions. Returns the executions, oldest first. */
const executions = (workflow: Imported, count: number): Promise<Execution[]> =>
	until(`the workflow has run ${count} times`, async () => {
		const all = await setup.n8n.executions(workflow);
		const done = all.filter(({ status }) => status === 'success').reverse();
		return done.length >= count && Promise.all(done.map(({ id }) => setup.n8n.execution(id)));
	});

async function call<Data>(method: string, path: string, body?: object): Promise<Data> {
	const { service, apiKey } = setup;
	const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
	const options = { method, headers, body: body && JSON.stringify(body) };
	return (await (await fetch(`${service.url}/v2/${path}`, options)).json()) as Data;
}

interface Monitor {
	id: string;
	status: string;
	schedule: { cron: string };
	webhook: { url: string } | null;
}

const changingPage = () => [{ type: 'scrape', urls: [`${setup.service.url}/pages/changing.html`] }];

const monitorForm = (name: string, fields: object = {}) => ({
	...{ source: 'monitor', name, targets: { target: changingPage() } },
	text: 'hourly',
	events: ['monitor.check.completed'],
	...fields,
});

const monitorsNamed = async (name: string): Promise<Monitor[]> => {
	const { data } = await call<{ data: (Monitor & { name: string })[] }>('GET', 'monitor?limit=100');
	return data.filter((monitor) => monitor.name === name);
};

const monitorWith = (name: string, what: string, matches: (monitor: Monitor) => boolean) =>
	until(`the monitor ${name} ${what}`, async () => (await monitorsNamed(name)).find(matches));

const monitorIs = (name: string, status: string) =>
	monitorWith(name, `is ${status}`, (monitor) => monitor.status === status);

const monitorCalls = (name: string, url: string) =>
	monitorWith(name, `calls ${url}`, ({ webhook }) => webhook?.url.endsWith(url) === true);

const monitorIsGone = (name: string) =>
	until(`the monitor ${name} is deleted`, async () => (await monitorsNamed(name)).length === 0);

const pathOf = (url: string): string => new URL(url).pathname;

it('job events start the workflow until it is deactivated, unless their signature is wrong', async () => {
	const startBatch = (url: string, events?: string[]) =>
		call<{ id: string }>('POST', 'batch/scrape', {
			urls: [`${setup.service.url}/pages/article.html`],
			webhook: { url, events },
		});

	const published = await publish({ source: 'jobEvents' });
	const { id } = await startBatch(published.url);
	const runs = await executions(published.workflow, 3);
	const events = runs.flatMap((run) => outputItemsOf(run, TRIGGER));
	expect(events.map((event) => event.type).sort()).toEqual([
		...['batch_scrape.completed', 'batch_scrape.page', 'batch_scrape.started'],
	]);
	expect(events.map((event) => event.id)).toEqual([id, id, id]);
	const body = JSON.stringify({ type: 'crawl.completed', id: randomUUID(), data: [] });
	const signature = signatureOf(Buffer.from(body), 'another secret');
	const headers = { 'content-type': 'application/json', 'x-firecrawl-signature': signature };
	expect((await fetch(published.url, { method: 'POST', body, headers })).status).toBe(401);
	expect(await setup.n8n.executions(published.workflow)).toHaveLength(3);
	await deactivate(published);
	await startBatch(published.url, ['started']);
	const attempts = setup.service.webhooks.at(-1)?.attempts;
	expect(attempts?.map(({ status }) => status)).toEqual([404]);
});

describe('a monitor', () => {
	describe('of a test in the editor', () => {
		/** Works like *Execute step* in the editor. */
		const listen = async ({ id }: Imported): Promise<void> => {
			const body = { triggerToStartFrom: { name: TRIGGER } };
			await setup.n8n.post(`/workflows/${id}/run`, body);
		};

		it('is a separate monitor, which is paused after its first event', async () => {
			setup.service.configure({ monitorCheckMs: 3000 });
			const { workflow, url } = await importTrigger(monitorForm('Tested', { events: [] }));
			await listen(workflow);
			expect(await statusOf(url.replace('/webhook/', '/webhook-test/'))).toBe(401);
			const [run] = await executions(workflow, 1);
			expect(outputItemsOf(run as Execution, TRIGGER)).toMatchObject([
				{ type: expect.stringMatching(/^monitor\./) },
			]);
			await monitorIs('Tested (test)', 'paused');
			expect(await monitorsNamed('Tested')).toEqual([]);
		});
	});
});

const watching = (path: string) => {
	const node = pageTriggerNode({ urls: path.includes(':') ? path : `${site.url}${path}` });
	const workflow = chain(`Page ${path}`, [node, setNode('After', { seen: 'yes' })]);
	return setup.n8n.importWorkflow(workflow, account);
};

const polled = async (path: string, count = 2): Promise<void> => {
	const polls = () => setup.scrapes().filter(({ url }) => url === `${site.url}${path}`).length;
	const before = polls();
	await until(`${path} is polled`, () => polls() >= before + count);
};

const changesIn = async (workflow: Imported): Promise<unknown[]> =>
	(await executions(workflow, 0)).flatMap((run) =>
		outputItemsOf(run, 'After').map(({ changeStatus }) => changeStatus),
	);

describe('a page', () => {
	it('starts the workflow once for each change, even after polls that failed', async () => {
		site.write('/a', 'High water at 06:40');
		const workflow = await watching('/a');
		await activate(workflow);
		await polled('/a');
		expect(await changesIn(workflow)).toEqual([]);
		site.answerWith('/a', 503);
		site.write('/a', 'High water at 07:30');
		await polled('/a');
		site.answerWith('/a', 200);
		const [run] = await executions(workflow, 1);
		expect(outputItemsOf(run as Execution, 'After')).toMatchObject([
			{
				changeStatus: 'changed',
				before: { markdown: expect.stringContaining('06:40') },
				after: { markdown: expect.stringContaining('07:30') },
			},
		]);
		site.answerWith('/a', 404);
		await executions(workflow, 2);
		await polled('/a');
		expect(await changesIn(workflow)).toEqual(['changed', 'removed']);
	});

	it('with an invalid URL is reported when the workflow is published', async () => {
		await activate(await watching('ftp://example.com'));
		const message = "'URLs > 1' must start with http:// or https://";
		await until('n8n reports the field', () => setup.n8n.log().includes(message));
	});

	it('is shown in a test run', async () => {
		const workflow = await watching('/c');
		const id = await setup.n8n.runManually(workflow, PAGE_TRIGGER);
		await setup.n8n.waitForExecution(workflow, (run) => run.id === id && hasEnded(run));
		expect(await changesIn(workflow)).toEqual(['new']);
	});
});

it('a monitor still starts the workflow, and is deleted, after another trigger has restored an older state', async () => {
	const { n8n, service } = setup;
	site.write('/e', 'High water at 06:40');
	const { workflow, path } = triggerWorkflow(monitorForm('Before'));
	const poller = { ...pageTriggerNode({ urls: `${site.url}/e` }), position: [0, 300] as never };
	const imported = await n8n.importWorkflow(
		{
			...workflow,
			nodes: [...workflow.nodes, poller],
			connections: { ...workflow.connections, [PAGE_TRIGGER]: workflow.connections[TRIGGER] },
		},
		account,
	);
	await activate(imported);
	await monitorCalls('Before', path);
	const before = await n8n.rest<{ nodes: JsonRecord[] }>('GET', `/workflows/${imported.id}`);
	const nodes = before.nodes.map((node) =>
		node.name === TRIGGER ? { ...node, parameters: monitorForm('After') } : node,
	);
	const edited = await n8n.rest<Imported>('PATCH', `/workflows/${imported.id}`, {
		...before,
		nodes,
	});
	await n8n.activate(edited);
	await monitorCalls('After', path);
	await isPublished(imported);
	// The poller saves its copy of all static data, from before the change to the trigger.
	await polled('/e');
	site.write('/e', 'High water at 07:30');
	await executions(imported, 1);
	service.advanceClock(HOUR_MS);
	const runs = await executions(imported, 2);
	expect(runs.flatMap((run) => outputItemsOf(run, TRIGGER))).toMatchObject([
		{ type: 'monitor.check.completed' },
	]);
	await n8n.deactivate(imported);
	active.splice(active.indexOf(imported), 1);
	await monitorIsGone('After');
	expect(n8n.log()).toContain('did not find its monitor');
});

it('after a restart of n8n, each trigger continues, and starts no workflow twice', async () => {
	const { n8n, service } = setup;
	const jobEvents = await publish({ source: 'jobEvents' });
	const monitor = await publish(monitorForm('Restarted'));
	await monitorCalls('Restarted', pathOf(monitor.url));
	site.write('/d', 'High water at 06:40');
	const pages = await watching('/d');
	await activate(pages);
	await polled('/d');
	site.write('/d', 'High water at 07:30');
	await executions(pages, 1);

	const requests = Array.from({ length: 10 }, () => {
		const event = { type: 'crawl.completed', id: randomUUID(), webhookId: randomUUID(), data: [] };
		const body = JSON.stringify({ success: true, ...event });
		const signature = signatureOf(Buffer.from(body), SECRET);
		const headers = { 'content-type': 'application/json', 'x-firecrawl-signature': signature };
		return { method: 'POST', body, headers };
	});
	const sendAll = async () =>
		(await Promise.all(requests.map((request) => fetch(jobEvents.url, request)))).map(
			({ status }) => status,
		);
	const allOk = Array(10).fill(200);
	expect(await sendAll()).toEqual(allOk);
	await executions(jobEvents.workflow, 10);

	await n8n.restart();
	await Promise.all([jobEvents.url, monitor.url].map((url) => hasStatus(url, 401)));
	expect(await sendAll()).toEqual(allOk);
	service.advanceClock(HOUR_MS);
	await executions(monitor.workflow, 1);
	await polled('/d');
	expect(await n8n.executions(jobEvents.workflow)).toHaveLength(10);
	expect(await changesIn(pages)).toEqual(['changed']);
	await deactivate(monitor);
	await monitorIsGone('Restarted');
});
