import type { IDataObject, INodeParameters } from 'n8n-workflow';
import * as faults from '../localService/faults';
import { syntheticUrls } from '../localService/jobClient';
import type { NodeRun } from '../support/builtNode';
import { operations } from '../support/errorsByOperation';
import { caught } from '../support/caught';
import { useBuiltNode } from '../support/useBuiltNode';

const { service, execute } = useBuiltNode({ agentCancelMs: 0 });

const COUNT = 1000;

const limitTo = (maxCreditsPerExecution: number, settings: IDataObject = {}) => ({
	requestSettings: { maxCreditsPerExecution, ...settings } as INodeParameters,
});

const urlOf = (index: number): string => `${service.url}/pages/article.html?page=${index}`;

const scrape = (index: number, extra: INodeParameters): INodeParameters => ({
	resource: 'scrape',
	operation: 'scrape',
	url: urlOf(index),
	...extra,
});

/** A page in the Highlights format costs 5 credits. */
const highlights: INodeParameters = {
	formats: { format: [{ type: 'highlights', query: 'price' }] },
};

const items = (count: number): IDataObject[] => Array.from({ length: count }, () => ({}));

const run = (rest: Partial<NodeRun>) =>
	execute({
		parameters: scrape(0, limitTo(100)),
		items: items(COUNT),
		onError: 'continueRegularOutput',
		...rest,
	});

const reasons = (output: { json: IDataObject }[]): unknown[] =>
	output.map(({ json }) => (json.details as IDataObject | undefined)?.reason ?? 'ok');

const countOf = (values: readonly unknown[], value: unknown): number =>
	values.filter((each) => each === value).length;

const posts = (): number => service.requests.filter(({ method }) => method === 'POST').length;

describe('many scrapes in parallel', () => {
	it('of 1 credit end after 100 of 1,000 requests with a limit of 100', async () => {
		const { items: output, hints } = await run({});
		expect(posts()).toBe(100);
		expect(countOf(reasons(output), 'ok')).toBe(100);
		expect(countOf(reasons(output), 'maxCreditsReached')).toBe(900);
		expect(output.map(({ pairedItem }) => pairedItem)).toEqual(
			items(COUNT).map((_, item) => ({ item })),
		);
		expect(hints.map(({ message, type }) => [message, type])).toContainEqual([
			expect.stringContaining('This execution has used 100 of 100 credits.'),
			'warning',
		]);
	});

	it('are output with their own page, so that nothing that was paid for is lost', async () => {
		const parameters = (index: number) => scrape(index, limitTo(60));
		const { items: output } = await run({ items: items(100), parameters });
		const scraped = output.flatMap(({ json }, index) =>
			'metadata' in json ? [[(json.metadata as IDataObject).sourceURL, urlOf(index)]] : [],
		);
		expect(scraped).toHaveLength(60);
		expect(posts()).toBe(60);
		for (const [source, requested] of scraped) expect(source).toBe(requested);
	});

	it('of 5 credits end after 20 requests', async () => {
		await run({ parameters: scrape(0, { ...highlights, ...limitTo(100) }) });
		expect(posts()).toBe(20);
	});

	it('are not sent from the queue of the rate limiter once the limit is reached', async () => {
		const settings = limitTo(100, { maxRequestsAtOnce: 2 });
		const result = await run({
			items: items(200),
			parameters: (index) => scrape(index, { ...(index === 0 ? {} : highlights), ...settings }),
		});
		// The limit of 100 credits is reached after 21 pages, which cost 101 credits. Two requests can be in flight at the
		// same time, so the service may return a 22nd page.
		const ok = countOf(reasons(result.items), 'ok');
		expect(ok).toBe(posts());
		expect([21, 22]).toContain(ok);
	});

	it('end the node with On Error: Stop', async () => {
		const error = await caught(
			run({ parameters: scrape(0, limitTo(100)), onError: 'stopWorkflow' }),
		);
		expect(error.message).toBe('Credit limit for the execution reached');
		expect(error.description).toBe(
			"The node did not send the request, because the Web Data nodes of this execution have used all credits that 'Request Settings > Max Credits per Execution' allows. Increase 'Request Settings > Max Credits per Execution' on the Settings tab, or pass fewer items to the node.",
		);
		expect(posts()).toBe(100);
	});

	it('are all sent if they fail, because failed requests are free', async () => {
		service.addFaults(faults.errorRowFault('forbidden', { times: 0 }));
		const result = await run({ items: items(50), parameters: scrape(0, limitTo(1)) });
		expect(posts()).toBe(50);
		expect(countOf(reasons(result.items), 'maxCreditsReached')).toBe(0);
	});
});

