import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { errorRowFault, fault } from '../localService/faults';
import { loadBuiltNode } from '../support/builtNode';
import { startChangingSite, type ChangingSite } from '../support/changingSite';
import { checkOf, outputSchema } from '../support/outputSchemas';
import { runPoll, type PollRun } from '../support/pollNode';
import { useBuiltNode } from '../support/useBuiltNode';

const { service } = useBuiltNode();
const node = loadBuiltNode('WebDataPageTrigger');

let site: ChangingSite;
let staticData: IDataObject;

beforeAll(async () => {
	site = await startChangingSite();
});
beforeEach(() => {
	site.reset();
	staticData = {};
});
afterAll(() => site.close());

const page = (name: string): string => `${site.url}/${name}`;

const poll = (parameters: INodeParameters, run: Partial<PollRun> = {}) =>
	runPoll(node, {
		credential: { baseUrl: service.url, apiKey: service.apiKey },
		parameters,
		staticData,
		...run,
	});

const summary = async (parameters: INodeParameters, run: Partial<PollRun> = {}) => {
	const { items } = await poll(parameters, run);
	return items.map(
		({ json }) => `${new URL(String(json.url)).pathname} ${String(json.changeStatus)}`,
	);
};

const savedState = (): string => JSON.stringify(staticData);

const bodies = (): IDataObject[] => service.requests.map(({ body }) => body as IDataObject);

describe('the request', () => {
	it('asks for a page that is not from the cache, and nothing else', async () => {
		await poll({ urls: page('a') });
		expect(bodies()).toEqual([{ url: page('a'), maxAge: 0 }]);
	});

	it('has the scrape options, and Markdown among the formats', async () => {
		await poll({
			urls: page('a'),
			options: {
				formats: { format: [{ type: 'links' }] },
				maxAge: 60_000,
				excludeTags: 'nav',
				additionalBodyFields: '{ "origin": "test" }',
			},
		});
		expect(bodies()).toEqual([
			{
				url: page('a'),
				formats: ['links', 'markdown'],
				maxAge: 60_000,
				excludeTags: ['nav'],
				origin: 'test',
			},
		]);
	});

	it('contains the settings of change tracking', async () => {
		const changeTracking = {
			modes: ['git-diff', 'json'],
			prompt: 'The price',
			schema: '{ "type": "object" }',
			tag: 'watch',
		};
		await poll({ urls: page('a'), compare: 'changeTracking', changeTracking });
		expect(bodies()).toEqual([
			{
				url: page('a'),
				maxAge: 0,
				formats: [
					'markdown',
					{ type: 'changeTracking', ...changeTracking, schema: { type: 'object' } },
				],
			},
		]);
	});

	it.each(['a\nb\na', '["a","b"]'])('is sent once for each page of %j', async (list) => {
		await poll({ urls: list.replace(/[ab]/g, (name) => page(name)) });
		expect(bodies().map(({ url }) => url)).toEqual([page('a'), page('b')]);
	});
});

