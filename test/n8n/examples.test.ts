import { exampleFiles, newestVersions } from '../examples/exampleFiles';
import { startLocalService, type LocalService } from '../localService/localService';
import { outputSchema, publishedSchemas } from '../support/outputSchemas';
import type { Imported } from './driver';
import { type Execution, type JsonRecord, hasEnded, outputItemsOf } from './execution';
import { type FailingRun, failingRuns, withoutPages } from './failingPages';
import { localExample, type Surroundings, openSurroundings } from './localExamples';
import { type N8n, startN8n } from './n8n';
import { SET_UP_TIMEOUT_MS } from './setup';
import { importExamples, triggerOf } from './start';
import { type Workflow, nodeType } from './workflow';

let service: LocalService;
let surroundings: Surroundings;
let n8n: N8n;
let account: { baseUrl: string; apiKey: string };
let examples: { file: string; imported: Imported; workflow: Workflow }[];

beforeAll(async () => {
	service = await startLocalService();
	surroundings = await openSurroundings(service.url);
	n8n = await startN8n({ env: surroundings.env });
	account = { baseUrl: service.url, apiKey: service.apiKey };
	examples = await importExamples(n8n, account, surroundings);
}, SET_UP_TIMEOUT_MS);

afterAll(async () => {
	await n8n?.close();
	await surroundings?.close();
	await service?.close();
});

const page = (name: string) => `${service.url}/pages/${name}`;

const site = (path: string) => `${service.url}/site/${path}`;

const importedFrom = (file: string) => {
	const match = examples.find((one) => one.file === file);
	if (match === undefined) throw new Error(`${file} was not imported`);
	return match;
};

async function clickExecute(imported: Imported, workflow: Workflow): Promise<Execution> {
	const id = await n8n.runManually(imported, triggerOf(workflow));
	return await n8n.waitForExecution(imported, (one) => one.id === id && hasEnded(one));
}

const execute = (file: string): Promise<Execution> => {
	const { imported, workflow } = importedFrom(file);
	return clickExecute(imported, workflow);
};

async function executeChanged(
	file: string,
	change: (workflow: Workflow) => Workflow,
): Promise<Execution> {
	const changed = change(localExample(file, surroundings));
	const credential = await n8n.createCredential(file, account);
	return await clickExecute(await n8n.importWorkflow(changed, credential), changed);
}

const replaceText =
	(text: string, replacement: string) =>
	(workflow: Workflow): Workflow => {
		const whole = JSON.stringify(workflow);
		if (!whole.includes(text)) throw new Error(`The workflow does not contain ${text}`);
		return JSON.parse(whole.replace(text, replacement)) as Workflow;
	};

const includes = (...items: JsonRecord[]): unknown =>
	expect.arrayContaining(items.map((item) => expect.objectContaining(item)));