describe('an error item', () => {
	it('names the limit and the credits used', async () => {
		const result = await run({ items: items(2), parameters: scrape(0, limitTo(1)) });
		expect(result.items[1]?.json).toEqual({
			error: 'Credit limit for the execution reached',
			message: expect.stringContaining("Increase 'Request Settings > Max Credits per Execution'"),
			details: {
				reason: 'maxCreditsReached',
				retryable: false,
				tries: 0,
				creditsUsed: 1,
				maxCreditsPerExecution: 1,
			},
		});
	});
});

it('a limit below 1 is refused before anything is sent', async () => {
	const result = await run({ items: items(1), parameters: scrape(0, limitTo(0)) });
	expect(result.items[0]?.json.error).toContain('Max Credits per Execution');
	expect(service.requests).toHaveLength(0);
});

it('a loop continues the count of its earlier runs', async () => {
	const context: IDataObject = {};
	for (const runIndex of [0, 1, 2]) {
		await run({ context, runIndex, items: items(4), parameters: scrape(0, limitTo(6)) });
	}
	expect(posts()).toBe(6);
	await run({
		context,
		executionId: '2',
		items: items(4),
		parameters: scrape(0, limitTo(6)),
	});
	expect(posts()).toBe(10);
});

describe('jobs', () => {
	const agentRun = (extra: INodeParameters): INodeParameters => ({
		resource: 'agent',
		operation: 'run',
		prompt: 'Summarize [ms:4000]',
		...extra,
	});

	it('are not started once an agent run has used the limit', async () => {
		const result = await run({ items: items(5), parameters: agentRun(limitTo(1)) });
		expect(service.agentStarts).toBe(1);
		expect(reasons(result.items)).toEqual(['ok', ...Array<string>(4).fill('maxCreditsReached')]);
	});

	it.each([
		['status', { creditsUsed: 7 }, {}],
		['trace', {}, { creditsUsed: 7 }],
	])('that failed count the credits in their %s', async (_source, ofStatus, ofTrace) => {
		const failed = { success: true, status: 'failed', error: 'It broke', ...ofStatus };
		const trace = { success: true, events: [], ...ofTrace };
		for (const body of [failed, trace]) {
			const answer = { kind: 'json', status: 200, body } as const;
			service.addFaults(faults.fault(answer, { when: { method: 'GET' } }));
		}
		const { items: output, hints } = await run({
			items: items(2),
			parameters: agentRun(limitTo(5)),
		});
		expect(reasons(output)).toEqual(['jobFailed', 'maxCreditsReached']);
		expect(output[0]?.json.details).toMatchObject({ creditsUsed: 7 });
		expect(hints.map(({ message }) => message).join()).toContain(
			'This execution has used 7 of 5 credits.',
		);
	});

	it('that were started before are followed after the limit', async () => {
		const context: IDataObject = {};
		const parameters = agentRun({ ...limitTo(1), maxWait: 1 });
		const first = await run({ context, items: items(1), parameters });
		expect(first.items[0]?.json.details).toMatchObject({ reason: 'maxWaitOver' });
		Object.assign(context.webDataCredits as IDataObject, { used: 1 });
		const second = await run({
			context,
			items: items(2),
			parameters: agentRun({ ...limitTo(1), maxWait: 600 }),
		});
		expect(reasons(second.items)).toEqual(['ok', 'maxCreditsReached']);
		expect(service.agentStarts).toBe(1);
	});

	it('of a batch count all their pages', async () => {
		const result = await run({
			items: items(3),
			parameters: {
				resource: 'batchScrape',
				operation: 'run',
				urls: syntheticUrls(4).join('\n'),
				...limitTo(4),
			},
		});
		expect(service.jobs.all).toHaveLength(1);
		expect(reasons(result.items)).toEqual([
			...Array<string>(4).fill('ok'),
			...Array<string>(2).fill('maxCreditsReached'),
		]);
	});
});

