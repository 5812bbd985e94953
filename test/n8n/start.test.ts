import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exampleFiles } from '../examples/exampleFiles';
import { freePort } from '../support/listen';
import { type Driver, type Imported, openDriver } from './driver';
import { repositoryRoot } from './places';
import { type Process, processOf } from './process';
import { SET_UP_TIMEOUT_MS } from './setup';
import { triggerOf } from './start';
import type { Saved } from './startFolder';
import { until } from './until';
import { type Workflow, triggerWorkflow } from './workflow';

const EVENTS = 'read-pages-of-finished-crawls.json';
const MONITOR = 'Notice board';

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
	await command?.kill();
	await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
});

const saved = () => JSON.parse(readFileSync(join(folder, 'start.json'), 'utf8')) as Saved;

const logIn = () => openDriver(url, saved().login);

const workflowIds = async (n8n: Driver) =>
	(await n8n.rest<Imported[]>('GET', '/workflows')).map(({ id }) => id).sort();

const monitorExists = () =>
	until('n8n has created the monitor', async () => {
		const { service } = saved().ports;
		const headers = { authorization: 'Bearer local-test-key' };
		const response = await fetch(`http://127.0.0.1:${service}/v2/monitor?limit=100`, { headers });
		return (await response.text()).includes(MONITOR);
	});

async function publishMonitor(n8n: Driver): Promise<void> {
	const [credential] = await n8n.rest<{ id: string; name: string; type: string }[]>(
		...(['GET', '/credentials?filter={"type":"webDataApi"}'] as const),
	);
	if (credential === undefined) throw new Error('There is no credential');
	const { workflow } = triggerWorkflow({
		...{ source: 'monitor', name: MONITOR },
		targets: { target: [{ type: 'scrape', urls: ['https://example.com/notices'] }] },
		text: 'daily',
	});
	await n8n.activate(await n8n.importWorkflow(workflow, credential));
	await monitorExists();
}

it(
	'npm start keeps workflows and the login after Ctrl-C, and the next start creates the monitors again',
	async () => {
		const first = await logIn();
		await publishMonitor(first);
		const before = await workflowIds(first);
		expect(before).toHaveLength(exampleFiles.length + 1);

		await command.stop();
		expect(command.log()).toContain(`kept in\n  ${folder}`);
		await command.start();
		const second = await logIn();
		expect(await workflowIds(second)).toEqual(before);
		await monitorExists();
	},
	SET_UP_TIMEOUT_MS,
);

it('an example with a pinned event runs after the second start', async () => {
	const n8n = await logIn();
	const id = saved().examples?.[EVENTS] ?? '';
	const example = await n8n.rest<Workflow & Imported>('GET', `/workflows/${id}`);
	await n8n.runManually(example, triggerOf(example));
	expect(await n8n.waitForExecution(example)).toMatchObject({ status: 'success' });
});
