// npm start: a real n8n with the node, a credential and the examples in it, open until Ctrl-C.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Account, openAccount } from './account';
import { report } from './failure';
import { ensureN8n } from './install';
import { type N8n, startN8n } from './n8n';
import { repositoryRoot } from './places';
import { withProgress } from './progress';
import { example } from './workflow';

const DEFAULT_PORT = 5678;
/** The name by which the examples refer to it. */
const CREDENTIAL = 'Web Data account';

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
		await n8n.importWorkflow(example(file), { id, name: CREDENTIAL });
	}
}

function describe({ url, owner }: N8n, { baseUrl, local }: Account): void {
	const lines = [
		'',
		`Editor            ${url}`,
		`E-mail            ${owner.email}`,
		`Password          ${owner.password}`,
		local ? `Local service     ${local.url}` : `Service           ${baseUrl}`,
		...(local ? [`A page to scrape  ${local.url}/pages/article.html`] : []),
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
	report(error);
	if (/already in use/.test(String(error))) report('Choose another port: N8N_PORT=5680 npm start');
});