it('paid catalog calls are fetched again after the limit by Retry On Fail', async () => {
	const context: IDataObject = {};
	const calls = [
		{ provider: 'rates', capability: 'convert', options: { amount: 1, from: 'EUR', to: 'USD' } },
	];
	const parameters: INodeParameters = {
		resource: 'catalog',
		operation: 'call',
		specifyCalls: 'json',
		catalogJson: JSON.stringify(calls),
		...limitTo(2),
	};
	for (const tryNumber of [1, 2]) {
		const result = await run({ context, items: items(4), parameters });
		expect([tryNumber, ...reasons(result.items)]).toEqual([
			tryNumber,
			'ok',
			'ok',
			'maxCreditsReached',
			'maxCreditsReached',
		]);
	}
	expect(service.executions).toHaveLength(2);
	expect(service.charged).toBe(2);
});

const anyId = '0192f4c1-7d5e-7c3a-9b1e-2f6a4d8c0b17';

const rates = [
	{ provider: 'rates', capability: 'convert', options: { amount: 1, from: 'EUR', to: 'USD' } },
];

const htmlFile = {
	data: {
		data: Buffer.from('<h1>Tides</h1>').toString('base64'),
		fileName: 'tides.html',
		mimeType: 'text/html',
	},
};

/** Values for the required fields of all operations. n8n drops a field that the selected operation does not have. */
const required = (): INodeParameters => ({
	...{ url: urlOf(1), query: 'lamp', prompt: 'Read 2 pages', code: 'page.url()' },
	...{ jobId: anyId, scrapeId: anyId, monitorId: anyId, checkId: anyId, sessionId: anyId },
	...{ snapshotId: anyId, interactWith: 'prompt', specifyCalls: 'json' },
	catalogJson: JSON.stringify(rates),
	name: 'Tides',
	schedule: { schedule: { specifySchedule: 'text', text: 'weekly' } },
	targets: { target: [{ type: 'scrape', urls: [urlOf(1)] }] },
});

const operationForm = (name: string, extra: INodeParameters = {}): INodeParameters => {
	const [resource = '', operation = ''] = name.split('.');
	const urls = resource === 'batchScrape' ? { urls: urlOf(1) } : {};
	return { resource, operation, ...required(), ...urls, ...extra };
};

const usedUp = (): IDataObject => ({
	webDataCredits: { executionId: '1', used: 5, byWork: {} },
});

const usedIn = ({ webDataCredits }: IDataObject): unknown => (webDataCredits as IDataObject).used;

const costing = new Set([
	...['scrape.scrape', 'scrape.interact', 'search.search', 'map.map', 'parse.parse'],
	...['catalog.call', 'agent.run', 'agent.start', 'crawl.run', 'crawl.start'],
	...['batchScrape.run', 'batchScrape.start', 'monitor.create', 'monitor.run'],
	...['browserSession.create', 'browserSession.execute'],
]);

