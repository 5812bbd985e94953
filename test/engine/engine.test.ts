// What only n8n's execution engine shows: how it pairs items, routes failures, retries nodes, and runs tools.

import type { INodeParameters } from 'n8n-workflow';
import { fault } from '../localService/faults';
import { useEngine } from './useEngine';

const { engine, service } = useEngine();

const page = (name: string): string => `${service.url}/pages/${name}.html`;

const items = (...names: string[]) =>
	names.map((name) => ({ json: { url: name === 'none' ? name : page(name) } }));

const scrape = (parameters: INodeParameters = {}) => ({
	parameters: { resource: 'scrape', operation: 'scrape', url: '={{ $json.url }}', ...parameters },
});

const callCatalog = (text: string, parameters: INodeParameters = {}) => ({
	parameters: {
		resource: 'catalog',
		operation: 'call',
		specifyCalls: 'json',
		catalogJson: JSON.stringify([
			{ provider: 'text', capability: 'statistics', options: { text } },
		]),
		...parameters,
	},
});

const retrying = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };

const requestIds = () => service.requests.map(({ headers }) => headers['x-request-id']);

describe('On Error', () => {
	const mixed = () => items('article', 'none', 'tables');
	const failed = {
		error: expect.stringContaining("'URL' must start with http:// or https://"),
		message: expect.stringContaining('Nothing was sent.'),
		details: expect.objectContaining({ reason: 'invalidInput' }),
	};

	it('Continue (using error output): failed items leave through the error output with their input', async () => {
		const node = { ...scrape(), onError: 'continueErrorOutput' as const };
		const run = await engine.run({ node, items: mixed() });
		expect(run.status).toBe('success');
		expect(run.startItems).toEqual(items('article', 'tables').map(({ json }) => json));
		expect(run.errorOutput).toEqual([
			{ json: { url: 'none', ...failed }, pairedItem: { item: 1 } },
		]);
	});

	it('Continue: failed items keep their place in the output', async () => {
		const node = { ...scrape(), onError: 'continueRegularOutput' as const };
		const run = await engine.run({ node, items: mixed() });
		expect(run.status).toBe('success');
		expect(run.output.map(({ json }) => json)).toEqual([
			expect.objectContaining({ markdown: expect.any(String) }),
			failed,
			expect.objectContaining({ markdown: expect.any(String) }),
		]);
		expect(run.startItems).toEqual(mixed().map(({ json }) => json));
	});

	it('Stop Workflow: the execution ends with the message and the description', async () => {
		const run = await engine.run({ node: scrape(), items: mixed() });
		expect(run.status).toBe('error');
		expect(run.error).toEqual({ message: failed.error, description: failed.message });
		expect(run.output).toEqual([]);
	});
});

it('several items for one input item are paired with that item', async () => {
	const map = { parameters: { resource: 'map', operation: 'map', url: '={{ $json.url }}' } };
	const site = (path: string) => ({ json: { url: `${service.url}/site/${path}` } });
	const run = await engine.run({ node: map, items: [site('light/'), site('news/')] });
	const urls = run.startItems.map(({ url }) => url);
	expect(urls).toHaveLength(run.output.length);
	expect([...new Set(urls)]).toEqual([site('light/').json.url, site('news/').json.url]);
});

it.each([
	[
		'a batch of all items',
		{ resource: 'batchScrape', urlsFrom: 'items', itemUrl: '={{ $json.url }}' },
	],
	['a batch per item', { resource: 'batchScrape', urlsFrom: 'list', urls: '={{ [$json.url] }}' }],
	['a crawl per item', { resource: 'crawl', url: '={{ $json.url }}', limit: 1 }],
])('each page of %s is paired with the item of its URL', async (_title, form) => {
	const parameters = { ...form, operation: 'run' };
	const rows = items('article', 'product', 'article').map(({ json }, id) => ({
		json: { ...json, id },
	}));
	const run = await engine.run({ node: { parameters }, items: rows });
	const pages = run.output.map(({ json }) => (json.metadata as { sourceURL: string }).sourceURL);
	expect(pages).toEqual(run.startItems.map(({ url }) => url));
	expect(run.startItems.map(({ id }) => id).sort()).toEqual([0, 1, 2]);
});

it('hints are stored with the run of the node', async () => {
	const node = callCatalog('One.', { requestSettings: { maxCreditsPerExecution: 5 } });
	const { hints } = await engine.run({ node });
	expect(hints).toEqual(['This execution has used 1 of 5 credits.']);
});

