// npm run demo [url]: a real n8n scrapes one page with the node and prints what came out of the next node.
import { type Account, openAccount } from './account';
import { type Execution, type Json, hasEnded, itemsOf } from './execution';
import { report } from './failure';
import { ensureN8n } from './install';
import { type N8n, startN8n } from './n8n';
import { withProgress } from './progress';
import { type Workflow, chain, setNode, webDataNode, webhookNode } from './workflow';

const LAST_NODE = 'Edit Fields';
const SCRAPE_TIMEOUT_MS = 330_000;

const demoWorkflow: Workflow = chain(
	'Demo',
	[
		webhookNode('web-data-demo', { responseMode: 'onReceived' }),
		webDataNode({ url: '={{ $json.body.url }}' }),
	],
	[
		setNode(
			LAST_NODE,
			{
				title: '={{ $json.metadata.title }}',
				statusCode: '={{ $json.metadata.statusCode }}',
				markdown: '={{ ($json.markdown ?? "").slice(0, 400) }}',
			},
			{ keepInput: false },
		),
	],
);

async function demo(givenUrl: string | undefined): Promise<void> {
	const account = await openAccount();
	try {
		await ensureN8n();
		const url = givenUrl ?? defaultUrl(account);
		const n8n = await withProgress({
			title: 'Starting n8n with the packed node in it',
			run: () => startN8n({ env: account.env }),
		});
		try {
			await scrape(n8n, account, url);
		} finally {
			await n8n.stop();
		}
	} finally {
		await account.close();
	}
}

function defaultUrl({ local }: Account): string {
	return local ? `${local.url}/pages/article.html` : 'https://example.com';
}

async function scrape(n8n: N8n, { baseUrl, apiKey, local }: Account, url: string): Promise<void> {
	const credential = await n8n.createCredential('Web Data account', { baseUrl, apiKey });
	const workflow = await n8n.importWorkflow(demoWorkflow, {
		id: credential.id,
		name: 'Web Data account',
	});
	await n8n.activate(workflow);
	const started = Date.now();
	const execution = await withProgress({
		title: `Scraping ${url} through ${local ? 'the local service' : baseUrl}`,
		run: async () => {
			await n8n.webhook('web-data-demo', { body: { url } });
			return await n8n.waitForExecution(workflow, hasEnded, { timeoutMs: SCRAPE_TIMEOUT_MS });
		},
	});
	print(execution, Date.now() - started);
}

function print(execution: Execution, elapsedMs: number): void {
	if (execution.status !== 'success') throw new Error(explain(execution));
	say(`Done in ${(elapsedMs / 1000).toFixed(1)} s. Out of the next node, “${LAST_NODE}”, came:\n`);
	for (const item of itemsOf(execution, LAST_NODE)) printItem(item);
}

function printItem({ title, statusCode, markdown, ...rest }: Json): void {
	say(`title       ${String(title)}`);
	say(`statusCode  ${String(statusCode)}`);
	for (const [name, value] of Object.entries(rest)) say(`${name}  ${JSON.stringify(value)}`);
	say('markdown');
	for (const line of String(markdown).split('\n')) say(`    ${line}`);
}

function explain({ status, error = {} }: Execution): string {
	return [`The workflow ended with status “${status}”.`, error.message, error.description]
		.filter((line) => typeof line === 'string' && line !== '')
		.join('\n');
}

function say(text: string): void {
	process.stdout.write(`${text}\n`);
}

demo(process.argv[2]).catch(report);