const pocketClock = 'Pocket tide clock';
const lighthouse = 'How a lighthouse keeps its rhythm';
const isArticle: unknown = expect.stringMatching(/^# How a lighthouse keeps its rhythm/);
const isMarkdown: unknown = expect.stringMatching(/^# /);
const researched = { status: 'completed', data: { pages: [{ title: pocketClock }] } };

const variant = (sku: string, product: string, price: number) => ({
	...{ sku, product, price, currency: 'EUR' },
});

/** Output of the last nodes of each example. */
const outputs = (): Record<string, Record<string, unknown>> => ({
	'answer-questions-with-sources': {
		'AI Agent': [{ output: expect.stringMatching(/rhythm.*: http\S+article\.html$/) }],
	},
	'enrich-list-from-catalog': {
		Company: [
			{ domain: 'northmole.example', owner: 'Ada', city: 'Bergen', creditsCost: 5 },
			{ domain: 'tidewater.example', owner: 'Ada', city: 'Rotterdam' },
			{ domain: 'bluequarry.example', owner: 'Cleo', city: 'Brno' },
		],
		'Call Failed': [
			{ domain: 'nobody.example', reason: expect.stringContaining('nobody.example') },
		],
	},
	'follow-long-agent-run': { Result: [researched] },
	'get-details-of-monitor-checks': {
		Page: includes({ url: page('article.html'), status: 'new', change: '' }),
	},
	'load-pages-into-vector-store': {
		'Store Chunks': includes(
			{
				pageContent: isArticle,
				metadata: expect.objectContaining({ url: page('article.html'), title: lighthouse }),
			},
			{ metadata: expect.objectContaining({ title: 'Tide tables of the north mole' }) },
		),
	},
	'load-site-into-vector-store': {
		'Store Chunks': includes({
			metadata: expect.objectContaining({
				url: expect.stringMatching(/site\/light\/lens$/),
				title: 'The lens',
			}),
		}),
	},
	'monitor-pages-daily': {
		'Page Changed': includes({ url: page('article.html'), status: 'new', diff: '' }),
	},
	'parse-files-from-form': { Row: [{ file: 'report.pdf', title: 'North Mole Light', pages: 3 }] },
	'read-large-site-in-parts': { Page: includes({ title: 'The lens' }) },
	'read-pages-of-finished-crawls': { Page: Array(5).fill({ text: isMarkdown }) },
	'report-broken-links': {
		'Broken Link': [
			{
				...{ url: site('light/old-lamp'), reason: 'HTTP status 404' },
				linkedFrom: expect.arrayContaining([site('')]),
			},
		],
	},
	'run-agent-by-webhook': { 'Respond with Result': [researched] },
	'run-code-in-browser-session': { Result: [{ result: lighthouse, credits: 2 }] },
	'save-product-variants-to-table': {
		'Save Row': [
			variant('TC-12', 'Brass tide clock', 89.5),
			variant('PC-1-ST', pocketClock, 49),
			variant('PC-1-SI', pocketClock, 119),
		],
	},
	'save-screenshots-to-files': {
		File: [{ url: page('article.html') }, { url: page('tables.html') }],
	},
	'scrape-list-of-urls': {
		'Save Failure': Array(5).fill({ reason: 'Host name of the page not found' }),
	},
	'scrape-list-over-several-pages': {
		Entry: includes({ url: page('product.html?n=6'), listPage: page('list?page=3') }),
	},
	'scrape-only-new-pages': {
		'Save URL': includes({ url: site('archive/first-lamp'), title: 'The first lamp' }),
	},
	'scrape-pages-behind-login': { Page: Array(2).fill({ title: 'Your orders' }) },
	'scrape-pages-by-webhook': { 'Respond with Markdown': [{ markdown: isArticle }] },
	'scrape-top-search-results': { Page: Array(3).fill({ markdown: isMarkdown }) },
	'send-message-when-pages-change': { 'Send Message': [{ ok: true }, { ok: true }] },
	'send-one-alert-for-all-failures': { 'Send Alert': [{ ok: true }] },
	'split-pdf-files-into-pages': {
		Page: ['one white flash every ten seconds', 'mean spring range', '1840 EUR'].map(
			(text, index) => ({
				...{ document: page('report.pdf'), page: index + 1, of: 3 },
				text: expect.stringContaining(text),
			}),
		),
	},
	'track-page-changes': {
		'Page Changed': [
			{ url: page('alternating.html?of=notice'), diff: expect.stringContaining('79.00') },
		],
	},
	'track-product-prices': {
		'Price Change': [{ product: 'Tide clock', was: '89.50 EUR', is: '79.00 EUR' }],
	},
	'turn-agent-research-into-rows': {
		Row: [{ title: pocketClock, price: '49.00 EUR in steel, 119.00 EUR in silver' }],
	},
});

function expectRun(execution: Execution, run: FailingRun = {}): void {
	const { status = 'success', items = {}, errors = {} } = run;
	const outputOf = (nodes: object, index: number) =>
		Object.fromEntries(
			Object.keys(nodes).map((node) => [node, outputItemsOf(execution, node, index)]),
		);
	expect({
		status: execution.status,
		items: outputOf(items, 0),
		errors: outputOf(errors, 1),
	}).toMatchObject({ status, items, errors });
}

describe('each example', () => {
	// `tool.test.ts` tests the MCP server.
	const clickable = exampleFiles.filter((file) => !file.includes('mcp'));

	it.each(clickable)('%s returns its result', async (file) => {
		const execution = await execute(file);
		expect(execution).toMatchObject({ status: 'success' });
		expect(execution.error).toBeUndefined();
		const name = file.replace('.json', '');
		const expected = outputs()[name] ?? {};
		expect(Object.keys(expected)).not.toHaveLength(0);
		for (const [node, items] of Object.entries(expected)) {
			expect({ output: outputItemsOf(execution, node) }).toMatchObject({ output: items });
		}
		const run = failingRuns(service.url)[name];
		if (run?.change === undefined) expectRun(execution, run);
	});

	it('uses no placeholder address after importExamples', () => {
		const nodes = examples.flatMap(({ workflow }) => workflow.nodes);
		const text = JSON.stringify(nodes.filter(({ type }) => !type.endsWith('stickyNote')));
		expect(text.match(/https?:\/\/[\w.]*example\.(com|org)[^"\\]*/g)).toBeNull();
	});

	it("uses the newest versions of n8n's nodes", async () => {
		const answer = await n8n.request('GET', '/types/nodes.json');
		const known = JSON.parse(answer) as { name: string; version: number | number[] }[];
		const newest = Object.keys(newestVersions).map((type) => {
			const versions = known.filter(({ name }) => name === type).flatMap(({ version }) => version);
			return [type, Math.max(...versions)];
		});
		expect(Object.fromEntries(newest)).toEqual(newestVersions);
	});
});

describe('an example', () => {
	it('saves the same table rows when it runs again', async () => {
		const saved = async () =>
			outputItemsOf(await execute('save-product-variants-to-table.json'), 'Save Row');
		const ids = (await saved()).map(({ id }) => id);
		expect(new Set(ids).size).toBe(3);
		expect((await saved()).map(({ id }) => id)).toEqual(ids);
	});

	it('scrapes only the pages that it has not scraped before, and those that failed', async () => {
		const rest = await execute('scrape-only-new-pages.json');
		expect(outputItemsOf(rest, 'Page').length).toBeLessThan(20);
		const again = await execute('scrape-only-new-pages.json');
		expect(outputItemsOf(again, 'New Pages').map(({ url }) => url)).toEqual([
			site('light/old-lamp'),
		]);
	});

	it('reads each page of a large site once', async () => {
		const { nodes } = await execute('read-large-site-in-parts.json');
		const counts = (nodes['Get Pages'] ?? []).map((run) => run.data?.main?.[0]?.length ?? 0);
		expect(counts.length).toBeGreaterThan(1);
		expect(new Set(counts.slice(0, -1))).toEqual(new Set([10]));
		const pages = counts.reduce((sum, count) => sum + count, 0);
		expect(pages).toBe(service.jobs.all.at(-1)?.completed);
	});

	it('sends one message about all pages that failed', () => {
		const texts = surroundings.hook.heard.map(({ text }) => String(text));
		expect(texts).toContainEqual(
			expect.stringMatching(/^1 of 2 pages could not be read:\n• http:\/\/no-such-host.invalid/),
		);
	});

	it('deletes the browser session if the code fails, and returns the reason', async () => {
		const unknownHost = 'http://no-such-host.invalid/';
		const file = 'run-code-in-browser-session.json';
		const execution = await executeChanged(file, replaceText(page('article.html'), unknownHost));
		expect(outputItemsOf(execution, 'Code Failed')).toMatchObject([
			{ reason: `page.goto: could not open ${unknownHost}`, credits: 2 },
		]);
		expect(service.browserSessions.at(-1)?.destroyedAt).toBeDefined();
	});

	it.each([
		['turn-agent-research-into-rows.json', 'Which shops', 'No Result'],
		['follow-long-agent-run.json', 'What does', 'Run Failed'],
	])('%s reports the reason and the job ID of a run that fails', async (file, text, node) => {
		const execution = await executeChanged(file, replaceText(text, `[outcome:refused] ${text}`));
		expect(outputItemsOf(execution, node)).toMatchObject([
			{ reason: expect.stringMatching(/declined/), jobId: service.agent.runs.at(-1)?.id },
		]);
	});
});

describe('each example that reads pages', () => {
	const named = exampleFiles.map((file) => file.replace('.json', ''));

	it('has a run with failing pages', () => {
		const covered = [...Object.keys(failingRuns('')), ...withoutPages];
		expect(covered.sort()).toEqual(named);
	});

	it.each(named.filter((name) => failingRuns('')[name]?.change !== undefined))(
		'%s does what its note says if a page returns 404, 500, or a login page',
		async (name) => {
			const { change = (workflow: Workflow) => workflow, ...run } =
				failingRuns(service.url)[name] ?? {};
			expectRun(await executeChanged(`${name}.json`, change), run);
		},
	);
});

describe('the webhook examples', () => {
	it('respond with the Markdown of a page, or with the reason', async () => {
		const good = await n8n.webhook('web-data-scrape', { url: page('article.html') });
		expect(good.status).toBe(200);
		expect(good.headers.get('content-type')).toMatch(/^text\/markdown/);
		expect(good.text).toMatch(/^# How a lighthouse keeps its rhythm/);
		const bad = await n8n.webhook('web-data-scrape', { url: 'not a page' });
		expect([bad.status, bad.text]).toEqual([502, expect.stringContaining("'URL'")]);
	});

	it('respond with the result of an agent, or with the reason and the job ID', async () => {
		await n8n.activate(importedFrom('run-agent-by-webhook.json').imported);
		const urls = [page('article.html')];
		const good = await n8n.webhook('web-data-research', { question: 'What turns the lens?', urls });
		expect(JSON.parse(good.text)).toMatchObject({ data: { pages: [{ url: urls[0] }] } });
		const question = 'Please do not [outcome:refused]';
		const bad = await n8n.webhook('web-data-research', { question });
		expect([bad.status, JSON.parse(bad.text)]).toEqual([
			502,
			{
				error: expect.stringMatching(/declined/),
				message: expect.stringMatching(/'Prompt'/),
				jobId: service.agent.runs.at(-1)?.id,
			},
		]);
	});
});

it('the output schema of each operation is served by n8n', async () => {
	const ofTrigger = 'page/change';
	for (const name of publishedSchemas().filter((each) => each !== ofTrigger)) {
		const path = `/schemas/${nodeType}/1.0.0/${name}.json`;
		const served = JSON.parse(await n8n.request('GET', path)) as unknown;
		expect({ name, served }).toEqual({ name, served: outputSchema(name) });
	}
});
