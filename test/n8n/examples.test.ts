import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exampleFiles, newestVersions } from '../examples/exampleFiles';
import * as faults from '../localService/faults';
import { type Execution, type JsonRecord, hasEnded, outputItemsOf } from './execution';
import { type JsonServer, startJsonServer } from './jsonServer';
import { vectorsFor } from './localExamples';
import { SET_UP_TIMEOUT_MS, type Setup, openSetup } from './setup';
import { until } from './until';
import { type Workflow, example, withParameters } from './workflow';

let setup: Setup;
let folder: string;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'web-data-screenshots-'));
	setup = await openSetup({ env: { N8N_RESTRICT_FILE_ACCESS_TO: folder } });
}, SET_UP_TIMEOUT_MS);

afterEach(async () => {
	await setup.service.reset();
});

afterAll(async () => {
	await setup?.close();
	await rm(folder, { recursive: true, force: true });
}, 60_000);

jest.setTimeout(120_000);

const WAIT = { timeoutMs: 100_000 };

const page = (name: string) => `${setup.service.url}/pages/${name}`;

const withJson = (workflow: Workflow, node: string, json: JsonRecord): Workflow =>
	withParameters(workflow, node, { jsonOutput: JSON.stringify(json) });

const refuse = (url: string): void => {
	const when = { path: '/v2/scrape', body: { url } };
	setup.service.addFaults(faults.errorRowFault('forbidden', { when, times: 0 }));
};

async function executed(workflow: Workflow): Promise<Execution> {
	const imported = await setup.importWorkflow(workflow);
	const trigger = workflow.nodes.find(({ type }) => /(manual|schedule)Trigger$/.test(type));
	const id = await setup.n8n.runManually(imported, trigger?.name ?? '');
	return await setup.n8n.waitForExecution(imported, (one) => one.id === id && hasEnded(one), WAIT);
}

async function scheduled(
	workflow: Workflow,
	enough: (executions: Execution[]) => boolean | Promise<boolean>,
): Promise<Execution[]> {
	const trigger = workflow.nodes.find(({ type }) => /scheduleTrigger$/.test(type));
	const rule = { interval: [{ field: 'seconds', secondsInterval: 1 }] };
	const imported = await setup.publish(withParameters(workflow, trigger?.name ?? '', { rule }));
	const probe = async () => {
		const list = (await setup.n8n.executions(imported)).filter(hasEnded).reverse();
		const all = await Promise.all(list.map(({ id }) => setup.n8n.execution(id)));
		return (await enough(all)) ? all : undefined;
	};
	const executions = await until(`${workflow.name} has run often enough`, probe, WAIT);
	await setup.n8n.deactivate(imported);
	return executions;
}

it("the examples use the newest versions of n8n's nodes", async () => {
	const headers = { cookie: setup.n8n.rest().cookie() };
	const answer = await fetch(`${setup.n8n.url}/types/nodes.json`, { headers });
	const known = (await answer.json()) as { name: string; version: number | number[] }[];
	const newest = Object.keys(newestVersions).map((type) => {
		const versions = known.filter(({ name }) => name === type).flatMap(({ version }) => version);
		return [type, Math.max(...versions)];
	});
	expect(Object.fromEntries(newest)).toEqual(newestVersions);
});

it.each(exampleFiles)('%s is imported without changes', async (file) => {
	const { id } = await setup.importWorkflow(example(file));
	const stored = await setup.n8n.rest().get<Workflow>(`/workflows/${id}`);
	expect(stored.nodes.map(({ parameters }) => parameters)).toEqual(
		example(file).nodes.map(({ parameters }) => parameters),
	);
});

let embeddings: JsonServer;

beforeAll(async () => {
	embeddings = await startJsonServer(vectorsFor);
});

afterAll(() => embeddings.close());

