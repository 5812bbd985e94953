import type { IDataObject } from 'n8n-workflow';
import {
	catalogEntry,
	interactAnswer,
	undocumentedPage,
	runStatus,
	specifiedPage,
	traceEvent,
} from '../spec/answers';
import * as faults from '../localService/faults';
import { checkOf, keysIn, namedIn, outputSchema } from '../support/outputSchemas';
import { useBuiltNode, type Form, type ItemJson } from '../support/useBuiltNode';

const node = useBuiltNode({ agentCancelMs: 1000 });
const { service, time, respond } = node;

const anyId = '0192f4c1-7d5e-4c3a-9b1e-2f6a4d8c0b17';

/** Runs an operation and returns its items, which its output schema must accept. */
async function run(name: string, form: Form, unknownKeys: string[] = []): Promise<ItemJson[]> {
	const { json } = await node.run(name, form, { onError: 'stopWorkflow' });
	const schema = outputSchema(name.replace('.', '/'));
	const check = checkOf(schema);
	expect(json.length).toBeGreaterThan(0);
	expect(json.flatMap((item) => (check(item) ? [] : check.errors))).toEqual([]);
	const named = namedIn(schema);
	const strange = json
		.flatMap((item) => keysIn(item, schema))
		.filter((key) => !named.includes(key));
	// The metadata of a page may contain any meta element.
	expect([...new Set(strange)].filter((key) => !key.startsWith('metadata.'))).toEqual(unknownKeys);
	return json;
}

/** Items of most operations have their keys in the order of the schema. */
function expectInOrder(name: string, items: ItemJson[]): void {
	const shown = Object.keys(outputSchema(name.replace('.', '/')).properties ?? {});
	for (const item of items) {
		const keys = Object.keys(item);
		expect(keys).toEqual(shown.filter((key) => keys.includes(key)));
	}
}

async function runInOrder(name: string, form: Form): Promise<ItemJson[]> {
	const items = await run(name, form);
	expectInOrder(name, items);
	return items;
}

const shape = '{"type":"object","properties":{"title":{"type":"string"}}}';

const scrape = (page: string, formats: Form[] = [], options: Form = {}) =>
	run('scrape.scrape', {
		url: `${service.url}/pages/${page}`,
		...(formats.length > 0 && { formats: { format: formats } }),
		options,
	});

describe('the output schema of scrape contains', () => {
	const plain = (...types: string[]) => types.map((type) => ({ type }));
	const allFormats = [
		...['markdown', 'html', 'rawHtml', 'links', 'images', 'summary', 'branding', 'product'],
		...['menu', 'knowledgeGraph', 'audio', 'video', 'screenshot'],
	];

	it.each<[string, string, Form[], Form, string[]]>([
		['with default settings', 'article.html', [], {}, ['markdown']],
		['in every format without settings', 'product.html', plain(...allFormats), {}, allFormats],
		[
			'in the formats with settings',
			'product.html',
			[
				{ type: 'json', schema: shape },
				{ type: 'question', question: 'What does the lamp cost?' },
				{ type: 'highlights', query: 'price' },
				{ type: 'attributes', selectors: { entry: [{ selector: 'a', attribute: 'href' }] } },
			],
			{},
			['json', 'answer', 'highlights', 'attributes'],
		],
		['as raw content', 'article.html', plain('rawBase64'), {}, ['rawBase64']],
		[
			'that is a PDF, with pages and blocks',
			'report.pdf',
			[],
			{
				parsers: { parser: [{ type: 'pdf', maxPages: 1, options: { pages: true, blocks: true } }] },
			},
			['markdown', 'pages', 'blocks'],
		],
		[
			'after actions, with the tools of its domain',
			'article.html',
			[],
			{
				domainTools: true,
				actions: {
					action: [
						...plain('screenshot', 'scrape', 'pdf'),
						{ type: 'executeJavascript', script: 'return 1' },
					],
				},
			},
			['markdown', 'actions', 'tools'],
		],
	])('a page %s', async (_name, page, formats, options, keys) => {
		const [item = {}] = await scrape(page, formats, options);
		expect(Object.keys(item).sort()).toEqual([...keys, 'metadata'].sort());
	});

	it.each([specifiedPage, undocumentedPage])('a page with every field', async (page) => {
		respond({ success: true, data: page });
		const [{ metadata, ...content } = {}] = await scrape('a');
		const { metadata: _sent, ...sent } = page as unknown as IDataObject;
		expect(content).toEqual(sent);
		const schema = outputSchema('scrape/scrape');
		const named = namedIn(schema);
		expect(keysIn({ metadata }, schema).filter((key) => !named.includes(key))).toEqual([]);
	});
});