describe('after the limit', () => {
	const onceUsedUp = (name: string) =>
		run({
			items: undefined,
			binary: [htmlFile, htmlFile],
			flowContext: usedUp(),
			parameters: operationForm(name, limitTo(5)),
		});
	const names = operations.map(([name]) => name);

	it.each(names.filter((name) => costing.has(name)))('%s sends no request', async (name) => {
		const result = await onceUsedUp(name);
		expect(reasons(result.items)).toEqual(['maxCreditsReached', 'maxCreditsReached']);
		expect(posts()).toBe(0);
	});

	it.each(names.filter((name) => !costing.has(name)))('%s is sent', async (name) => {
		const result = await onceUsedUp(name);
		expect(reasons(result.items)).not.toContain('maxCreditsReached');
		expect(service.requests.length).toBeGreaterThan(0);
	});

	it('names in `costing` are operations', () => {
		expect([...costing].filter((name) => !names.includes(name))).toEqual([]);
	});
});

describe('the nodes of an execution', () => {
	type Step = [name: string, extra?: (previous: IDataObject) => INodeParameters];

	async function runSteps(steps: readonly Step[], flowContext: IDataObject) {
		let previous: IDataObject = {};
		for (const [name, extra] of steps) {
			const result = await run({
				items: undefined,
				binary: [htmlFile],
				context: {},
				flowContext,
				parameters: operationForm(name, extra?.(previous)),
			});
			const [first] = result.items;
			expect([name, reasons(result.items)[0]]).toEqual([name, 'ok']);
			previous = { ...previous, ...first?.json };
		}
	}

	const jobIdOf = ({ jobId }: IDataObject) => ({ jobId: String(jobId) });
	const scrapeIdOf = ({ metadata }: IDataObject) => ({
		scrapeId: String((metadata as IDataObject).scrapeId),
	});
	const site = () => ({ url: `${service.url}/site/`, limit: 3 });

	it.each<[string, Step[]]>([
		['a scrape', [['scrape.scrape']]],
		['a search', [['search.search']]],
		['a map', [['map.map', site]]],
		['a file', [['parse.parse']]],
		['catalog calls', [['catalog.call']]],
		['an agent run', [['agent.run']]],
		['an agent run that another node waits for', [['agent.start'], ['agent.wait', jobIdOf]]],
		['a crawl', [['crawl.run', site]]],
		[
			'a crawl that other nodes wait for and read',
			[
				['crawl.start', site],
				['crawl.wait', jobIdOf],
				['crawl.getPages', jobIdOf],
			],
		],
		['a batch', [['batchScrape.run']]],
		['a batch that another node waits for', [['batchScrape.start'], ['batchScrape.wait', jobIdOf]]],
		[
			'an interaction that another node ends',
			[['scrape.scrape'], ['scrape.interact', scrapeIdOf], ['scrape.stopInteract', scrapeIdOf]],
		],
		[
			'a browser session that another node deletes',
			[
				['browserSession.create'],
				['browserSession.delete', ({ id }) => ({ sessionId: String(id) })],
			],
		],
	])('count the credits charged for %s', async (_name, steps) => {
		const flowContext: IDataObject = {};
		await runSteps(steps, flowContext);
		expect(service.charged).toBeGreaterThan(0);
		expect(usedIn(flowContext)).toBe(service.charged);
	});

	it('count the check of a monitor once', async () => {
		const flowContext: IDataObject = {};
		const monitorIdOf = ({ id, monitorId }: IDataObject) => ({
			monitorId: String(monitorId ?? id),
		});
		const checkIdOf = (previous: IDataObject) => ({
			...monitorIdOf(previous),
			checkId: String(previous.checkId),
		});
		await runSteps(
			[['monitor.create'], ['monitor.run', monitorIdOf], ['monitor.getCheck', checkIdOf]],
			flowContext,
		);
		expect(usedIn(flowContext)).toBe(1);
	});

	it('share the count, including nodes without a limit', async () => {
		const flowContext: IDataObject = {};
		await run({ flowContext, context: {}, items: items(4), parameters: scrape(0, {}) });
		expect(posts()).toBe(4);
		const { items: output } = await run({
			flowContext,
			context: {},
			items: items(4),
			parameters: scrape(4, limitTo(6)),
		});
		expect(countOf(reasons(output), 'ok')).toBe(2);
		expect(posts()).toBe(6);
	});
});