async function withOpenAi(workflow: Workflow): Promise<Workflow> {
	const data = { url: `${embeddings.url}/v1`, apiKey: 'any' };
	const account = { name: 'OpenAI account', type: 'openAiApi', data };
	const { id } = await setup.n8n.rest().post<{ id: string }>('/credentials', account);
	const nodes = workflow.nodes.map((node) =>
		node.credentials?.openAiApi
			? { ...node, credentials: { openAiApi: { id, name: account.name } } }
			: node,
	);
	return { ...workflow, nodes };
}

describe('load-pages-into-vector-store.json', () => {
	it('stores chunks of each page, split at its headings, with its URL and title', async () => {
		const pages = ['article.html', 'tables.html'].map((name) => ({ url: page(name) }));
		const original = await withOpenAi(example('load-pages-into-vector-store.json'));
		const execution = await executed(withJson(original, 'Pages', { pages }));
		const pieces = outputItemsOf(execution, 'Store Chunks') as {
			pageContent: string;
			metadata: JsonRecord;
		}[];
		const origin = pieces.map(({ metadata: { url, title } }) => ({ url, title }));
		expect(execution.status).toBe('success');
		expect(origin).toContainEqual({ ...pages[0], title: 'How a lighthouse keeps its rhythm' });
		expect(origin).toContainEqual({ ...pages[1], title: 'Tide tables of the north mole' });
		expect(pieces.filter(({ pageContent }) => pageContent.length > 800)).toEqual([]);
		// n8n's text splitter removes the `#` characters where it splits.
		const beginnings = pieces.map(({ pageContent }) => pageContent.split('\n')[0]);
		expect(beginnings).toEqual(
			expect.arrayContaining(['# How a lighthouse keeps its rhythm', 'The clockwork']),
		);
		const embedded = embeddings.heard.flatMap(({ input }) => input as string[]);
		expect(embedded).toEqual(pieces.map(({ pageContent }) => pageContent.replace(/\n/g, ' ')));
		expect(setup.service.charged).toBe(2);
	});
});

describe('load-site-into-vector-store.json', () => {
	it('stores chunks of the pages of a site, with their URLs and titles', async () => {
		const site = `${setup.service.url}/site/`;
		const original = await withOpenAi(example('load-site-into-vector-store.json'));
		const execution = await executed(withParameters(original, 'Crawl Site', { url: site }));
		const pieces = outputItemsOf(execution, 'Store Chunks') as { metadata: JsonRecord }[];
		const origin = pieces.map(({ metadata: { url, title } }) => ({ url, title }));
		expect(execution.status).toBe('success');
		expect(origin).toContainEqual({ url: `${site}light/lens`, title: 'The lens' });
		expect(origin).toContainEqual({ url: `${site}archive/first-lamp`, title: 'The first lamp' });
		expect(setup.service.jobs.all).toMatchObject([{ kind: 'crawl', status: 'completed' }]);
	});
});

describe('monitor-pages-daily.json', () => {
	const notice = (text: string) =>
		fetch(page('../_test/pages/changing'), { method: 'POST', body: JSON.stringify({ text }) });

	const runMonitor = async (id: string) => {
		const request = `${setup.service.url}/v2/monitor/${id}/run`;
		const headers = { authorization: `Bearer ${setup.apiKey}`, 'content-type': 'application/json' };
		await fetch(request, { method: 'POST', headers, body: '{}' });
		await until('the check has ended', () => {
			const [monitor] = setup.service.monitors;
			return Promise.resolve(monitor?.checks.at(-1)?.status === 'completed' || undefined);
		});
	};

	it('creates one monitor, and returns the pages that changed in its latest check', async () => {
		const original = example('monitor-pages-daily.json');
		const urls = [page('article.html'), page('changing.html')];
		const targets = { target: [{ type: 'scrape', urls }] };
		const workflow = withParameters(original, 'Create Monitor', { targets });
		await notice('High water is at 06:12.');
		const first = await executed(workflow);
		expect(outputItemsOf(first, 'Page Changed')).toEqual(
			urls.map((url) => ({ url, status: 'new', diff: '' })),
		);
		await notice('High water is at 06:40.');
		const { id = '' } = setup.service.monitors[0] ?? {};
		await runMonitor(id);
		const second = await executed(workflow);
		expect(outputItemsOf(second, 'Page Changed')).toEqual([
			{ url: page('changing.html'), status: 'changed', diff: expect.stringContaining('06:40') },
		]);
		expect(setup.service.monitors).toHaveLength(1);
	});
});

