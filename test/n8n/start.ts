// npm start: a real n8n with the node, a credential and the examples in it, open until Ctrl-C.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Account, openAccount } from '../support/openAccount';
import { reportError } from '../support/reportError';
import { ensureN8n } from './install';
import { type N8n, startN8n } from './n8n';
import { repositoryRoot } from './places';
import { withProgress } from '../support/progress';
import { example, webhookPathOf } from './workflow';

const DEFAULT_PORT = 5678;
/** The name by which the examples refer to it. */
const CREDENTIAL = 'Web Data account';
const ANSWERING = 'scrape-pages-by-webhook.json';

async function start(): Promise<void> {
	const wantedPort = port();
	const account = await openAccount();
	try {
		await ensureN8n();
		const n8n = await withProgress({
			title: 'Starting n8n with the packed node in it',
			run: () => startN8n({ port: wantedPort, env: account.env }),
		});
		try {
			await load(n8n, account);
			describe(n8n, account);
			await interrupted();
		} finally {
			await n8n.stop();
		}
	} finally {
		await account.close();
	}
}

function port(): number {
	const given = process.env.N8N_PORT ?? String(DEFAULT_PORT);
	if (/^\d{1,5}$/.test(given)) return Number(given);
	throw new Error(`N8N_PORT must be a number, not “${given}”.`);
}

async function load(n8n: N8n, { baseUrl, apiKey }: Account): Promise<void> {
	const { id } = await n8n.createCredential(CREDENTIAL, { baseUrl, apiKey });
	const files = readdirSync(join(repositoryRoot, 'examples')).filter((name) =>
		/\.json$/.test(name),
	);
	for (const file of files) {
		const imported = await n8n.importWorkflow(example(file), { id, name: CREDENTIAL });
		// So that the command below works at once; the other examples wait for a hand.
		if (file === ANSWERING) await n8n.activate(imported);
	}
}

/** Calls the example that answers its caller. */
function callOf(n8n: N8n, page: string): string {
	const path = webhookPathOf(example(ANSWERING));
	return `curl -H 'content-type: application/json' -d '{"url":"${page}"}' ${n8n.url}/webhook/${path}`;
}

function describe(n8n: N8n, { baseUrl, local }: Account): void {
	const { url, owner } = n8n;
	const page = local ? `${local.url}/pages/article.html` : 'https://example.com';
	const lines = [
		'',
		`Editor            ${url}`,
		`E-mail            ${owner.email}`,
		`Password          ${owner.password}`,
		local ? `Local service     ${local.url}` : `Service           ${baseUrl}`,
		`A page to scrape  ${page}`,
		'',
		'Or from another window:',
		callOf(n8n, page),
		'',
		'Ctrl-C ends everything.',
	];
	process.stdout.write(`${lines.join('\n')}\n`);
}

function interrupted(): Promise<void> {
	return new Promise((resolve) => {
		process.once('SIGINT', () => resolve());
		process.once('SIGTERM', () => resolve());
	});
}

start().catch((error: unknown) => {
	reportError(error);
	if (/already in use/.test(String(error)))
		reportError('Choose another port: N8N_PORT=5680 npm start');
});
