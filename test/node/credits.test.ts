import type { IDataObject } from 'n8n-workflow';
import { caseOf, cases, type Existing } from '../cases';
import { invented } from '../cases/existing';
import * as faults from '../localService/faults';
import { syntheticUrls } from '../localService/jobClient';
import type { NodeRun } from '../support/builtNode';
import { emptyItems, useBuiltNode, type Form, type ItemJson } from '../support/useBuiltNode';

const { service, run, bodies, respond } = useBuiltNode({ agentCancelMs: 0 });

const limitTo = (maxCreditsPerExecution: number, settings: Form = {}) => ({
	requestSettings: { maxCreditsPerExecution, ...settings },
});

const urlOf = (index: number): string => `${service.url}/pages/article.html?page=${index}`;

/** A page in the Highlights format costs 5 credits. */
const highlights = { formats: { format: [{ type: 'highlights', query: 'price' }] } };

const scrape = (
	count: number,
	form: Form | ((index: number) => Form),
	rest: Partial<NodeRun> = {},
) =>
	run(
		'scrape.scrape',
		(index) => ({ url: urlOf(index), ...(typeof form === 'function' ? form(index) : form) }),
		{ items: emptyItems(count), ...rest },
	);

const reasons = (json: ItemJson[]): unknown[] => json.map(({ details }) => details?.reason ?? 'ok');

const countOf = (values: readonly unknown[], value: unknown): number =>
	values.filter((each) => each === value).length;

const refusedItems = (count: number) => Array<string>(count).fill('maxCreditsReached');

const posts = (): number => bodies().length;

describe('many scrapes in parallel', () => {
	it('of 1 credit end at the limit, and each page that was paid for is output with its item', async () => {
		const { json, items, hints } = await scrape(40, limitTo(10));
		expect(posts()).toBe(10);
		expect(countOf(reasons(json), 'maxCreditsReached')).toBe(30);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(items.map((_, item) => ({ item })));
		const scraped = json.flatMap(({ metadata }, index) => (metadata ? [[metadata, index]] : []));
		expect(scraped).toEqual(
			scraped.map(([, index]) => [
				expect.objectContaining({ sourceURL: urlOf(index as number) }),
				index,
			]),
		);
		expect(hints.join()).toContain('This execution has used 10 of 10 credits.');
	});

	it('are not sent from the queue of the rate limiter once the limit is reached', async () => {
		const settings = limitTo(11, { maxRequestsAtOnce: 2 });
		const form = (index: number) => ({ ...(index === 0 ? {} : highlights), ...settings });
		const { json } = await scrape(20, form);
		// The limit is reached after 3 pages. Two requests can be in flight at the same time, so the service may return a
		// 4th page.
		expect(countOf(reasons(json), 'ok')).toBe(posts());
		expect([3, 4]).toContain(posts());
	});

	it('are not sent with On Error: Stop if the items must exceed the limit', async () => {
		await expect(scrape(10, limitTo(2), { onError: 'stopWorkflow' })).rejects.toMatchObject({
			message: "'Max Credits per Execution' does not cover all items",
			description: expect.stringContaining('The items cost at least 10 credits'),
		});
		expect(posts()).toBe(0);
	});

	it('are not sent with On Error: Stop if the rest of the limit is too low', async () => {
		const rest = { context: {}, onError: 'stopWorkflow' } as const;
		await scrape(4, limitTo(4), rest);
		await expect(scrape(2, limitTo(5), { ...rest, runIndex: 1 })).rejects.toMatchObject({
			description: expect.stringMatching(/cost at least 2 credits, .* allows 1 more/),
		});
		expect(posts()).toBe(4);
	});

	it('are free with Preview Request, also after the limit was exceeded', async () => {
		const rest = { context: {}, onError: 'stopWorkflow' } as const;
		respond({ success: true, data: { metadata: { creditsUsed: 5 } } });
		await scrape(1, limitTo(2), rest);
		const preview = limitTo(2, { previewRequest: true });
		const { json } = await scrape(3, preview, { ...rest, runIndex: 1 });
		expect(json).toEqual(Array(3).fill(expect.objectContaining({ method: 'POST' })));
	});

	it('are not sent with On Error: Stop after an item whose price the limit does not cover', async () => {
		// The price of a PDF file is unknown, so it is sent first and alone.
		respond({ success: true, data: { metadata: { creditsUsed: 5 } } });
		const pages = [{ url: `${service.url}/files/long.pdf` }, highlights, {}];
		const form = (index: number) => ({ ...pages[index], ...limitTo(7) });
		await expect(scrape(3, form, { onError: 'stopWorkflow' })).rejects.toMatchObject({
			message: 'Credit limit for the execution is too low',
		});
		expect(posts()).toBe(1);
	});

	it('that end the node at the limit say what it has paid, and how to keep it', async () => {
		const context = {};
		// The page costs more than its documented price.
		respond({ success: true, data: { metadata: { creditsUsed: 5 } } }, { times: 0 });
		await scrape(1, {}, { context });
		const form = limitTo(15, { maxRequestsAtOnce: 1 });
		await expect(scrape(5, form, { context, onError: 'stopWorkflow' })).rejects.toMatchObject({
			message: 'Credit limit for the execution reached',
			description: expect.stringMatching(
				/2 other items succeeded, and the node has used 10 credits\. .* set On Error to 'Continue'\.$/,
			),
		});
		expect(posts()).toBe(3);
	});

	it('are all sent if they fail, because failed requests are free', async () => {
		service.addFaults(faults.errorRowFault('forbidden', { times: 0 }));
		const { json } = await scrape(5, limitTo(1));
		expect(posts()).toBe(5);
		expect(countOf(reasons(json), 'maxCreditsReached')).toBe(0);
	});
});

