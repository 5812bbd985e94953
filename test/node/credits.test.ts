// Tests Max Credits per Execution: which requests are sent, which items are refused, and that no
// paid result is lost.

import type { IDataObject, INodeParameters } from 'n8n-workflow';
import * as faults from '../localService/faults';
import { syntheticUrls } from '../localService/jobClient';
import type { NodeRun } from '../support/builtNode';
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

/** A page with this format costs 5 credits. */
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

const caught = async (promise: Promise<unknown>): Promise<Error & { description?: string }> => {
	try {
		await promise;
	} catch (error) {
		return error as Error;
	}
	throw new Error('Nothing was thrown');
};

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
			expect.stringContaining('This node has used 100 of 100 credits in this execution.'),
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
		// 1 + 20 * 5 credits reach the limit. One additional request may be in flight at that
		// moment.
		const ok = countOf(reasons(result.items), 'ok');
		expect(ok).toBe(posts());
		expect([21, 22]).toContain(ok);
	});

	it('end the node with On Error: Stop', async () => {
		const error = await caught(
			run({ parameters: scrape(0, limitTo(100)), onError: 'stopWorkflow' }),
		);
		expect(error.message).toBe('Credit limit of the node reached');
		expect(error.description).toBe(
			"The request was not sent, because this node has used the credits that 'Request Settings > Max Credits per Execution' allows for one execution. Increase 'Request Settings > Max Credits per Execution' in the Settings tab, or pass fewer items to the node.",
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
			error: 'Credit limit of the node reached',
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