describe('a change', () => {
	it('is one item with before and after', async () => {
		site.write('/a', 'High water at 06:40');
		expect(await summary({ urls: page('a') })).toEqual([]);
		site.write('/a', 'High water at 07:30');
		const { items } = await poll({ urls: page('a') });
		expect(items).toMatchObject([
			{
				json: {
					url: page('a'),
					changeStatus: 'changed',
					checkedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
					before: { markdown: expect.stringContaining('06:40'), isTruncated: false },
					after: {
						markdown: expect.stringContaining('07:30'),
						metadata: { title: 'Page', statusCode: 200 },
					},
				},
			},
		]);
		expect(checkOf(outputSchema('page/change'))(items[0]?.json)).toBe(true);
		expect(await summary({ urls: page('a') })).toEqual([]);
	});

	it('contains the difference of the service with change tracking', async () => {
		const parameters = {
			urls: page('a'),
			compare: 'changeTracking',
			changeTracking: { modes: ['git-diff'] },
		};
		site.write('/a', 'old');
		await poll(parameters);
		site.write('/a', 'new');
		const { items } = await poll(parameters);
		expect(items).toMatchObject([
			{
				json: {
					changeStatus: 'changed',
					after: { changeTracking: { changeStatus: 'changed', diff: expect.anything() } },
				},
			},
		]);
	});

	it('of other parts is ignored if only fields are compared', async () => {
		const parameters = {
			urls: page('a'),
			compare: 'changeTracking',
			changeTracking: {
				modes: ['json'],
				schema: '{ "type": "object", "properties": { "price": { "type": "number" } } }',
			},
		};
		site.write('/a', 'Tide clock</p><p>Price: 89.50 EUR');
		await poll(parameters);
		site.write('/a', 'Brass tide clock</p><p>Price: 89.50 EUR');
		expect(await summary(parameters)).toEqual([]);
		site.write('/a', 'Brass tide clock</p><p>Price: 79.00 EUR');
		const { items } = await poll(parameters);
		expect(items).toMatchObject([
			{ json: { after: { changeTracking: { json: { price: { previous: 89.5, current: 79 } } } } } },
		]);
	});

	it('is found after the service has already compared with a lost response', async () => {
		const parameters = { urls: page('a'), compare: 'changeTracking' };
		site.write('/a', 'old');
		await poll(parameters);
		site.write('/a', 'new');
		service.addFaults(fault({ kind: 'resetAfter' }));
		const lost = { ...parameters, requestSettings: { maxTries: 1 } };
		await expect(poll(lost)).rejects.toThrow();
		expect(await summary(parameters)).toEqual(['/a changed']);
	});

	it('of ignored digits and lines is not output', async () => {
		const parameters = {
			urls: page('a'),
			comparison: { ignoreDigits: true, ignoreLines: 'Updated' },
		};
		site.write('/a', 'Visitors: 12</p><p>Updated today');
		await poll(parameters);
		site.write('/a', 'Visitors: 340</p><p>Updated yesterday');
		expect(await summary(parameters)).toEqual([]);
		site.write('/a', 'Guests: 340');
		expect(await summary(parameters)).toEqual(['/a changed']);
	});

	it('of the settings records the pages again', async () => {
		await poll({ urls: page('a') });
		const other = { urls: page('a'), options: { onlyMainContent: false } };
		expect(await summary(other)).toEqual([]);
		site.write('/a', 'new');
		expect(await summary(other)).toEqual(['/a changed']);
	});

	it('is a removed page if the page returns 404, and a new page when it is available again', async () => {
		await poll({ urls: page('a') });
		site.answerWith('/a', 404);
		expect(await summary({ urls: page('a') })).toEqual(['/a removed']);
		expect(await summary({ urls: page('a') })).toEqual([]);
		site.answerWith('/a', 200);
		expect(await summary({ urls: page('a') })).toEqual(['/a new']);
	});
});

describe('a failed page', () => {
	const both = () => `${page('a')}\n${page('b')}`;

	it('is logged, and is compared with its last content by the next poll', async () => {
		await poll({ urls: both() });
		site.answerWith('/a', 503);
		site.write('/b', 'new');
		const { items, warnings } = await poll({ urls: both() });
		expect(items.map(({ json }) => json.url)).toEqual([page('b')]);
		expect(warnings).toEqual([expect.stringContaining('The page returned HTTP status 503')]);
		site.answerWith('/a', 200);
		expect(await summary({ urls: both() })).toEqual([]);
	});

	it('is an item with the error and its remedy, once, with Output as Items', async () => {
		const parameters = { urls: both(), failedPages: 'items' };
		await poll(parameters);
		site.answerWith('/a', 503);
		const { items } = await poll(parameters);
		expect(items).toMatchObject([
			{
				json: {
					url: page('a'),
					changeStatus: 'failed',
					failure: {
						message: expect.stringContaining('The page returned HTTP status 503'),
						description: expect.stringMatching(/\w/),
						details: { statusCode: 503 },
					},
				},
			},
		]);
		expect(await summary(parameters)).toEqual([]);
	});

	it('fails the poll with Fail the Poll, without a change to the state', async () => {
		const parameters = { urls: both(), failedPages: 'fail' };
		await poll(parameters);
		const before = savedState();
		site.answerWith('/a', 503);
		site.write('/b', 'new');
		await expect(poll(parameters)).rejects.toThrow('The page returned HTTP status 503');
		expect(savedState()).toBe(before);
		site.answerWith('/a', 200);
		expect(await summary(parameters)).toEqual(['/b changed']);
	});

	it('counts as failed if it was never seen and does not exist', async () => {
		site.answerWith('/a', 404);
		const { warnings } = await poll({ urls: both() });
		expect(warnings).toEqual([expect.stringContaining('The page returned HTTP status 404')]);
	});

	it('counts as failed if it is empty', async () => {
		await poll({ urls: both() });
		site.write('/a', '');
		const { items, warnings } = await poll({ urls: both() });
		expect(items).toEqual([]);
		expect(warnings).toEqual([expect.stringContaining('The Markdown of the page is empty')]);
	});
});