it('a loop continues the count of its earlier runs', async () => {
	const context = {};
	for (const runIndex of [0, 1, 2]) await scrape(4, limitTo(6), { context, runIndex });
	expect(posts()).toBe(6);
	await scrape(4, limitTo(6), { context, executionId: '2' });
	expect(posts()).toBe(10);
});

describe('jobs', () => {
	const runAgent = (count: number, form: Form, rest: Partial<NodeRun> = {}) =>
		run(
			'agent.run',
			{ prompt: 'Summarize [ms:4000]', ...form },
			{ items: emptyItems(count), ...rest },
		);

	it('are not started once an agent run has used the limit', async () => {
		const { json } = await runAgent(5, limitTo(1));
		expect(service.agent.runs).toHaveLength(1);
		expect(reasons(json)).toEqual(['ok', ...refusedItems(4)]);
	});

	it.each([
		['status', { creditsUsed: 7 }, {}],
		['trace', {}, { creditsUsed: 7 }],
	])('that failed count the credits in their %s', async (_source, ofStatus, ofTrace) => {
		const when = { method: 'GET' };
		respond({ success: true, status: 'failed', error: 'It broke', ...ofStatus }, { when });
		respond({ success: true, events: [], ...ofTrace }, { when });
		const { json, hints } = await runAgent(2, limitTo(5));
		expect(reasons(json)).toEqual(['jobFailed', 'maxCreditsReached']);
		expect(json[0]?.details).toMatchObject({ creditsUsed: 7 });
		expect(hints.join()).toContain('This execution has used 7 of 5 credits.');
	});

	it('that were started before are followed after the limit', async () => {
		const context: IDataObject = {};
		const first = await runAgent(1, { ...limitTo(1), maxWait: 1 }, { context });
		expect(reasons(first.json)).toEqual(['maxWaitOver']);
		Object.assign(context.webDataCredits as IDataObject, { used: 1 });
		const second = await runAgent(2, { ...limitTo(1), maxWait: 600 }, { context });
		expect(reasons(second.json)).toEqual(['ok', 'maxCreditsReached']);
		expect(service.agent.runs).toHaveLength(1);
	});

	it('of a batch count all their pages, and equal batches count once', async () => {
		const urls = syntheticUrls(4);
		const form = (index: number) => ({ urls: index < 3 ? urls : urls.slice(2), ...limitTo(4) });
		const { json } = await run('batchScrape.run', form, { items: emptyItems(4) });
		expect(service.jobs.all).toHaveLength(1);
		expect(reasons(json)).toEqual([...Array<string>(12).fill('ok'), ...refusedItems(1)]);
	});
});

