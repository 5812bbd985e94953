// The command `npm start` starts n8n with the node, a credential, and the examples. n8n runs until
// Ctrl-C is pressed.
import { exampleFiles } from '../examples/exampleFiles';
import { type TestAccount, openAccount } from '../support/openAccount';
import { withProgress } from '../support/progress';
import { reportError } from '../support/reportError';
import { type Imported, owner } from './driver';
import { ensureN8n } from './install';
import {
	type Surroundings,
	comparingExamples,
	localExamples,
	openSurroundings,
} from './localExamples';
import { type N8n, startN8n } from './n8n';
import { type Workflow, example, webhookPathOf } from './workflow';

const DEFAULT_PORT = 5678;
const CREDENTIAL = 'Web Data account';
const PUBLISHED = 'scrape-pages-by-webhook.json';

async function start(): Promise<void> {
	const port = portOf(process.env.N8N_PORT);
	const account = await openAccount();
	const surroundings = account.local && (await openSurroundings(account.local.url));
	try {
		await ensureN8n();
		const n8n = await withProgress({
			title: 'Starting n8n with the packed node',
			run: () => startN8n({ port, env: { ...account.env, ...surroundings?.env } }),
		});
		try {
			await withProgress({
				title: 'Importing the examples',
				run: () => importExamples(n8n, account, surroundings),
			});
			process.stdout.write(describe(n8n, account, surroundings));
			await interrupted();
		} finally {
			await n8n.close();
		}
	} finally {
		await surroundings?.close();
		await account.close();
	}
}

function portOf(text = String(DEFAULT_PORT)): number {
	if (/^\d{1,5}$/.test(text)) return Number(text);
	throw new Error(`N8N_PORT must be a number, not "${text}".`);
}

async function examplesFor(
	n8n: N8n,
	surroundings: Surroundings | undefined,
): Promise<{ file: string; workflow: Workflow }[]> {
	if (surroundings !== undefined) return await localExamples(n8n, surroundings);
	return exampleFiles.map((file) => ({ file, workflow: example(file) }));
}

export async function importExamples(
	n8n: N8n,
	{ baseUrl, apiKey, local }: TestAccount,
	surroundings: Surroundings | undefined,
): Promise<{ file: string; imported: Imported; workflow: Workflow }[]> {
	const credential = await n8n.createCredential(CREDENTIAL, { baseUrl, apiKey });
	const examples = await examplesFor(n8n, surroundings);
	const all = [];
	for (const { file, workflow } of examples) {
		const imported = await n8n.importWorkflow(workflow, credential);
		if (file === PUBLISHED) await n8n.activate(imported);
		if (local && comparingExamples.includes(file)) await runOnce(n8n, imported, workflow);
		all.push({ file, imported, workflow });
	}
	return all;
}

/**
 * Some examples compare a page with an earlier version of the page. The first execution of such an example returns no
 * result.
 */
async function runOnce(n8n: N8n, imported: Imported, workflow: Workflow): Promise<void> {
	await n8n.runManually(imported, triggerOf(workflow));
	await n8n.waitForExecution(imported);
}

export function triggerOf({ nodes }: Workflow): string {
	const trigger = nodes.find(({ type }) => /Trigger$|\.webhook$/.test(type));
	if (trigger === undefined) throw new Error('The workflow has no trigger');
	return trigger.name;
}

function describe(
	{ url }: N8n,
	{ baseUrl, apiKey, local }: TestAccount,
	surroundings: Surroundings | undefined,
): string {
	const page = local ? `${local.url}/pages/article.html` : 'https://example.com';
	const call = `curl -H 'content-type: application/json' -d '{"url":"${page}"}'`;
	const lines = [
		'',
		'n8n',
		`  Examples          ${url}/home/workflows`,
		`  Email             ${owner.email}`,
		`  Password          ${owner.password}`,
		'',
		`Credential "${CREDENTIAL}"`,
		`  Base URL          ${baseUrl}`,
		`  API Key           ${local ? apiKey : 'from WEB_DATA_API_KEY'}`,
		'',
		...(surroundings
			? [
					'Open an example and click "Execute Workflow". The local service serves the pages.',
					`  Written files     ${surroundings.folder}`,
				]
			: ['Open an example, replace the example.com URLs, and click "Execute Workflow".']),
		`  A page to scrape  ${page}`,
		'',
		'Call the published example from another terminal:',
		`  ${call} ${url}/webhook/${webhookPathOf(example(PUBLISHED))}`,
		'',
		'Press Ctrl-C to stop.',
		'',
	];
	return lines.join('\n');
}

function interrupted(): Promise<void> {
	return new Promise((resolve) => {
		process.once('SIGINT', () => resolve());
		process.once('SIGTERM', () => resolve());
	});
}

if (require.main === module) {
	start().catch((error: unknown) => {
		reportError(error);
		if (/already in use/.test(String(error))) {
			reportError('Choose another port: N8N_PORT=5680 npm start');
		}
	});
}