describe('a poll that fails', () => {
	it('throws the error of the service if all pages fail, and keeps the state', async () => {
		await poll({ urls: page('a') });
		const before = savedState();
		site.write('/a', 'new');
		service.addFaults(errorRowFault('paymentRequired', { times: 0 }));
		await expect(poll({ urls: page('a') })).rejects.toMatchObject({ httpCode: '402' });
		expect(savedState()).toBe(before);
		await service.reset();
		expect(await summary({ urls: page('a') })).toEqual(['/a changed']);
	});

	it('names the field of an invalid value and sends nothing', async () => {
		const urls = `${page('a')}\nftp://example.com`;
		await expect(poll({ urls })).rejects.toThrow("'URLs > 2' must start with http:// or https://");
		expect(service.requests).toEqual([]);
	});

	it.each<[INodeParameters, string]>([
		[{ urls: '' }, "'URLs' is required"],
		[{ comparison: { beforeCharacters: 60_000 } }, 'Before: Max Characters'],
		[{ compare: 'changeTracking', changeTracking: { schema: '{' } }, 'Change Tracking > Schema'],
		[{ options: { waitFor: 70_000 } }, "'Options > Page: Wait For (Ms)' must be at most 60000"],
		[{ requestSettings: { maxTries: 0 } }, 'Request Settings > Max Tries'],
	])('names the field of %j', async (parameters, message) => {
		await expect(poll({ urls: page('a'), ...parameters })).rejects.toThrow(message);
		expect(service.requests).toEqual([]);
	});

	it('accepts 1,000 pages and rejects more', async () => {
		const urls = Array.from({ length: 1001 }, (_, index) => page(String(index)));
		await expect(poll({ urls: JSON.stringify(urls) })).rejects.toThrow(
			"'URLs' must contain at most 1000 entries (it contains 1001)",
		);
	});

	it('ends within the time limit of a poll and keeps the pages that it did not reach', async () => {
		const urls = `${page('a')}\n${page('b')}`;
		await poll({ urls });
		site.write('/a', 'new');
		site.write('/b', 'new');
		service.addFaults(
			fault({ kind: 'stallHead' }, { when: { body: { url: page('a') } }, times: 0 }),
		);
		expect(await summary({ urls }, { budgetMs: 1000 })).toEqual(['/b changed']);
		await service.reset();
		expect(await summary({ urls })).toEqual(['/a changed']);
	});

	it('reports that no page was reached in time', async () => {
		service.addFaults(fault({ kind: 'stallHead' }, { times: 0 }));
		await expect(poll({ urls: page('a') }, { budgetMs: 200 })).rejects.toThrow(
			'No page was checked before the poll timed out',
		);
	});
});

it('a poll does nothing while another poll of the same node is running', async () => {
	await poll({ urls: page('a') });
	site.write('/a', 'new');
	const results = await Promise.all([summary({ urls: page('a') }), summary({ urls: page('a') })]);
	expect(results).toEqual([['/a changed'], []]);
});