it('a batch that costs more than the limit, with the prices of its formats, is not sent', async () => {
	const form = { urls: syntheticUrls(3), ...highlights };
	const { json } = await run('batchScrape.run', { ...form, ...limitTo(14) });
	expect(reasons(json)).toEqual(['maxCreditsTooLow']);
	expect(posts()).toBe(0);
	const fitting = await run('batchScrape.run', { ...form, ...limitTo(15) });
	expect(reasons(fitting.json)).toEqual(['ok', 'ok', 'ok']);
});

it.each([
	['run', 3],
	['start', 1],
])('two batches that fit only one by one do not both start with %s', async (operation, items) => {
	const urls = syntheticUrls(6);
	const form = (index: number) => ({ urls: urls.slice(3 * index).slice(0, 3), ...limitTo(5) });
	const { json, hints } = await run(`batchScrape.${operation}`, form, { items: emptyItems(2) });
	expect(service.jobs.all).toHaveLength(1);
	expect(reasons(json)).toEqual([...Array<string>(items).fill('ok'), 'maxCreditsTooLow']);
	expect(hints.join()).toContain('This execution has used 3 of 5 credits');
});

it('no agent run starts after an earlier one has failed with On Error: Stop', async () => {
	service.addFaults(faults.errorRowFault('paymentRequired'));
	const form = { prompt: 'Find the opening hours', ...limitTo(100) };
	const rest = { items: emptyItems(3), onError: 'stopWorkflow' } as const;
	await expect(run('agent.run', form, rest)).rejects.toMatchObject({ context: { itemIndex: 0 } });
	expect(posts()).toBe(1);
});

it('a batch of all input items that exceeds the limit is not sent with On Error: Stop', async () => {
	const urls = syntheticUrls(3);
	const form = (index: number) => ({ urlsFrom: 'items', itemUrl: urls[index], ...limitTo(2) });
	const rest = { items: emptyItems(3), onError: 'stopWorkflow' } as const;
	await expect(run('batchScrape.run', form, rest)).rejects.toMatchObject({
		description: expect.stringContaining('The items cost at least 3 credits'),
	});
	expect(posts()).toBe(0);
});

it.each<[string, Form, string]>([
	[
		'search.search',
		{ query: 'a', limit: 50 },
		'up to 10 credits, but only 4 credits of the limit were left',
	],
	[
		'crawl.start',
		{ url: 'https://example.com', limit: 9 },
		"up to 9 credits, but only 4 credits of the limit were left when it was sent. To lower the maximum cost, reduce 'Limit'",
	],
	['agent.start', { prompt: 'a', maxCredits: 9 }, "reduce 'Max Credits'"],
])('%s is sent although it can exceed the limit, with a hint', async (operation, form, text) => {
	const { hints } = await run(operation, { ...form, ...limitTo(4) });
	expect(posts()).toBe(1);
	expect(hints.join()).toContain(text);
	const fitting = await run(operation, { ...form, ...limitTo(10) });
	expect(fitting.hints.join()).not.toContain('were left');
});

