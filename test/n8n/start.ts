// The command `npm start` starts n8n with the node, a credential, and the examples. n8n runs until
// Ctrl-C is pressed. The next start continues with the same data. Default folder of the data: n8n-data.
//
//   npm start -- [folder]
import { join, resolve } from 'node:path';
import { exampleFiles } from '../examples/exampleFiles';
import { type TestAccount, openAccount } from '../support/openAccount';
import { withProgress } from '../support/progress';
import { reportError } from '../support/reportError';
import type { Imported } from './driver';
import { ensureN8n } from './install';
import {
	type Surroundings,
	comparingExamples,
	localExample,
	localExamples,
	openSurroundings,
} from './localExamples';
import { type N8n, startN8n } from './n8n';
import { repositoryRoot } from './places';
import { type StartFolder, openStartFolder } from './startFolder';
import { until } from './until';
import { type Workflow, example, triggerType, webhookPathOf } from './workflow';

const DEFAULT_PORT = 5678;
const CREDENTIAL = 'Web Data account';
const PUBLISHED = 'scrape-pages-by-webhook.json';

interface Started {
	n8n: N8n;
	account: TestAccount;
	folder: StartFolder;
}

/** The examples for the local service differ from those for an account. */
const defaultFolder = (): string =>
	join(repositoryRoot, 'n8n-data', process.env.WEB_DATA_BASE_URL ? 'account' : 'local-service');

/** Starts n8n with the data in the folder, and stops n8n after Ctrl-C. The folder is kept. */
async function start(path = defaultFolder()): Promise<void> {
	const port = portOf(process.env.N8N_PORT);
	const folder = await openStartFolder(resolve(path));
	const account = await openAccount({ port: folder.ports.service });
	let surroundings: Surroundings | undefined;
	try {
		surroundings = account.local && (await openSurroundings(account.local.url, folder));
		await ensureN8n();
		const env = { ...account.env, ...surroundings?.env };
		const n8n = await withProgress({
			title: 'Starting n8n with the packed node',
			run: () => startN8n({ port, env, kept: folder }),
		});
		try {
			await fillFolder({ n8n, account, folder }, surroundings);
			process.stdout.write(describe({ n8n, account, folder }));
			await interrupted();
		} finally {
			await n8n.close();
		}
	} finally {
		await surroundings?.close();
		await account.close();
	}
	process.stdout.write(farewell(account, folder));
}

/** The first start imports the examples. A later start renews only what the environment determines. */
async function fillFolder(
	{ n8n, account, folder }: Started,
	surroundings: Surroundings | undefined,
): Promise<void> {
	if (folder.examples === undefined) {
		const imported = await withProgress({
			title: 'Importing the examples',
			run: () => importExamples(n8n, account, surroundings),
		});
		folder.saveExamples(Object.fromEntries(imported.map((one) => [one.file, one.imported.id])));
	} else if (surroundings === undefined) {
		await renewCredential(n8n, account);
	} else {
		const stored = await storedWorkflows(n8n);
		await renewEvents(n8n, stored, folder.examples, surroundings);
		await renewMonitors(n8n, stored);
	}
}

/** The key in the environment may have changed since the last start. */
async function renewCredential(n8n: N8n, { baseUrl, apiKey }: TestAccount): Promise<void> {
	const stored = await n8n.rest<{ id: string; name: string }[]>('GET', '/credentials');
	const id = stored.find(({ name }) => name === CREDENTIAL)?.id;
	if (id === undefined) return;
	const data = { baseUrl, apiKey };
	await n8n.rest('PATCH', `/credentials/${id}`, { name: CREDENTIAL, type: 'webDataApi', data });
}

interface Stored extends Imported {
	/** Null if the workflow is not published. */
	activeVersionId: string | null;
}

async function storedWorkflows(n8n: N8n): Promise<Stored[]> {
	const filter = encodeURIComponent(JSON.stringify({ isArchived: false }));
	return await n8n.rest<Stored[]>('GET', `/workflows?filter=${filter}`);
}

/**
 * The local service forgets its monitors when it ends. n8n does not register the triggers of published workflows again
 * when it starts, so they are published again.
 */
async function renewMonitors(n8n: N8n, stored: readonly Stored[]): Promise<void> {
	for (const { activeVersionId: versionId, ...rest } of stored) {
		if (versionId === null) continue;
		const { nodes } = await n8n.rest<Workflow>('GET', `/workflows/${rest.id}`);
		if (!nodes.some(({ type }) => type === triggerType)) continue;
		await n8n.deactivate({ ...rest, versionId });
		await until(`${rest.name} is not published`, async () => {
			const path = `/workflows/${rest.id}/publication-status`;
			return (await n8n.rest<{ status: string }>('GET', path)).status !== 'in_progress';
		});
		await n8n.activate({ ...rest, versionId });
	}
}

