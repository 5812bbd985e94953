import type { IDataObject, INodeParameters } from 'n8n-workflow';
import {
	catalogEntry,
	interactAnswer,
	liveApiPage,
	runStatus,
	specifiedPage,
	traceEvent,
} from '../spec/answers';
import * as faults from '../localService/faults';
import { useBuiltNode } from '../support/useBuiltNode';
import { checkOf, keysIn, namedIn, outputSchema } from '../support/outputSchemas';

const { service, time, execute } = useBuiltNode({ agentCancelMs: 1000 });

type Named = `${string}/${string}`;

const run = async (name: Named, parameters: INodeParameters): Promise<IDataObject[]> => {
	const [resource = '', operation = ''] = name.split('/');
	const { items } = await execute({
		parameters: { resource, operation, ...parameters },
	});
	return items.map(({ json }) => json);
};

const answered = (body: IDataObject) =>
	service.addFaults(faults.fault({ kind: 'json', status: 200, body }));

function strangeIn(name: Named, items: IDataObject[]): string[] {
	const schema = outputSchema(name);
	const check = checkOf(schema);
	const named = namedIn(schema);
	expect(items.length).toBeGreaterThan(0);
	expect(items.flatMap((item) => (check(item) ? [] : check.errors))).toEqual([]);
	return [...new Set(items.flatMap((item) => keysIn(item, schema)))].filter(
		(path) => !named.includes(path),
	);
}

function expectInOrder(name: Named, item: IDataObject | undefined): void {
	const shown = Object.keys(outputSchema(name).properties ?? {});
	const keys = Object.keys(item ?? {});
	expect(keys).toEqual(shown.filter((key) => keys.includes(key)));
}

const shape = '{"type":"object","properties":{"title":{"type":"string"}}}';

describe('the output schema of scrape contains', () => {
	const scrape = (page: string, formats: INodeParameters[], options: INodeParameters = {}) =>
		run('scrape/scrape', {
			url: `${service.url}/pages/${page}`,
			formats: { format: formats },
			options,
		});

	const strangeInPage = (items: IDataObject[]) =>
		strangeIn('scrape/scrape', items).filter((path) => !path.startsWith('metadata.'));

	const plain = (...types: string[]) => types.map((type) => ({ type }));

	it.each<[string, string, INodeParameters[], INodeParameters, string[]]>([
		['with default settings', 'article.html', [], {}, ['markdown', 'metadata']],
		[
			'in every format without settings',
			'product.html',
			plain(
				...['markdown', 'html', 'rawHtml', 'links', 'images', 'summary', 'branding', 'product'],
				...['menu', 'audio', 'video', 'screenshot'],
			),
			{},
			[
				...['markdown', 'html', 'rawHtml', 'links', 'images', 'summary', 'branding', 'product'],
				...['menu', 'audio', 'video', 'screenshot', 'metadata'],
			],
		],
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
			['json', 'answer', 'highlights', 'attributes', 'metadata'],
		],
		['as raw content', 'article.html', plain('rawBase64'), {}, ['rawBase64', 'metadata']],
		['without a product', 'tables.html', plain('product'), {}, ['product', 'metadata']],
		['that does not exist', 'status/404', [], {}, ['markdown', 'metadata']],
		[
			'that is a PDF, with pages and blocks',
			'report.pdf',
			[],
			{
				parsers: {
					parser: [{ type: 'pdf', options: { maxPages: 1, pages: true, blocks: true } }],
				},
			},
			['markdown', 'pages', 'blocks', 'metadata'],
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
			['markdown', 'actions', 'tools', 'metadata'],
		],
	])('a page %s', async (_name, page, formats, options, keys) => {
		const items = await scrape(page, formats, options);
		expect(strangeInPage(items)).toEqual([]);
		expect(Object.keys(items[0] ?? {}).sort()).toEqual([...keys].sort());
	});

	it('a page that changed since it was first tracked, and a page from the cache', async () => {
		const track = () =>
			scrape(
				'changing.html',
				[
					{ type: 'markdown' },
					{ type: 'changeTracking', schema: shape, options: { modes: ['git-diff', 'json'] } },
				],
				{ maxAge: 0 },
			);
		const first = await track();
		await fetch(`${service.url}/_test/pages/changing`, {
			method: 'POST',
			body: JSON.stringify({ text: 'Something else' }),
		});
		const items = [...first, ...(await track()), ...(await scrape('changing.html', []))];
		expect(strangeInPage(items)).toEqual([]);
		expect(items.map(({ changeTracking }) => changeTracking)).toEqual([
			expect.objectContaining({ changeStatus: 'new', diff: null, json: null }),
			expect.objectContaining({
				changeStatus: 'changed',
				diff: expect.any(String) as string,
				json: expect.any(Object) as object,
			}),
			undefined,
		]);
		expect(items[2]?.metadata).toMatchObject({ cacheState: 'hit' });
	});

	it('a page with every field', async () => {
		answered({ success: true, data: specifiedPage });
		answered({ success: true, data: liveApiPage });
		const items = [...(await scrape('a', [])), ...(await scrape('b', []))];
		const content = ({ metadata: _metadata, ...rest }: IDataObject) => rest;
		expect(items.map((item) => content(item as IDataObject))).toEqual(
			[specifiedPage, liveApiPage].map((page) => content(page as unknown as IDataObject)),
		);
		expect(strangeIn('scrape/scrape', items)).toEqual([]);
	});
});