describe('Retry On Fail', () => {
	it('sends a catalog call with a lost response with the same request ID', async () => {
		service.addFaults(fault({ kind: 'resetAfter' }));
		const node = { ...callCatalog('One.', { requestSettings: { maxTries: 1 } }), ...retrying };
		const run = await engine.run({ node });
		expect(run.output).toMatchObject([{ json: { data: { sentences: 1 } } }]);
		expect(requestIds()).toHaveLength(2);
		expect(new Set(requestIds()).size).toBe(1);
		expect(service.executions).toHaveLength(1);
	});
});

it('a file is downloaded to the binary store of n8n, and read from it', async () => {
	const raw = {
		url: `${service.url}/pages/report.pdf`,
		formats: { format: [{ type: 'rawBase64' }] },
		downloadFiles: true,
	};
	const { output } = await engine.run({ node: scrape(raw) });
	const binary = output[0]?.binary ?? {};
	expect(binary.raw).toMatchObject({
		id: expect.stringMatching(/^filesystem-v2:/),
		fileName: 'report.pdf',
		mimeType: 'application/pdf',
	});
	const parse = { resource: 'parse', operation: 'parse', inputBinaryField: 'raw' };
	const parsed = await engine.run({ node: { parameters: parse }, items: [{ json: {}, binary }] });
	expect(parsed.output).toMatchObject([
		{ json: { fileName: 'report.pdf', markdown: expect.stringContaining('North Mole Light') } },
	]);
});

describe('the tool of an agent that processes items in parallel', () => {
	it('creates a browser session for each item', async () => {
		const node = { parameters: { resource: 'browserSession', operation: 'create' } };
		const responses = await engine.runAgent({ node, items: items('article', 'tables') });
		const ids = responses.map((response) => JSON.parse(response)[0].id as string);
		expect(ids.sort()).toEqual(service.browserSessions.map(({ id }) => id).sort());
		expect(ids).toHaveLength(2);
	});

	it('executes the catalog call of each item', async () => {
		await engine.runAgent({ node: callCatalog('One.'), items: items('article', 'tables') });
		expect(new Set(requestIds()).size).toBe(2);
		expect(service.executions).toHaveLength(2);
	});
});

describe('a tool without an execution', () => {
	const batch = () => ({
		parameters: { resource: 'batchScrape', operation: 'run', urls: page('article') },
	});
	const crawl = () => {
		const url = 'http://synthetic.example/page/1?links=49';
		return { parameters: { resource: 'crawl', operation: 'run', url, limit: 2 } };
	};
	const jobTool = { parameters: { resource: 'agent', operation: 'run', prompt: 'Tides' } };
	const sessionTool = { parameters: { resource: 'browserSession', operation: 'create' } };

	it.each<[string, () => Parameters<typeof engine.callTool>[0]['node'], string]>([
		['scrapes a page', () => scrape({ url: page('article') }), 'one white flash'],
		['scrapes pages', batch, 'one white flash'],
		['runs an agent', () => jobTool, '"status":"completed"'],
		['creates a browser session', () => sessionTool, '"cdpUrl"'],
		['reports an error', () => scrape({ url: 'none' }), "'URL' must start with"],
		[
			'reports the details of an error with On Error: Continue',
			() => ({ ...scrape({ url: 'none' }), onError: 'continueRegularOutput' }),
			'"reason":"invalidInput"',
		],
		['says that a crawl has reached its limit', crawl, 'reached its limit of 2 pages'],
		[
			'truncates a long result',
			() => scrape({ url: page('article'), maxResultLength: 1000 }),
			'truncated to 1000 characters',
		],
	])('%s', async (_title, node, expected) => {
		expect(await engine.callTool({ node: node() })).toContain(expected);
	});

	it.each(['callTool', 'executeDirectly'] as const)(
		'executes the catalog call of each %s()',
		async (method) => {
			for (const node of [callCatalog('One.'), callCatalog('One.')]) {
				expect(JSON.stringify(await engine[method]({ node }))).toContain('sentences');
			}
			expect(new Set(requestIds()).size).toBe(2);
			expect(service.executions).toHaveLength(2);
		},
	);

	it('sends a catalog call with a lost response with the same request ID', async () => {
		service.addFaults(fault({ kind: 'resetAfter' }));
		expect(await engine.callTool({ node: callCatalog('One.') })).toContain('sentences');
		expect(requestIds()).toHaveLength(2);
		expect(service.executions).toHaveLength(1);
	});

	it('stores its files', async () => {
		const node = scrape({
			url: page('article'),
			formats: { format: [{ type: 'screenshot' }] },
			downloadFiles: true,
		});
		const output = await engine.executeDirectly({ node, items: items('article') });
		expect(output).toMatchObject([
			{ binary: { screenshot: { mimeType: 'image/png', id: expect.any(String) } } },
		]);
	});
});