describe('a test run', () => {
	const manual: Partial<PollRun> = { mode: 'manual' };

	it('shows the first three pages without a change to the state', async () => {
		const urls = ['a', 'b', 'c', 'd'].map(page).join('\n');
		expect(await summary({ urls }, manual)).toEqual(['/a new', '/b new', '/c new']);
		expect(staticData).toEqual({});
	});

	it('shows a pending change, which the next poll still finds', async () => {
		await poll({ urls: page('a') });
		site.write('/a', 'new');
		expect(await summary({ urls: page('a') }, manual)).toEqual(['/a changed']);
		expect(await summary({ urls: page('a') })).toEqual(['/a changed']);
		expect(await summary({ urls: page('a') }, manual)).toEqual(['/a same']);
	});

	it('has its own history in the service', async () => {
		const parameters = { urls: page('a'), compare: 'changeTracking' };
		await poll({ ...parameters, changeTracking: { tag: 'watch' } }, manual);
		await poll(parameters, manual);
		expect(bodies().map(({ formats }) => formats)).toEqual([
			['markdown', { type: 'changeTracking', tag: 'watch-test' }],
			['markdown', { type: 'changeTracking', tag: 'test' }],
		]);
	});
});

it('Simplify off keeps all metadata', async () => {
	const parameters = { urls: page('a'), emitFirstCheck: true, simplify: false };
	const { items } = await poll(parameters);
	const { after } = items[0]?.json as { after: { metadata: IDataObject } };
	expect(after.metadata).toHaveProperty('proxyUsed');
});

it('100 pages, of which 3 change and 5 fail in each of 10 polls: every change is output once', async () => {
	const names = Array.from({ length: 100 }, (_, index) => `page-${index}`);
	const parameters = { urls: names.map(page).join('\n') };
	expect(await summary(parameters)).toEqual([]);
	const written: string[] = [];
	const output: string[] = [];
	const perPoll: number[] = [];
	const failures: number[] = [];
	for (let round = 0; round < 10; round++) {
		const changing = [0, 1, 2].map((each) => `page-${round * 7 + each}`);
		const failing = [0, 1, 2, 50, 51].map((each) => `page-${round * 7 + each - 7 + 100}`);
		names.forEach((name) => site.answerWith(`/${name}`, 200));
		failing
			.map((name) => `page-${Number(name.slice('page-'.length)) % 100}`)
			.forEach((name) => site.answerWith(`/${name}`, 503));
		changing.forEach((name) => {
			site.write(`/${name}`, `Text of round ${round}`);
			written.push(`${name}: ${round}`);
		});
		const { items, warnings } = await poll(parameters);
		// Like n8n, the test stores the state as JSON after each poll.
		staticData = JSON.parse(JSON.stringify(staticData)) as IDataObject;
		perPoll.push(items.length);
		failures.push(warnings.length);
		for (const { json } of items) {
			const { markdown } = json.after as IDataObject;
			const text = /Text of round (\d+)/.exec(String(markdown))?.[1] ?? '';
			output.push(`${new URL(String(json.url)).pathname.slice(1)}: ${text}`);
		}
	}
	expect(failures).toEqual(new Array<number>(10).fill(5));
	expect(perPoll).toEqual(new Array<number>(10).fill(3));
	expect(output.sort()).toEqual(written.sort());
});

it('a change during a failure is output by the first check that succeeds', async () => {
	const names = Array.from({ length: 100 }, (_, index) => `page-${index}`);
	const parameters = { urls: names.map(page).join('\n') };
	await poll(parameters);
	const counts: number[] = [];
	for (let round = 0; round < 10; round++) {
		names.forEach((name) => site.answerWith(`/${name}`, 200));
		[0, 1, 2, 3, 4].forEach((each) => site.answerWith(`/page-${round * 5 + each}`, 503));
		[0, 1, 2].forEach((each) => site.write(`/page-${round * 5 + each}`, `Round ${round}`));
		counts.push((await poll(parameters)).items.length);
	}
	names.forEach((name) => site.answerWith(`/${name}`, 200));
	counts.push((await poll(parameters)).items.length);
	counts.push((await poll(parameters)).items.length);
	expect(counts).toEqual([0, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 0]);
});