/** The local service forgets its jobs when it ends, so pinned events must name the jobs of this start. */
async function renewEvents(
	n8n: N8n,
	stored: readonly Stored[],
	ids: Record<string, string>,
	surroundings: Surroundings,
): Promise<void> {
	for (const file of Object.keys(surroundings.events)) {
		const workflow = stored.find(({ id }) => id === ids[file]);
		if (workflow === undefined) continue;
		const { pinData } = localExample(file, surroundings);
		await n8n.rest('PATCH', `/workflows/${workflow.id}`, { pinData });
	}
}

function portOf(text = String(DEFAULT_PORT)): number {
	if (/^\d{1,5}$/.test(text)) return Number(text);
	throw new Error(`N8N_PORT must be a number, not "${text}".`);
}

export async function importExamples(
	n8n: N8n,
	{ baseUrl, apiKey }: Pick<TestAccount, 'baseUrl' | 'apiKey'>,
	surroundings: Surroundings | undefined,
): Promise<{ file: string; imported: Imported; workflow: Workflow }[]> {
	const credential = await n8n.createCredential(CREDENTIAL, { baseUrl, apiKey });
	const examples = surroundings
		? await localExamples(n8n, surroundings)
		: exampleFiles.map((file) => ({ file, workflow: example(file) }));
	const all = [];
	for (const { file, workflow } of examples) {
		const imported = await n8n.importWorkflow(workflow, credential);
		if (file === PUBLISHED) await n8n.activate(imported);
		// The first execution of an example that compares pages with an earlier version returns no result.
		if (surroundings && comparingExamples.includes(file)) {
			await n8n.runManually(imported, triggerOf(workflow));
			await n8n.waitForExecution(imported);
		}
		all.push({ file, imported, workflow });
	}
	return all;
}

export function triggerOf({ nodes }: Workflow): string {
	const trigger = nodes.find(({ type }) => /Trigger$|\.webhook$/.test(type));
	if (trigger === undefined) throw new Error('The workflow has no trigger');
	return trigger.name;
}

function describe({ n8n, account, folder }: Started): string {
	const { baseUrl, apiKey, local } = account;
	const page = local ? `${local.url}/pages/article.html` : 'https://example.com';
	const call = `curl -H 'content-type: application/json' -d '{"url":"${page}"}'`;
	const lines = [
		'',
		'n8n',
		`  Examples          ${n8n.url}/home/workflows`,
		`  Email             ${folder.login.email}`,
		`  Password          ${folder.login.password}`,
		`  Data              ${folder.path}`,
		'',
		`Credential "${CREDENTIAL}"`,
		`  Base URL          ${baseUrl}`,
		`  API Key           ${local ? apiKey : 'from WEB_DATA_API_KEY'}`,
		'',
		...(local
			? [
					'Open an example and click "Execute Workflow". The local service serves the pages.',
					`  Written files     ${folder.files}`,
				]
			: ['Open an example, replace the example.com URLs, and click "Execute Workflow".']),
		`  A page to scrape  ${page}`,
		'',
		'Call the published example from another terminal:',
		`  ${call} ${n8n.url}/webhook/${webhookPathOf(example(PUBLISHED))}`,
		'',
		'Press Ctrl-C to stop. Your workflows are kept for the next start.',
		'',
	];
	return lines.join('\n');
}

const farewell = ({ local }: TestAccount, { path }: StartFolder): string => `
n8n has stopped. Your workflows, credentials, and executions are kept in
  ${path}
To continue, run npm start. To start from scratch, delete this folder.
${
	local
		? 'The local service has ended with its monitors. The next start creates those of published workflows again.'
		: 'Monitors of published workflows continue on the service and cost credits. To end them, unpublish the workflows.'
}
`;

/** A terminal and npm can each send a signal, so the second signal must not end the process before n8n has stopped. */
function interrupted(): Promise<void> {
	return new Promise((resolve) => {
		process.on('SIGINT', () => resolve());
		process.on('SIGTERM', () => resolve());
	});
}

function remedyFor(text: string): string | undefined {
	if (/\/rest\/login/.test(text)) {
		return 'If you have changed the email or the password in n8n, also change them in start.json in the folder of the data.';
	}
	if (/EADDRINUSE/.test(text))
		return 'End the program that uses this port, such as another npm start.';
	return /already in use/.test(text) ? 'Choose another port: N8N_PORT=5680 npm start' : undefined;
}

if (require.main === module) {
	start(process.argv[2]).catch((error: unknown) => {
		reportError(error);
		const remedy = remedyFor(String(error));
		if (remedy !== undefined) reportError(remedy);
	});
}
