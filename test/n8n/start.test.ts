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

it(
	'npm start keeps workflows and the login after Ctrl-C',
	async () => {
		const first = await logIn();
		await first.post('/workflows', { ...triggerWorkflow().workflow, active: false });
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

it('an example with a pinned event runs after the second start', async () => {
	const n8n = await logIn();
	const id = saved().examples?.[EVENTS] ?? '';
	const example = await n8n.rest<Workflow & Imported>('GET', `/workflows/${id}`);
	await n8n.runManually(example, triggerOf(example));
	expect(await n8n.waitForExecution(example)).toMatchObject({ status: 'success' });
});