describe('run-code-in-browser-session.json', () => {
	const run = (code: string) => {
		const original = example('run-code-in-browser-session.json');
		return executed(withParameters(original, 'Run Code', { code }));
	};

	const sessions = () =>
		setup.service.browserSessions.map(({ destroyedAt }) => destroyedAt !== undefined);

	it('returns the result of the code and deletes the session', async () => {
		const execution = await run(`await page.goto('${page('article.html')}');\nawait page.title()`);
		expect(execution.status).toBe('success');
		expect(outputItemsOf(execution, 'Result')).toEqual([
			{ result: 'How a lighthouse keeps its rhythm', credits: 2 },
		]);
		expect(outputItemsOf(execution, 'Code Failed')).toEqual([]);
		expect(sessions()).toEqual([true]);
	});

	it('deletes the session even if the code fails, and returns the reason', async () => {
		const execution = await run("await page.goto('http://no-such-host.invalid/');");
		const reason = 'page.goto: could not open http://no-such-host.invalid/';
		expect(execution.status).toBe('success');
		expect(outputItemsOf(execution, 'Result')).toEqual([]);
		expect(outputItemsOf(execution, 'Code Failed')).toEqual([
			{
				reason,
				details: expect.objectContaining({
					reason: 'sessionCodeFailed',
					answer: expect.objectContaining({ stderr: reason }),
				}),
				credits: 2,
			},
		]);
		expect(execution.nodes['Delete Session']).toHaveLength(1);
		expect(sessions()).toEqual([true]);
	});
});

describe('track-product-prices.json', () => {
	const notice = (text: string) =>
		fetch(`${setup.service.url}/_test/pages/changing`, {
			method: 'POST',
			body: JSON.stringify({ text }),
		});

	const statusesOf = (executions: Execution[], url: string) =>
		executions.flatMap((one) =>
			outputItemsOf(one, 'Read Price')
				.filter(({ metadata }) => (metadata as JsonRecord).sourceURL === url)
				.map(({ changeTracking }) => (changeTracking as JsonRecord).changeStatus),
		);

	it('reports a changed price once, and no other change', async () => {
		const [changing, steady, refused] = ['changing', 'product', 'refused'].map((name) =>
			page(`${name}.html`),
		) as [string, string, string];
		refuse(refused);
		const products = [
			{ name: 'Tide clock', url: changing },
			{ name: 'Brass tide clock', url: steady },
			{ name: 'Sextant', url: refused },
		];
		const course = ['Still at 89.50 EUR, soon in brass.', 'Now at 79.00 EUR.'];
		let changes = 0;
		await notice('For sale at 89.50 EUR.');
		const executions = await scheduled(
			withJson(example('track-product-prices.json'), 'Products', { products }),
			async (all) => {
				const statuses = statusesOf(all, changing);
				if (statuses.filter((status) => status === 'changed').length < changes) return false;
				if (statuses.at(-1) !== 'same') return false;
				const text = course[changes];
				if (text === undefined) return true;
				changes += 1;
				await notice(text);
				return false;
			},
		);
		expect(statusesOf(executions, changing).filter((status) => status !== 'same')).toEqual([
			'new',
			'changed',
			'changed',
		]);
		expect(executions.flatMap((one) => outputItemsOf(one, 'Price Change'))).toEqual([
			{ product: 'Tide clock', was: '89.50 EUR', is: '79.00 EUR', url: changing },
		]);
		for (const one of executions) {
			expect(outputItemsOf(one, 'Page Failed')).toEqual([
				{ product: 'Sextant', url: refused, reason: 'Access denied' },
			]);
		}
	});
});

