import { exampleFiles } from '../examples/exampleFiles';
import { startLocalService, type LocalService } from '../localService/localService';
import { type Execution, hasEnded, outputItemsOf } from './execution';
import { type Surroundings, openSurroundings } from './localExamples';
import { type Imported, type N8n, startN8n } from './n8n';
import { SET_UP_TIMEOUT_MS } from './setup';
import { importExamples, triggerOf } from './start';
import type { Workflow } from './workflow';

let service: LocalService;
let surroundings: Surroundings;
let n8n: N8n;
let examples: { file: string; imported: Imported; workflow: Workflow }[];

beforeAll(async () => {
	service = await startLocalService();
	surroundings = await openSurroundings(service.url);
	n8n = await startN8n({ env: surroundings.env });
	const { url, apiKey } = service;
	const account = { baseUrl: url, apiKey, env: {}, local: { url }, close: service.close };
	examples = await importExamples(n8n, account, surroundings);
}, SET_UP_TIMEOUT_MS);

afterAll(async () => {
	await n8n?.stop();
	await surroundings?.close();
	await service?.close();
}, 60_000);

const WAIT = { timeoutMs: 60_000 };
jest.setTimeout(90_000);

const results: Record<string, string> = {
	'get-details-of-monitor-checks.json': 'Page',
	'read-pages-of-finished-crawls.json': 'Page',
	'run-code-in-browser-session.json': 'Result',
	'turn-agent-research-into-rows.json': 'Row',
	'follow-long-agent-run.json': 'Result',
	'enrich-list-from-catalog.json': 'Company',
	'load-pages-into-vector-store.json': 'Store Chunks',
	'load-site-into-vector-store.json': 'Store Chunks',
	'read-large-site-in-parts.json': 'Page',
	'report-broken-links.json': 'Broken Link',
	'scrape-top-search-results.json': 'Page',
	'scrape-list-of-urls.json': 'Save Failure',
	'scrape-only-new-pages.json': 'Save URL',
	'parse-files-from-form.json': 'Row',
	'split-pdf-files-into-pages.json': 'Page',
	'save-product-variants-to-table.json': 'Save Row',
	'monitor-pages-daily.json': 'Page Changed',
	'track-page-changes.json': 'Page Changed',
	'send-one-alert-for-all-failures.json': 'Send Alert',
	'track-product-prices.json': 'Price Change',
	'save-screenshots-to-files.json': 'File',
	'run-agent-by-webhook.json': 'Respond with Result',
	'scrape-pages-by-webhook.json': 'Respond with Markdown',
	'send-message-when-pages-change.json': 'Send Message',
};

async function clickExecute(file: string): Promise<Execution> {
	const match = examples.find((one) => one.file === file);
	if (match === undefined) throw new Error(`${file} was not imported`);
	const id = await n8n.runManually(match.imported, triggerOf(match.workflow));
	return await n8n.waitForExecution(
		match.imported,
		(execution) => execution.id === id && hasEnded(execution),
		WAIT,
	);
}

it.each(exampleFiles)('%s returns a result with one click', async (file) => {
	const execution = await clickExecute(file);
	expect(execution.error).toBeUndefined();
	expect(execution.status).toBe('success');
	expect(outputItemsOf(execution, results[file] ?? '').length).toBeGreaterThan(0);
});

it('importExamples replaces every placeholder address', () => {
	const text = JSON.stringify(
		examples.flatMap(({ workflow }) =>
			workflow.nodes.filter(({ type }) => !type.endsWith('stickyNote')),
		),
	);
	expect(text.match(/https?:\/\/[\w.]*example\.(com|org)[^"\\]*/g)).toBeNull();
});
