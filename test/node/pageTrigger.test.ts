import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { errorRowFault, fault } from '../localService/faults';
import { loadBuiltNode } from '../support/builtNode';
import { startChangingSite, type ChangingSite } from '../support/changingSite';
import { checkOf, outputSchema } from '../support/outputSchemas';
import { runPoll, type PollRun } from '../support/pollNode';
import { emptyItems, useBuiltNode } from '../support/useBuiltNode';

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

const changeOf = ({ json }: { json: IDataObject }) =>
	`${new URL(String(json.url)).pathname} ${String(json.changeStatus)}`;

const summary = async (parameters: INodeParameters, run: Partial<PollRun> = {}) => {
	return (await poll(parameters, run)).items.map(changeOf);
};

const savedState = (): string => JSON.stringify(staticData);

const bodies = (): IDataObject[] => service.requests.map(({ body }) => body as IDataObject);

const tracking = (changeTracking: IDataObject = {}) => ({
	compare: 'changeTracking',
	changeTracking: changeTracking as INodeParameters,
});

describe('the request', () => {
	const settings = { modes: ['git-diff', 'json'], prompt: 'The price', tag: 'watch' };
	const schema = { type: 'object' };

	it.each<[string, INodeParameters, IDataObject]>([
		['asks for a page that is not from the cache, and nothing else', {}, { maxAge: 0 }],
		[
			'has the scrape options, and Markdown among the formats',
			{
				options: {
					formats: { format: [{ type: 'links' }] },
					maxAge: 60_000,
					excludeTags: 'nav',
					additionalBodyFields: '{ "origin": "test" }',
				},
			},
			{ formats: ['links', 'markdown'], maxAge: 60_000, excludeTags: ['nav'], origin: 'test' },
		],
		[
			'contains the settings of change tracking',
			tracking({ ...settings, schema: JSON.stringify(schema) }),
			{ maxAge: 0, formats: ['markdown', { type: 'changeTracking', ...settings, schema }] },
		],
	])('%s', async (_name, parameters, body) => {
		await poll({ ...parameters, urls: page('a') });
		expect(bodies()).toEqual([{ url: page('a'), ...body }]);
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
		const parameters = { urls: page('a'), ...tracking({ modes: ['git-diff'] }) };
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
		const schema = '{ "type": "object", "properties": { "price": { "type": "number" } } }';
		const parameters = { urls: page('a'), ...tracking({ modes: ['json'], schema }) };
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
		const parameters = { urls: page('a'), ...tracking() };
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

	it.each<[string, () => void, string]>([
		['was never seen and does not exist', () => site.answerWith('/a', 404), 'HTTP status 404'],
		['is empty', () => site.write('/a', ''), 'The Markdown of the page is empty'],
	])('counts as failed if it %s', async (_case, change, warning) => {
		change();
		const { items, warnings } = await poll({ urls: both() });
		expect(items).toEqual([]);
		expect(warnings).toEqual([expect.stringContaining(warning)]);
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

	const many = (count: number) => emptyItems(count).map((_, index) => page(String(index)));

	it.each<[string, () => INodeParameters, string]>([
		['no URL', () => ({ urls: '' }), "'URLs' is required"],
		[
			'an invalid URL',
			() => ({ urls: 'https://a.com\nftp://a.com' }),
			"'URLs > 2' must start with",
		],
		[
			'1,001 pages',
			() => ({ urls: JSON.stringify(many(1001)) }),
			"'URLs' must contain at most 1000 entries (it contains 1001)",
		],
		['a length', () => ({ comparison: { beforeCharacters: 60_000 } }), 'Before: Max Characters'],
		['a schema', () => tracking({ schema: '{' }), 'Change Tracking > Schema'],
		[
			'a wait',
			() => ({ options: { waitFor: 70_000 } }),
			"'Options > Page: Wait For (Ms)' must be at most 60000",
		],
		['a setting', () => ({ requestSettings: { maxTries: 0 } }), 'Request Settings > Max Tries'],
	])(
		'names the field of %s that is not valid, and sends nothing',
		async (_case, parameters, message) => {
			await expect(poll({ urls: page('a'), ...parameters() })).rejects.toThrow(message);
			expect(service.requests).toEqual([]);
		},
	);

	describe('because its time is over', () => {
		const budgetMs = 50_000;
		let endTime: () => void;
		const stalled = (name: string) =>
			fault({ kind: 'stallHead' }, { when: { body: { url: page(name) } }, times: 0 });
		const untilRequests = async (count: number) => {
			while (service.requests.length < count) await new Promise(setImmediate);
		};

		beforeEach(() => {
			const over = new AbortController();
			endTime = () => over.abort();
			jest
				.spyOn(AbortSignal, 'timeout')
				.mockImplementation((ms) => (ms === budgetMs ? over : new AbortController()).signal);
		});

		it('outputs the pages that it reached, and keeps the others', async () => {
			const parameters = {
				urls: `${page('b')}\n${page('a')}`,
				requestSettings: { maxRequestsAtOnce: 1 },
			};
			await poll(parameters);
			site.write('/a', 'new');
			site.write('/b', 'new');
			service.addFaults(stalled('a'));
			const changes = summary(parameters, { budgetMs });
			await untilRequests(4);
			endTime();
			expect(await changes).toEqual(['/b changed']);
			jest.restoreAllMocks();
			await service.reset();
			expect(await summary(parameters)).toEqual(['/a changed']);
		});

		it('reports that no page was reached in time', async () => {
			service.addFaults(stalled('a'));
			const failing = expect(poll({ urls: page('a') }, { budgetMs })).rejects.toThrow(
				'No page was checked before the poll timed out',
			);
			await untilRequests(1);
			endTime();
			await failing;
		});
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
		await poll({ urls: page('a'), ...tracking({ tag: 'watch' }) }, manual);
		await poll({ urls: page('a'), ...tracking() }, manual);
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

it('of many pages, every change is output once, after a failure by the first check that succeeds', async () => {
	const names = emptyItems(8).map((_, index) => `page-${index}`);
	const parameters = { urls: names.map(page).join('\n') };
	expect(await summary(parameters)).toEqual([]);
	const changed = (...pages: number[]) => pages.map((index) => `/page-${index} changed`);
	const checks: [writes: number[], fails: number[], changes: string[]][] = [
		[[0, 1], [2], changed(0, 1)],
		[[2, 3], [3, 4], changed(2)],
		[[0], [], changed(0, 3)],
		[[], [5], []],
	];
	for (const [index, [writes, fails, changes]] of checks.entries()) {
		names.forEach((name) => site.answerWith(`/${name}`, 200));
		fails.forEach((each) => site.answerWith(`/page-${each}`, 503));
		writes.forEach((each) => site.write(`/page-${each}`, `Text ${index}`));
		const { items, warnings } = await poll(parameters);
		// Like n8n, the test stores the state as JSON after each poll.
		staticData = JSON.parse(JSON.stringify(staticData)) as IDataObject;
		expect(warnings).toHaveLength(fails.length);
		expect(items.map(changeOf)).toEqual(changes);
	}
});