describe('scrape-top-search-results.json', () => {
	it('scrapes the first three results, and reports the one that fails', async () => {
		const workflow = example('scrape-top-search-results.json');
		const execution = await executed(withJson(workflow, 'Search Terms', { query: 'lamp' }));
		const urls = outputItemsOf(execution, 'Search').map(({ url }) => url);
		expect(execution.status).toBe('success');
		expect(urls.length).toBeGreaterThanOrEqual(3);
		const pages = outputItemsOf(execution, 'Page');
		expect(pages.map(({ url }) => url)).toEqual(urls.slice(0, 3));
		expect(pages[0]).toEqual({
			url: `${setup.service.url}/site/news/new-lamp`,
			title: 'The lighthouse gets a new lamp',
			markdown: expect.stringContaining('# The lighthouse gets a new lamp'),
		});
		expect(setup.service.charged).toBe(2 + 3);
	});

	it('continues with the node Page Failed for a page that cannot be scraped', async () => {
		const url = `${setup.service.url}/site/news/new-lamp`;
		refuse(url);
		const workflow = example('scrape-top-search-results.json');
		const execution = await executed(withJson(workflow, 'Search Terms', { query: 'lamp' }));
		expect(outputItemsOf(execution, 'Page')).toHaveLength(2);
		expect(outputItemsOf(execution, 'Page Failed')).toEqual([{ url, reason: 'Access denied' }]);
	});
});

