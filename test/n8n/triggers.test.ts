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

beforeAll(async () => {
	const { n8n, service, apiKey } = setup;
	const data = { baseUrl: service.url, apiKey, webhookSecret: SECRET };
	account = await n8n.createCredential('Signed', data);
	site = await startChangingSite();
}, SET_UP_TIMEOUT_MS);

beforeEach(() => setup.service.configure({ webhookSecret: SECRET, monitorCheckMs: 0 }));

afterAll(() => site?.close());

interface Published {
	workflow: Imported;
	url: string;
}

/** Posts to a webhook. Returns the status of the response. */
const post = async (url: string, body = '{}', secret?: string): Promise<number> => {
	const headers = {
		'content-type': 'application/json',
		...(secret && { 'x-firecrawl-signature': signatureOf(Buffer.from(body), secret) }),
	};
	return (await fetch(url, { method: 'POST', body, headers })).status;
};

/** Once n8n has registered the webhook, the trigger responds with 401 to a request without a signature. */
const hasStatus = (url: string, status: number) =>
	until(`${url} responds with ${status}`, async () => (await post(url)) === status);

async function importTrigger(parameters: JsonRecord): Promise<Published> {
	const { workflow, path } = triggerWorkflow(parameters);
	const imported = await setup.n8n.importWorkflow(workflow, account);
	return { workflow: imported, url: `${setup.n8n.url}${path}` };
}

async function publish(parameters: JsonRecord): Promise<Published> {
	const published = await importTrigger(parameters);
	await setup.n8n.activate(published.workflow);
	await hasStatus(published.url, 401);
	return published;
}

async function deactivate({ workflow, url }: Published): Promise<void> {
	await setup.n8n.deactivate(workflow);
	await hasStatus(url, 404);
}

/** Resolves when the workflow has `count` executions. Returns the executions, oldest first. */
const executions = (workflow: Imported, count: number): Promise<Execution[]> =>
	until(`the workflow has run ${count} times`, async () => {
		const all = await setup.n8n.executions(workflow);
		const done = all.filter(({ status }) => status === 'success').reverse();
		return done.length >= count && Promise.all(done.map(({ id }) => setup.n8n.execution(id)));
	});

const eventBody = (type: string): string =>
	JSON.stringify({ success: true, type, id: randomUUID(), webhookId: randomUUID(), data: [] });

const monitorForm = (name: string, fields: object = {}) => ({
	...{ source: 'monitor', name, text: 'hourly', events: ['monitor.check.completed'] },
	targets: { target: [{ type: 'scrape', urls: [setup.page('changing')] }] },
	...fields,
});

const monitorIs = (name: string, status: string) =>
	until(`the monitor ${name} is ${status}`, () =>
		setup.service.monitors.find((each) => each.name === name && each.status === status),
	);

it('the monitor of a test in the editor is a separate monitor, which is paused after its first event', async () => {
	setup.service.configure({ monitorCheckMs: 3000 });
	const { workflow, url } = await importTrigger(monitorForm('Tested', { events: [] }));
	await setup.n8n.runManually(workflow, TRIGGER);
	expect(await post(url.replace('/webhook/', '/webhook-test/'))).toBe(401);
	const [run] = await executions(workflow, 1);
	expect(outputItemsOf(run as Execution, TRIGGER)).toMatchObject([
		{ type: expect.stringMatching(/^monitor\./) },
	]);
	await monitorIs('Tested (test)', 'paused');
	expect(setup.service.monitors).toHaveLength(1);
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
		await setup.n8n.activate(workflow);
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
		await setup.n8n.activate(await watching('ftp://example.com'));
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

it('after a restart of n8n, each trigger continues, and starts no workflow twice', async () => {
	const { n8n, service } = setup;
	const jobEvents = await publish({ source: 'jobEvents' });
	const monitor = await publish(monitorForm('Restarted'));
	await monitorIs('Restarted', 'active');
	site.write('/d', 'High water at 06:40');
	const pages = await watching('/d');
	await n8n.activate(pages);
	await polled('/d');
	site.write('/d', 'High water at 07:30');
	await executions(pages, 1);
	const event = eventBody('crawl.completed');
	expect(await post(jobEvents.url, event, SECRET)).toBe(200);
	await executions(jobEvents.workflow, 1);

	await n8n.restart();
	await Promise.all([jobEvents.url, monitor.url].map((url) => hasStatus(url, 401)));
	expect(await post(jobEvents.url, event, SECRET)).toBe(200);
	service.advanceClock(HOUR_MS);
	await executions(monitor.workflow, 1);
	await polled('/d');
	expect(await n8n.executions(jobEvents.workflow)).toHaveLength(1);
	expect(await changesIn(pages)).toEqual(['changed']);
	await deactivate(monitor);
	await until('the monitor is deleted', () => service.monitors.length === 0);
});