describe('the output schema of search and map contains', () => {
	it('results of all kinds, with their pages', async () => {
		const source = ['web', 'images', 'news', 'catalog'].map((type) => ({ type }));
		const items = await run('search/search', {
			query: 'lamp',
			scrapeResults: true,
			options: { sources: { source } },
		});
		expect(new Set(items.map(({ kind }) => kind))).toEqual(
			new Set(['web', 'news', 'image', 'tool']),
		);
		const strange = strangeIn('search/search', items);
		expect(strange.filter((path) => !path.startsWith('metadata.'))).toEqual([]);
		for (const item of items) expectInOrder('search/search', item);
	});

	it('links', async () => {
		const items = await run('map/map', { url: `${service.url}/site/` });
		expect(strangeIn('map/map', items)).toEqual([]);
		for (const item of items) expectInOrder('map/map', item);
	});
});

describe('the output schema of account and stored scrape contains', () => {
	it.each(['getCreditUsage', 'getQueueStatus', 'getConcurrency', 'getActivity'] as const)(
		'the facts of %s',
		async (operation) => {
			await run('scrape/scrape', { url: `${service.url}/pages/article.html` });
			const items = await run(`account/${operation}`, {});
			expect(strangeIn(`account/${operation}`, items)).toEqual([]);
			for (const item of items) expectInOrder(`account/${operation}`, item);
		},
	);

	it('the credits of each period and API key', async () => {
		const items = await run('account/getCreditHistory', { options: { byApiKey: true } });
		expect(strangeIn('account/getCreditHistory', items)).toEqual([]);
	});

	it('a stored page', async () => {
		const [page] = await run('scrape/scrape', { url: `${service.url}/pages/article.html` });
		const { scrapeId } = page?.metadata as IDataObject;
		const items = await run('scrape/get', { scrapeId: String(scrapeId) });
		const strange = strangeIn('scrape/get', items);
		expect(strange.filter((path) => !path.startsWith('metadata.'))).toEqual([]);
		for (const item of items) expectInOrder('scrape/get', item);
	});
});

describe('the output schema of interact contains', () => {
	const scrapeId = '0192f4c1-7d5e-4c3a-9b1e-2f6a4d8c0b17';
	const code = { scrapeId, interactWith: 'code', code: 'await page.title()' };

	it('a session: prompt, code, end, and the end of an ended session', async () => {
		const [page] = await run('scrape/scrape', { url: `${service.url}/pages/article.html` });
		const id = String((page?.metadata as IDataObject).scrapeId);
		const acted = [
			...(await run('scrape/interact', { scrapeId: id, prompt: 'When is high tide?' })),
			...(await run('scrape/interact', { ...code, scrapeId: id })),
		];
		expect(strangeIn('scrape/interact', acted)).toEqual([]);
		expect(acted.map(Object.keys)).toEqual([
			expect.arrayContaining(['output']),
			expect.arrayContaining(['result', 'stdout']),
		]);
		service.addFaults(faults.fault({ kind: 'resetAfter' }, { when: { method: 'DELETE' } }));
		const stopped = await run('scrape/stopInteract', { scrapeId: id });
		expect(stopped[0]).toMatchObject({ outcome: 'alreadyStopped' });
		await run('scrape/interact', { ...code, scrapeId: id });
		const ended = await run('scrape/stopInteract', { scrapeId: id });
		expect(ended[0]).toHaveProperty('creditsBilled');
		expect(strangeIn('scrape/stopInteract', [...stopped, ...ended])).toEqual([]);
	});

	it('a response with every field, one of which is renamed', async () => {
		answered(interactAnswer);
		const items = await run('scrape/interact', code);
		expect(items[0]).toHaveProperty('serviceError', 'Took long.');
		expect(keysIn(items[0], outputSchema('scrape/interact')).sort()).toEqual(
			namedIn(outputSchema('scrape/interact')).sort(),
		);
		expect(strangeIn('scrape/interact', items)).toEqual([]);
	});
});

describe('the output schema of catalog contains', () => {
	const call = (calls: unknown[]) =>
		run('catalog/call', { specifyCalls: 'json', catalogJson: JSON.stringify(calls) });

	it.each([false, true])('results of all kinds, with public names %s', async (publicNames) => {
		service.configure({ publicNames });
		const items = await call([
			{ provider: 'text', capability: 'statistics', options: { text: 'One. Two.' } },
			{ provider: 'rates', capability: 'table' },
			{ provider: 'rates', capability: 'convert', options: { amount: 1, from: 'EUR', to: 'USD' } },
		]);
		expect(items).toHaveLength(3);
		expect(strangeIn('catalog/call', items)).toEqual([]);
		for (const item of items) expectInOrder('catalog/call', item);
	});

	it('a result with every field', async () => {
		answered({ success: true, data: { catalog: [catalogEntry] } });
		const items = await call([{ provider: 'rates', capability: 'convert' }]);
		expect(strangeIn('catalog/call', items)).toEqual([]);
		expect(Object.keys(items[0] ?? {})).toEqual(namedIn(outputSchema('catalog/call')));
	});
});