describe('scrape-list-of-urls.json', () => {
	it('returns each of 200 pages in order, and saves each failure once', async () => {
		const value = `={{ Array.from({ length: 200 }, (_, index) => (index % 40 === 9
			? 'http://no-such-host.invalid/'
			: index % 40 === 19
				? '${page('status/404?of=')}'
				: 'http://synthetic.example/page/') + (index + 1)) }}`;
		const workflow = withParameters(example('scrape-list-of-urls.json'), 'URLs', {
			assignments: { assignments: [{ id: 'urls', name: 'urls', value, type: 'array' }] },
		});
		const first = await executed(workflow);
		const urls = outputItemsOf(first, 'Each URL').map(({ url }) => String(url));
		const failing = urls.filter((url) => !url.startsWith('http://synthetic.example/'));
		expect([urls.length, failing.length]).toEqual([200, 10]);
		expect(outputItemsOf(first, 'Page').map(({ url }) => url)).toEqual(
			urls.filter((url) => !failing.includes(url)),
		);
		const rows = outputItemsOf(first, 'Save Failure');
		expect(rows.map(({ url }) => url)).toEqual(failing);
		expect(rows.filter(({ reason }) => typeof reason !== 'string' || reason === '')).toEqual([]);
		expect(setup.service.jobs.all).toHaveLength(1);
		const second = outputItemsOf(await executed(workflow), 'Save Failure');
		expect(second.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
	});
});

describe('scrape-only-new-pages.json', () => {
	it('scrapes each page of the site once, and retries a failed page', async () => {
		const site = `${setup.service.url}/site/`;
		const original = example('scrape-only-new-pages.json');
		const mapped = withParameters(original, 'Map Site', { url: site });
		const workflow = withParameters(mapped, 'Limit Pages', { maxItems: 100 });
		const itemUrl =
			"={{ $json.url.endsWith('light/lens') ? 'http://no-such-host.invalid/' : $json.url }}";
		const first = await executed(withParameters(workflow, 'Get Pages', { itemUrl }));
		const links = outputItemsOf(first, 'Map Site').map(({ url }) => url);
		expect(outputItemsOf(first, 'Page Failed')).toEqual([
			{ url: `${site}light/lens`, reason: expect.any(String) },
		]);
		expect(outputItemsOf(first, 'Page')).toHaveLength(links.length - 1);
		const second = await executed(workflow);
		expect(outputItemsOf(second, 'Page').map(({ url }) => url)).toEqual([`${site}light/lens`]);
		const third = await executed(workflow);
		expect(outputItemsOf(third, 'New Pages')).toEqual([]);
	});
});

describe('save-product-variants-to-table.json', () => {
	it('saves one row per variant, and the same rows when it runs again', async () => {
		const pages = ['product.html', 'tide-clocks.html'].map((name) => ({ url: page(name) }));
		const original = example('save-product-variants-to-table.json');
		const workflow = withJson(original, 'Product Pages', { pages });
		const pocket = { product: 'Pocket tide clock', currency: 'EUR', url: page('tide-clocks.html') };
		const rows = [
			{
				sku: 'TC-12',
				product: 'Brass tide clock',
				variant: 'Brass tide clock',
				price: 89.5,
				currency: 'EUR',
				inStock: true,
				url: page('product.html'),
			},
			{ ...pocket, sku: 'PC-1-ST', variant: 'Steel', price: 49, inStock: true },
			{ ...pocket, sku: 'PC-1-SI', variant: 'Silver', price: 119, inStock: false },
		];
		const first = outputItemsOf(await executed(workflow), 'Save Row');
		expect(first).toMatchObject(rows);
		const second = outputItemsOf(await executed(workflow), 'Save Row');
		expect(second).toMatchObject(rows);
		expect(second.map(({ id }) => id)).toEqual(first.map(({ id }) => id));
		expect(new Set(first.map(({ id }) => id)).size).toBe(3);
	});
});

describe('save-screenshots-to-files.json', () => {
	const today = () => new Date().toISOString().slice(0, 10);

	it('writes a screenshot of each page with the requested width', async () => {
		const pages = ['article.html', 'tables.html'].map((name) => ({ url: page(name) }));
		const original = example('save-screenshots-to-files.json');
		const node = original.nodes.find(({ name }) => name === 'Write File');
		const fileName = String(node?.parameters.fileName).replace('/home/node/.n8n-files', folder);
		const workflow = withParameters(original, 'Write File', { fileName });
		const days = [today()];
		const execution = await executed(withJson(workflow, 'Pages', { pages }));
		days.push(today());
		const { port } = new URL(setup.service.url);
		const names = (await readdir(folder)).sort();
		const written = names.map((name) => /^(.+)_(.+)\.png$/.exec(name) ?? []);
		expect(written.map(([, of]) => of)).toEqual([
			`127.0.0.1-${port}-pages-article.html`,
			`127.0.0.1-${port}-pages-tables.html`,
		]);
		for (const [, , day] of written) expect(days).toContain(day);
		expect(outputItemsOf(execution, 'File')).toEqual(
			pages.map(({ url }, index) => ({ url, file: join(folder, names[index] ?? '') })),
		);
		for (const name of names) {
			const content = await readFile(join(folder, name));
			expect(content.subarray(1, 4).toString()).toBe('PNG');
			expect([content.readUInt32BE(16), content.readUInt32BE(20)]).toEqual([1280, 1600]);
		}
	});
});

describe('split-pdf-files-into-pages.json', () => {
	const read = async (maxPages: number): Promise<JsonRecord[]> => {
		const original = example('split-pdf-files-into-pages.json');
		const node = original.nodes.find(({ name }) => name === 'Read PDF');
		const options = JSON.parse(
			JSON.stringify(node?.parameters.options).replace('"maxPages":50', `"maxPages":${maxPages}`),
		) as JsonRecord;
		const workflow = withParameters(original, 'Read PDF', { options });
		const documents = [{ url: page('report.pdf') }];
		return outputItemsOf(await executed(withJson(workflow, 'Documents', { documents })), 'Page');
	};

	const saying = (...words: string[]) =>
		words.map((word, index) => ({
			document: page('report.pdf'),
			page: index + 1,
			of: 3,
			text: expect.stringContaining(word),
		}));

	it('returns an item for each page and pays for each page', async () => {
		expect(await read(50)).toEqual(
			saying('one white flash every ten seconds', 'mean spring range', '1840 EUR'),
		);
		expect(setup.service.charged).toBe(3);
	});

	it('shows the total number of pages even if Max Pages is lower', async () => {
		expect(await read(2)).toEqual(saying('one white flash every ten seconds', 'mean spring range'));
		expect(setup.service.charged).toBe(2);
	});
});

describe('turn-agent-research-into-rows.json', () => {
	const ask = (question: string): Promise<Execution> => {
		const urls = ['product.html', 'tide-clocks.html'].map(page);
		return executed(
			withJson(example('turn-agent-research-into-rows.json'), 'Question', { question, urls }),
		);
	};

	it('returns a row in the shape of the schema for each result', async () => {
		const execution = await ask('What does a tide clock cost?');
		const [run] = setup.service.agent.runs;
		expect(outputItemsOf(execution, 'Row')).toEqual([
			{
				title: 'Brass tide clock',
				price: '89.50 EUR',
				url: page('product.html'),
				jobId: run?.id,
			},
			{
				title: 'Pocket tide clock',
				price: '49.00 EUR in steel, 119.00 EUR in silver',
				url: page('tide-clocks.html'),
				jobId: run?.id,
			},
		]);
		expect(run?.body).toMatchObject({
			maxCredits: 300,
			schema: { properties: { offers: { type: 'array' } } },
		});
	});

	it('reports the reason and the job ID when there is no result', async () => {
		const question = 'What does a tide clock cost? [outcome:refused]';
		const execution = await ask(question);
		expect(execution.status).toBe('success');
		expect(outputItemsOf(execution, 'Row')).toEqual([]);
		expect(outputItemsOf(execution, 'No Result')).toEqual([
			{
				question,
				reason: expect.stringMatching(/declined/),
				jobId: setup.service.agent.runs[0]?.id,
			},
		]);
	});
});

describe('send-one-alert-for-all-failures.json', () => {
	let hook: JsonServer;

	beforeEach(async () => {
		hook = await startJsonServer(() => ({ ok: true }));
	});

	afterEach(() => hook.close());

	const firstRun = async (...names: string[]): Promise<Execution> => {
		const original = example('send-one-alert-for-all-failures.json');
		const workflow = withParameters(original, 'Send Alert', { url: hook.url });
		const pages = names.map((name) => ({ url: page(name) }));
		const [first] = await scheduled(
			withJson(workflow, 'Pages', { pages }),
			(executions) => executions.length > 0,
		);
		if (!first) throw new Error('The schedule has not run');
		return first;
	};

	it('sends one message about all failed pages, and outputs the other pages', async () => {
		refuse(page('refused.html'));
		refuse(page('closed.html'));
		const execution = await firstRun('refused.html', 'article.html', 'closed.html');
		expect(execution.status).toBe('success');
		expect(outputItemsOf(execution, 'Page')).toMatchObject([
			{
				url: page('article.html'),
				title: 'How a lighthouse keeps its rhythm',
				markdown: expect.stringContaining('# How a lighthouse keeps its rhythm'),
			},
		]);
		expect(execution.nodes['Send Alert']).toHaveLength(1);
		const [head, ...lines] = String(hook.heard[0]?.text).split('\n');
		expect(head).toBe('2 of 3 pages could not be read:');
		expect(lines).toEqual(
			['refused.html', 'closed.html'].map((name) =>
				expect.stringMatching(
					new RegExp(`^• ${page(name)}: Access denied.* \\(a retry will not help\\)$`, 'i'),
				),
			),
		);
	});

	it('sends nothing when no page failed', async () => {
		const execution = await firstRun('article.html', 'tables.html');
		expect(outputItemsOf(execution, 'Page')).toHaveLength(2);
		expect(Object.keys(execution.nodes)).not.toContain('Send Alert');
		expect(hook.heard).toEqual([]);
	});
});