it('paid catalog calls are fetched again after the limit by Retry On Fail', async () => {
	const context = {};
	const options = { amount: 1, from: 'EUR', to: 'USD' };
	const catalogJson = JSON.stringify([{ provider: 'rates', capability: 'convert', options }]);
	const form = { specifyCalls: 'json', catalogJson, ...limitTo(2) };
	for (const _attempt of [1, 2]) {
		const { json } = await run('catalog.call', form, { context, items: emptyItems(4) });
		expect(reasons(json)).toEqual(['ok', 'ok', ...refusedItems(2)]);
	}
	expect(service.executions).toHaveLength(2);
	expect(service.charged).toBe(2);
});

const existing = (ids: Partial<Existing> = {}): Existing => ({
	...invented,
	page: urlOf(1),
	site: `${service.url}/site/`,
	...ids,
});

it('after the limit, only operations that cost nothing are sent', async () => {
	const notSent: string[] = [];
	for (const { name, parameters, binary } of cases) {
		const flowContext = { webDataCredits: { executionId: '1', used: 5, byWork: {} } };
		service.requests.length = 0;
		const { json } = await run(
			name,
			{ ...parameters(existing()), ...limitTo(5) },
			{ binary: binary && [binary], flowContext },
		);
		const isRefused = reasons(json).includes('maxCreditsReached');
		const sent = isRefused ? posts() : service.requests.length;
		expect([name, sent > 0]).toEqual([name, !isRefused]);
		if (isRefused) notSent.push(name);
	}
	expect(notSent.sort()).toEqual([
		...['agent.run', 'agent.start', 'batchScrape.run', 'batchScrape.start'],
		...['browserSession.create', 'browserSession.execute', 'catalog.call', 'crawl.run'],
		...['crawl.start', 'map.map', 'monitor.create', 'monitor.run', 'parse.parse'],
		...['scrape.interact', 'scrape.scrape', 'search.search'],
	]);
});

describe('the nodes of an execution', () => {
	const usedIn = ({ webDataCredits }: IDataObject) => (webDataCredits as IDataObject).used;

	const idsIn = ({ id, jobId, checkId, metadata }: ItemJson): Partial<Existing> => ({
		...(jobId ? { jobId: String(jobId) } : {}),
		...(checkId ? { checkId: String(checkId) } : {}),
		...(metadata ? { scrapeId: String((metadata as IDataObject).scrapeId) } : {}),
		...(id && !checkId ? { sessionId: String(id), monitorId: String(id) } : {}),
	});

	async function creditsOf(names: readonly string[]): Promise<unknown> {
		const flowContext: IDataObject = {};
		let ids: Partial<Existing> = {};
		for (const name of names) {
			const { parameters, binary } = caseOf(name);
			const rest = { binary: binary && [binary], context: {}, flowContext };
			const { first } = await run(name, parameters(existing(ids)), rest);
			expect([name, first.error]).toEqual([name, undefined]);
			ids = { ...ids, ...idsIn(first) };
		}
		return usedIn(flowContext);
	}

	it.each([
		...['scrape.scrape', 'search.search', 'map.map', 'parse.parse', 'catalog.call', 'agent.run'],
		...['crawl.run', 'batchScrape.run', 'agent.start agent.wait'],
		'crawl.start crawl.wait crawl.getPages',
		'batchScrape.start batchScrape.wait',
		'scrape.scrape scrape.interact scrape.stopInteract',
		'browserSession.create browserSession.delete',
	])('count the credits charged for %s', async (names) => {
		const used = await creditsOf(names.split(' '));
		expect(service.charged).toBeGreaterThan(0);
		expect(used).toBe(service.charged);
	});

	it('count the check of a monitor once', async () => {
		expect(await creditsOf(['monitor.create', 'monitor.run', 'monitor.getCheck'])).toBe(1);
	});

	it('share the count, including nodes without a limit', async () => {
		const flowContext = {};
		await scrape(4, {}, { flowContext, context: {} });
		const { json } = await scrape(4, limitTo(6), { flowContext, context: {} });
		expect(countOf(reasons(json), 'ok')).toBe(2);
		expect(posts()).toBe(6);
	});
});