describe('the output schema of agent contains', () => {
	const started = async (prompt: string, options: INodeParameters = {}) => {
		const items = await run('agent/start', { prompt, options });
		expect(strangeIn('agent/start', items)).toEqual([]);
		return String(items[0]?.jobId);
	};

	const ended = async (prompt = 'Summarize', options: INodeParameters = {}) => {
		const jobId = await started(prompt, options);
		const runOf = () => service.agent.runs.find(({ id }) => id === jobId);
		while (runOf()?.endedAt === null) {
			time.advance(1000);
			await new Promise(setImmediate);
		}
		return jobId;
	};

	it('a run that is polled until its end, from its start or later', async () => {
		const ran = await run('agent/run', { prompt: 'Summarize', schema: shape });
		const waited = await run('agent/wait', { jobId: await started('Summarize [ms:5000]') });
		for (const [name, items] of [
			['agent/run', ran],
			['agent/wait', waited],
		] as const) {
			expect(items[0]).toMatchObject({ status: 'completed' });
			expect(strangeIn(name, items)).toEqual([]);
			expectInOrder(name, items[0]);
		}
	});

	it.each<[string, string, string, INodeParameters]>([
		['is still running', 'Summarize [ms:60000]', 'processing', {}],
		['has completed', 'Summarize', 'completed', {}],
		['is still running in a conversation', 'Summarize [ms:60000]', 'processing', { mode: 'chat' }],
		['has completed in a conversation', 'Summarize', 'completed', { mode: 'chat' }],
		[
			'failed with a partial result',
			'Summarize [outcome:credit_limit_reached] [partial]',
			'failed',
			{},
		],
	])('a run that %s', async (_name, prompt, status, options) => {
		const jobId =
			status === 'processing' ? await started(prompt, options) : await ended(prompt, options);
		const items = await run('agent/get', { jobId });
		expect(items[0]).toMatchObject({ status, jobId });
		expect(strangeIn('agent/get', items)).toEqual([]);
		expectInOrder('agent/get', items[0]);
	});

	it('a run with every field, one of which is renamed', async () => {
		answered(runStatus);
		const items = await run('agent/get', { jobId: '0192f4c1-7d5e-4c3a-9b1e-2f6a4d8c0b17' });
		expect(strangeIn('agent/get', items)).toEqual([]);
		expect(Object.keys(items[0] ?? {})).toEqual(
			Object.keys(outputSchema('agent/get').properties ?? {}),
		);
	});

	it('a cancel, a second cancel, and a cancel after the end', async () => {
		const jobId = await started('Summarize [ms:60000]');
		const first = await run('agent/cancel', { jobId });
		const second = await run('agent/cancel', { jobId });
		time.advance(1000);
		const items = [...first, ...second, ...(await run('agent/cancel', { jobId }))];
		expect(items.map(({ outcome }) => outcome)).toEqual([
			'cancelling',
			'alreadyCancelling',
			'alreadyFinished',
		]);
		expect(strangeIn('agent/cancel', items)).toEqual([]);
	});

	it.each(['both', 'specified', 'nested'] as const)(
		'events of successful and failed runs, with the trace format "%s"',
		async (traceShape) => {
			service.configure({ traceShape, unknownEvent: true });
			const events = async (prompt: string) =>
				await run('agent/getTrace', { jobId: await ended(prompt), returnAll: true });
			const items = [
				...(await events('Summarize')),
				...(await events('Summarize [outcome:internal]')),
			];
			expect(items.map(({ type }) => type)).toContain('error.occurred');
			// The trace contains an event of an unknown type. The event has the key `revision`.
			expect(strangeIn('agent/getTrace', items)).toEqual(['revision']);
		},
	);

	it('an event with every field, one of which is renamed', async () => {
		answered({ success: true, events: [traceEvent] });
		const jobId = '0192f4c1-7d5e-4c3a-9b1e-2f6a4d8c0b17';
		const items = await run('agent/getTrace', { jobId });
		expect(items[0]).toHaveProperty('serviceError.code', 'internal');
		expect(strangeIn('agent/getTrace', items)).toEqual([]);
	});

	it('snapshots of every kind', async () => {
		const jobId = await ended();
		const events = await run('agent/getTrace', { jobId, returnAll: true });
		const ids = events.flatMap(({ snapshotId }) => (snapshotId === undefined ? [] : [snapshotId]));
		const items: IDataObject[] = [];
		for (const snapshotId of ids) {
			items.push(...(await run('agent/getSnapshot', { jobId, snapshotId: String(snapshotId) })));
		}
		expect(new Set(items.map(({ kind }) => kind)).size).toBeGreaterThan(2);
		expect(strangeIn('agent/getSnapshot', items)).toEqual([]);
		for (const item of items) expectInOrder('agent/getSnapshot', item);
	});
});