describe('the output schema contains', () => {
	it('results of a search of all kinds, with their pages', async () => {
		const source = ['web', 'images', 'news', 'catalog'].map((type) => ({ type }));
		const options = { sources: { source }, categories: ['pdf', 'research'] };
		const form = { query: 'lamp images', scrapeResults: true, options };
		const items = await runInOrder('search.search', form);
		expect(new Set(items.map(({ kind }) => kind))).toEqual(
			new Set(['web', 'news', 'image', 'tool', 'paper']),
		);
	});

	it('the facts of the account, and a stored page', async () => {
		const [page] = await scrape('article.html');
		for (const name of ['getCreditUsage', 'getQueueStatus', 'getConcurrency', 'getActivity']) {
			await runInOrder(`account.${name}`, {});
		}
		await run('account.getCreditHistory', { options: { byApiKey: true } });
		const { scrapeId } = page?.metadata as IDataObject;
		await runInOrder('scrape.get', { scrapeId });
	});

	it('a session: prompt, code, end, and the end of an ended session', async () => {
		const [page] = await scrape('article.html');
		const { scrapeId } = page?.metadata as IDataObject;
		const code = { scrapeId, interactWith: 'code', code: 'await page.title()' };
		const [answered] = await run('scrape.interact', { scrapeId, prompt: 'When is high tide?' });
		expect(answered).toHaveProperty('output');
		const [ran] = await run('scrape.interact', code);
		expect(ran).toMatchObject({ result: expect.anything(), stdout: expect.anything() });
		service.addFaults(faults.fault({ kind: 'resetAfter' }, { when: { method: 'DELETE' } }));
		const [stopped] = await run('scrape.stopInteract', { scrapeId });
		expect(stopped).toMatchObject({ outcome: 'alreadyStopped' });
		await run('scrape.interact', code);
		expect((await run('scrape.stopInteract', { scrapeId }))[0]).toHaveProperty('creditsBilled');
	});

	const calls = [
		{ provider: 'text', capability: 'statistics', options: { text: 'One. Two.' } },
		{ provider: 'rates', capability: 'table' },
		{ provider: 'rates', capability: 'convert', options: { amount: 1, from: 'EUR', to: 'USD' } },
	];

	it.each<[string, Form, object]>([
		['scrape.interact', { scrapeId: anyId, prompt: 'Read' }, interactAnswer],
		[
			'catalog.call',
			{ specifyCalls: 'json', catalogJson: JSON.stringify(calls.slice(2)) },
			{ success: true, data: { catalog: [catalogEntry] } },
		],
		['agent.get', { jobId: anyId }, runStatus],
		['agent.getTrace', { jobId: anyId }, { success: true, events: [traceEvent] }],
	])('every field of %s, with another name for error', async (name, form, body) => {
		respond(body);
		const [item = {}] = await run(name, form);
		expect(item).not.toHaveProperty('error');
		expect(Object.keys(item).sort()).toEqual(
			Object.keys(outputSchema(name.replace('.', '/')).properties ?? {}).sort(),
		);
	});
});

describe('the output schema of agent contains', () => {
	const startedId = async (prompt: string) =>
		String((await run('agent.start', { prompt }))[0]?.jobId);

	it('a cancel, a second cancel, and a cancel after the end', async () => {
		const jobId = await startedId('Summarize [ms:60000]');
		for (const [passedMs, outcome] of [
			[0, 'cancelling'],
			[0, 'alreadyCancelling'],
			[1000, 'alreadyFinished'],
		] as const) {
			time.advance(passedMs);
			expect(await run('agent.cancel', { jobId })).toMatchObject([{ outcome }]);
		}
	});

	it.each(['both', 'specified', 'nested'] as const)(
		'events of a failed run, with the trace format "%s"',
		async (traceShape) => {
			service.configure({ traceShape, unknownEvent: true });
			const jobId = await startedId('Summarize [outcome:internal]');
			await node.run('agent.wait', { jobId });
			// The trace contains an event of an unknown type. The event has the key `revision`.
			const items = await run('agent.getTrace', { jobId, returnAll: true }, ['revision']);
			expect(items.map(({ type }) => type)).toContain('error.occurred');
		},
	);
});
