import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exampleFiles } from '../examples/exampleFiles';
import { DEFAULT_API_KEY } from '../localService/localService';
import { freePort } from '../support/listen';
import { type Credential, type Driver, type Imported, openDriver } from './driver';
import { repositoryRoot } from './places';
import { type Process, processOf } from './process';
import { SET_UP_TIMEOUT_MS } from './setup';
import { triggerOf } from './start';
import type { Saved } from './startFolder';
import { until } from './until';
import { type Workflow, triggerWorkflow } from './workflow';

const EVENTS = 'read-pages-of-finished-crawls.json';

let folder: string;
let command: Process;
let url: string;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'web-data-start-'));
	const port = await freePort();
	url = `http://127.0.0.1:${port}`;
	command = processOf({
		name: 'npm start',
		command: [join(repositoryRoot, 'node_modules/.bin/tsx'), 'test/n8n/start.ts', folder],
		ready: 'Press Ctrl-C',
		cwd: repositoryRoot,
		env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', N8N_PORT: String(port) },
		stopSignal: 'INT',
		temporaryFolder: folder,
	});
	await command.start();
}, SET_UP_TIMEOUT_MS);

afterAll(async () => {
	// A killed npm start could not end n8n.
	await command?.stop();
	await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
});

const saved = () => JSON.parse(readFileSync(join(folder, 'start.json'), 'utf8')) as Saved;

const logIn = () => openDriver(url, saved().login);

const workflowIds = async (n8n: Driver) =>
	(await n8n.rest<Imported[]>('GET', '/workflows')).map(({ id }) => id).sort();

async function askService<Data>(method: string, path: string): Promise<Data> {
	const url = `http://127.0.0.1:${saved().ports.service}/v2/${path}`;
	const headers = { authorization: `Bearer ${DEFAULT_API_KEY}` };
	const answer = (await (await fetch(url, { method, headers })).json()) as { data: Data };
	return answer.data;
}

/** Publishes a workflow that starts when a monitor has checked its page. */
async function publishTrigger(n8n: Driver): Promise<Imported> {
	const urls = [`http://127.0.0.1:${saved().ports.service}/pages/article.html`];
	const { workflow } = triggerWorkflow({
		...{ source: 'monitor', name: 'Kept', targets: { target: [{ type: 'scrape', urls }] } },
		...{ text: 'hourly', events: ['monitor.check.completed'] },
	});
	const stored = await n8n.rest<Credential[]>('GET', '/credentials');
	const [credential] = stored.filter(({ name }) => name === 'Web Data account');
	if (credential === undefined) throw new Error('There is no credential');
	const imported = await n8n.importWorkflow(workflow, credential);
	await n8n.activate(imported);
	return imported;
}

const ownMonitor = () =>
	until('the trigger has its monitor', async () => {
		const monitors = await askService<{ id: string; name: string }[]>('GET', 'monitor');
		const [kept, ...others] = monitors.filter(({ name }) => name === 'Kept');
		expect(others).toEqual([]);
		return kept;
	});

let trigger: Imported;

it(
	'npm start keeps workflows and the login after Ctrl-C',
	async () => {
		const first = await logIn();
		trigger = await publishTrigger(first);
		await ownMonitor();
		const before = await workflowIds(first);
		expect(before).toHaveLength(exampleFiles.length + 1);

		await command.stop();
		expect(command.log()).toContain(`kept in\n  ${folder}`);
		await command.start();
		const second = await logIn();
		expect(await workflowIds(second)).toEqual(before);
	},
	SET_UP_TIMEOUT_MS,
);

it('a published trigger gets a new monitor at the second start, and starts its workflow', async () => {
	const n8n = await logIn();
	const { id } = await ownMonitor();
	await askService('POST', `monitor/${id}/run`);
	const execution = await n8n.waitForExecution(trigger);
	expect(execution).toMatchObject({ status: 'success', mode: 'webhook' });
	expect(execution.error).toBeUndefined();
});

it('an example with a pinned event runs after the second start', async () => {
	const n8n = await logIn();
	const id = saved().examples?.[EVENTS] ?? '';
	const example = await n8n.rest<Workflow & Imported>('GET', `/workflows/${id}`);
	await n8n.runManually(example, triggerOf(example));
	expect(await n8n.waitForExecution(example)).toMatchObject({ status: 'success' });
});
