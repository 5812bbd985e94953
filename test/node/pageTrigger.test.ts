import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { errorRowFault, fault } from '../localService/faults';
import { loadBuiltNode } from '../support/builtNode';
import { caught } from '../support/caught';
import { startChangingSite, type ChangingSite } from '../support/changingSite';
import { checkOf, outputSchema } from '../support/outputSchemas';
import { runPoll, type PollRun } from '../support/pollNode';
import { emptyItems, useBuiltNode } from '../support/useBuiltNode';

const { service, bodies, respond, time } = useBuiltNode();
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

/** Polls the page `a`, if the form has no other pages. */
const poll = (form: INodeParameters = {}, run: Partial<PollRun> = {}) => {
	const parameters = { urls: page('a'), ...form };
	const credential = { baseUrl: service.url, apiKey: service.apiKey };
	return runPoll(node, { credential, parameters, staticData, ...run });
};

const changeOf = ({ json }: { json: IDataObject }) =>
	`${new URL(String(json.url)).pathname} ${String(json.changeStatus)}`;

const summary = async (form: INodeParameters = {}, run: Partial<PollRun> = {}) =>
	(await poll(form, run)).items.map(changeOf);

const oneAtATime = { requestSettings: { maxRequestsAtOnce: 1 } };

const both = () => `${page('a')}\n${page('b')}`;

const tracking = (changeTracking: IDataObject = {}) => ({
	compare: 'changeTracking',
	changeTracking: changeTracking as INodeParameters,
});

describe('the request', () => {
	const settings = { modes: ['git-diff', 'json'], prompt: 'The price', tag: 'watch' };
	const schema = { type: 'object' };
	const changed = { type: 'changeTracking', ...settings, schema };

	it.each<[string, INodeParameters, IDataObject]>([
		['asks for a page that is not from the cache, and nothing else', {}, { maxAge: 0 }],
		['keeps the cache options', { options: { maxAge: 5000 } }, { maxAge: 5000 }],
		[
			'asks for a page that is not from the cache if Lockdown is off',
			{ options: { lockdown: false } },
			{ maxAge: 0, lockdown: false },
		],
		[
			'contains Markdown in addition to the selected formats, once',
			{ options: { formats: { format: [{ type: 'links' }, { type: 'markdown' }] } } },
			{ maxAge: 0, formats: ['links', 'markdown'] },
		],
		[
			'contains the settings of change tracking',
			tracking({ ...settings, schema: JSON.stringify(schema) }),
			{ maxAge: 0, formats: ['markdown', changed] },
		],
		[
			'asks for a Git diff without settings',
			tracking(),
			{ maxAge: 0, formats: ['markdown', { type: 'changeTracking', modes: ['git-diff'] }] },
		],
	])('%s', async (_name, parameters, body) => {
		await poll(parameters);
		expect(bodies()).toEqual([{ url: page('a'), ...body }]);
	});

	it.each([{ lockdown: true }, { minAge: 1 }])(
		'asks only for a copy from the cache with %j',
		async (options) => {
			await poll();
			await poll({ options });
			expect(bodies()[1]).toEqual({ url: page('a'), ...options });
		},
	);

	// The default of the service is 60,000 ms.
	it.each<[number, INodeParameters, number | undefined]>([
		[300_000, {}, undefined],
		[36_000, {}, 34_000],
		[36_000, { options: { timeout: 90_000 } }, 34_000],
		[36_000, { options: { timeout: 5000 } }, 5000],
		[2000, {}, 1000],
	])('in a poll of %d ms with %j has the timeout %s', async (budgetMs, parameters, timeout) => {
		const now = jest.spyOn(performance, 'now').mockReturnValue(0);
		await poll(parameters, { budgetMs }).finally(() => now.mockRestore());
		expect(bodies()).toEqual([{ url: page('a'), maxAge: 0, ...(timeout && { timeout }) }]);
	});

	it('that waits for another page has a timeout that ends within the poll', async () => {
		const elapsed = () => service.requests.length * 20_000;
		const now = jest.spyOn(performance, 'now').mockImplementation(elapsed);
		await poll({ urls: both(), ...oneAtATime }, { budgetMs: 36_000 }).finally(() =>
			now.mockRestore(),
		);
		expect(bodies()).toMatchObject([{ timeout: 34_000 }, { timeout: 14_000 }]);
	});
});

describe('a change', () => {
	it('is one item with before and after', async () => {
		site.write('/a', 'High water at 06:40');
		expect(await summary()).toEqual([]);
		site.write('/a', 'High water at 07:30');
		const { items } = await poll();
		expect(items).toMatchObject([
			{
				json: {
					url: page('a'),
					changeStatus: 'changed',
					checkedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
					before: { markdown: expect.stringContaining('06:40'), isTruncated: false },
					after: {
						hash: expect.stringMatching(/\w/),
						markdown: expect.stringContaining('07:30'),
						metadata: { title: 'Page', statusCode: 200 },
					},
				},
			},
		]);
		expect(checkOf(outputSchema('page/change'))(items[0]?.json)).toBe(true);
		const keys = ['url', 'changeStatus', 'checkedAt', 'before', 'after'];
		expect(Object.keys(items[0]?.json ?? {})).toEqual(keys);
		expect(await summary()).toEqual([]);
	});

	describe('of a field whose poll is lost', () => {
		const schema = '{ "type": "object", "properties": { "price": { "type": "number" } } }';
		const writePrice = (price: string) => site.write('/a', `Clock</p><p>Price: ${price} EUR`);
		const parameters = tracking({ modes: ['json'], schema });
		const withUrls = () => ({ urls: both(), failedPages: 'fail', ...parameters });

		beforeEach(async () => {
			writePrice('89.50');
			await poll(withUrls());
		});

		it('because another page fails in several polls is output by the next poll', async () => {
			site.answerWith('/b', 503);
			for (const price of ['79.00', '69.00']) {
				writePrice(price);
				await expect(poll(withUrls())).rejects.toThrow('HTTP status 503');
			}
			site.answerWith('/b', 200);
			const { items } = await poll(withUrls());
			expect(items).toMatchObject([
				{
					json: { after: { changeTracking: { json: { price: { previous: 89.5, current: 69 } } } } },
				},
			]);
			expect(await summary(withUrls())).toEqual([]);
		});

		it('is output again if n8n did not use the result, or restores an older state', async () => {
			const before = structuredClone(staticData);
			writePrice('79.00');
			expect(await summary(withUrls())).toEqual(['/a changed']);
			expect(await summary(withUrls(), { staticData: before })).toEqual(['/a changed']);
			expect(await summary(withUrls(), { staticData: before })).toEqual([]);
		});

		it('is not output if only other parts of the page have changed', async () => {
			site.write('/a', 'Brass clock</p><p>Price: 89.50 EUR');
			expect(await summary(withUrls())).toEqual([]);
		});
	});

	it('is found once after the node is renamed, also if it gets its earlier name again', async () => {
		const workflowData = {};
		await poll({}, { workflowData });
		site.write('/a', 'new');
		time.advance(60_000);
		const renamed = { workflowData, staticData: {} };
		expect(await summary({}, renamed)).toEqual(['/a changed']);
		expect(await summary({}, renamed)).toEqual([]);
		expect(await summary({}, { workflowData })).toEqual([]);
		expect(await summary({}, { workflowData, staticData: {}, nodeId: 'other' })).toEqual([]);
		site.write('/a', 'newer');
		expect(await summary({}, { workflowData, staticData: {} })).toEqual(['/a changed']);
	});

	it('of an added page is found if n8n saves only the state of polls with items', async () => {
		let saved = { staticData, workflowData: {} };
		await poll({}, { ...saved, nodeId: 'scheduled' });
		const scheduled = async () => {
			const run = { ...structuredClone(saved), budgetMs: 36_000, nodeId: 'scheduled' };
			const changes = await summary({ urls: both() }, run);
			if (changes.length > 0) saved = run;
			return changes;
		};
		expect([await scheduled(), await scheduled()]).toEqual([[], []]);
		time.advance(60_000);
		site.write('/b', 'new');
		expect([await scheduled(), await scheduled()]).toEqual([['/b changed'], []]);
	});

	it('is found again if n8n did not use the items, and saves only the state of polls with items', async () => {
		const run = () => ({ staticData: {}, budgetMs: 36_000, nodeId: 'discarded' });
		await poll({}, run());
		site.write('/a', 'new');
		const changed = ['/a changed'];
		expect([await summary({}, run()), await summary({}, run())]).toEqual([changed, changed]);
	});

	it('is found after the service has already compared with a lost response', async () => {
		const parameters = tracking({ modes: ['git-diff'] });
		site.write('/a', 'old');
		await poll(parameters);
		site.write('/a', 'new');
		service.addFaults(fault({ kind: 'resetAfter' }));
		const lost = { ...parameters, requestSettings: { maxTries: 1 } };
		await expect(poll(lost)).rejects.toThrow();
		expect(await summary(parameters)).toEqual(['/a changed']);
	});

	it('of ignored digits and lines is not output', async () => {
		const comparison = { ignoreDigits: true, ignoreLines: 'Updated', beforeCharacters: 3 };
		site.write('/a', 'Visitors: 12</p><p>Updated today');
		await poll({ comparison });
		site.write('/a', 'Visitors: 340</p><p>Updated yesterday');
		expect(await summary({ comparison })).toEqual([]);
		site.write('/a', 'Guests: 340');
		const { items } = await poll({ comparison });
		expect(items).toMatchObject([{ json: { before: { markdown: 'Vis', isTruncated: true } } }]);
	});

	it('of the settings records the pages again', async () => {
		await poll();
		const other = { options: { onlyMainContent: false } };
		const { items, warnings } = await poll(other);
		expect(items).toEqual([]);
		expect(warnings).toEqual([expect.stringContaining("'Web Data Page Trigger': Settings")]);
		site.write('/a', 'new');
		expect(await summary(other)).toEqual(['/a changed']);
	});

	it('is a removed page if the page returns 404, and a new page when it is available again', async () => {
		await poll();
		site.answerWith('/a', 404);
		expect([await summary(), await summary()]).toEqual([['/a removed'], []]);
		site.answerWith('/a', 200);
		expect(await summary()).toEqual(['/a new']);
	});
});

describe('a failed page', () => {
	it('is logged, and is compared with its last content by the next poll', async () => {
		await poll({ urls: both() });
		site.answerWith('/a', 503);
		site.write('/b', 'new');
		const { items, warnings } = await poll({ urls: both() });
		expect(items.map(changeOf)).toEqual(['/b changed']);
		const message = `'Web Data Page Trigger': Page check of ${page('a')} failed: The page returned HTTP status 503 (Service Unavailable)`;
		expect(warnings).toEqual([message]);
		const manual = await poll({ urls: both() }, { mode: 'manual' });
		expect(manual.warnings).toEqual([message]);
		site.answerWith('/a', 200);
		expect(await summary({ urls: both() })).toEqual([]);
	});

	it('is an item with the error and its remedy, once per status, with Output as Items', async () => {
		const parameters = { urls: both(), failedPages: 'items' };
		await poll(parameters);
		site.answerWith('/a', 503);
		const failure = {
			message: expect.stringContaining('The page returned HTTP status 503'),
			description: expect.stringMatching(/\w/),
			details: { statusCode: 503 },
		};
		const { items } = await poll(parameters);
		expect(items).toMatchObject([{ json: { url: page('a'), changeStatus: 'failed', failure } }]);
		expect(await summary(parameters)).toEqual([]);
		for (const status of [403, 429]) {
			site.answerWith('/a', status);
			expect(await summary(parameters)).toEqual(['/a failed']);
		}
		for (const isNew of [true, false]) {
			respond({ success: false, error: `No ${String(isNew)}` }, { status: 400 });
			expect(await summary({ ...parameters, urls: page('a') })).toHaveLength(isNew ? 1 : 0);
		}
		site.answerWith('/a', 200);
		site.write('/a', '');
		const empty = {
			message: expect.stringContaining('empty'),
			details: { possiblyExecuted: true },
		};
		expect((await poll(parameters)).items).toMatchObject([{ json: { failure: empty } }]);
	});

	it.each<[string, () => void, string]>([
		['was never seen and does not exist', () => site.answerWith('/a', 404), 'HTTP status 404'],
		['is empty', () => site.write('/a', ''), 'The Markdown of the page is empty'],
	])('counts as failed if it %s', async (_case, change, warning) => {
		change();
		const { items, warnings } = await poll({ urls: both() });
		expect([items, warnings]).toEqual([[], [expect.stringContaining(warning)]]);
	});
});

describe('a poll that fails', () => {
	const many = (count: number) => emptyItems(count).map((_, index) => page(String(index)));
	const tooMany = "'URLs' must contain at most 1000 entries (it contains 1001)";

	it.each<[string, () => INodeParameters, string]>([
		['no URL', () => ({ urls: '' }), "'URLs' is required"],
		['1,001 pages', () => ({ urls: JSON.stringify(many(1001)) }), tooMany],
		[
			'the JSON mode without a prompt and a schema',
			() => tracking({ modes: ['json'] }),
			"'Change Tracking > Prompt' is required, unless 'Schema' is set",
		],
		[
			'a schema without the JSON mode',
			() => tracking({ schema: '{ "type": "object" }' }),
			"'Change Tracking > Schema' requires 'JSON' in 'Modes'",
		],
		[
			'an option that does not fit another option',
			() => ({ options: { timeout: 4000, waitFor: 3000 } }),
			'must be at most half of',
		],
	])('names the field of %s that is not valid, and sends nothing', async (_case, form, message) => {
		await expect(poll(form())).rejects.toThrow(message);
		expect(service.requests).toEqual([]);
	});

	it('names the field of the credential that is empty, and sends nothing', async () => {
		const credential = { baseUrl: service.url, apiKey: '' };
		await expect(poll({}, { credential })).rejects.toThrow("'Credential > API Key' is empty");
		expect(service.requests).toEqual([]);
	});

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

		const slow = 'The page did not load before the poll timed out';

		it('outputs the pages that it reached, and logs the slow page and the others', async () => {
			const names = ['a', 'b', 'c', 'd', 'e', 'f'];
			const form = { urls: names.map(page).join('\n'), ...oneAtATime };
			await poll(form);
			for (const name of ['a', 'b', 'c']) site.write(`/${name}`, 'new');
			service.addFaults(stalled('b'));
			const result = poll(form, { budgetMs });
			await untilRequests(names.length + 2);
			endTime();
			const { items, warnings } = await result;
			expect(items.map(changeOf)).toEqual(['/a changed']);
			expect(warnings).toEqual([
				`'Web Data Page Trigger': The poll timed out before it checked 4 of 6 pages: ${page('c')}, ${page('d')}, ${page('e')}, and 1 more`,
				`'Web Data Page Trigger': Page check of ${page('b')} failed: ${slow}`,
			]);
			jest.restoreAllMocks();
			await service.reset();
			expect(await summary(form)).toEqual(['/b changed', '/c changed']);
		});

		it('fails if the only page is slow', async () => {
			service.addFaults(stalled('a'));
			const failed = caught(poll({}, { budgetMs }));
			await untilRequests(1);
			endTime();
			expect((await failed).message).toBe(slow);
		});

		it('goes on with the other pages in the next poll if all pages that it reached fail', async () => {
			const form = { urls: both(), ...oneAtATime };
			service.addFaults(stalled('a'));
			const result = summary(form, { budgetMs, nodeId: 'slow' });
			await untilRequests(1);
			endTime();
			expect(await result).toEqual([]);
			jest.restoreAllMocks();
			await service.reset();
			await poll(form, { nodeId: 'slow' });
			expect(bodies()).toMatchObject([{ url: page('b') }, { url: page('a') }]);
		});

		it('fails if no page was requested in time, and sends nothing', async () => {
			jest
				.spyOn(AbortSignal, 'timeout')
				.mockImplementation((ms) =>
					ms < budgetMs ? AbortSignal.abort() : new AbortController().signal,
				);
			const message = 'No page was checked before the poll timed out';
			await expect(poll({}, { budgetMs })).rejects.toThrow(message);
			expect(service.requests).toEqual([]);
		});

		const limited = 'n8n limits the duration of a poll to 50 s.';

		it.each([
			['a page that needs more than the shorter time', budgetMs, 'requestTimeout', slow, limited],
			['a timeout in a longer poll', 300_000, 'requestTimeout', 'Request timed out', ''],
			['another error', budgetMs, 'paymentRequired', 'Insufficient credits', ''],
		] as const)('reports the cause of %s', async (_case, budget, error, message, cause) => {
			jest.restoreAllMocks();
			service.addFaults(errorRowFault(error, { times: 0 }));
			const settings = { requestSettings: { maxTries: 1 } };
			await expect(poll(settings, { budgetMs: budget })).rejects.toMatchObject({
				message,
				description: expect.stringContaining(cause),
			});
		});
	});
});

it('a poll that finds no change does not write the state', async () => {
	await poll();
	Object.freeze(staticData);
	expect(await summary()).toEqual([]);
});

it('a poll does nothing while another poll of the same node is running', async () => {
	await poll();
	site.write('/a', 'new');
	expect(await Promise.all([summary(), summary()])).toEqual([['/a changed'], []]);
});

describe('a test run', () => {
	const manual: Partial<PollRun> = { mode: 'manual' };

	it('shows the first three pages without a change to the state', async () => {
		const urls = ['a', 'b', 'c', 'd'].map(page).join('\n');
		expect(await summary({ urls }, manual)).toEqual(['/a new', '/b new', '/c new']);
		expect(staticData).toEqual({});
	});

	it('shows a pending change, which the next poll still finds', async () => {
		await poll();
		site.write('/a', 'new');
		expect(await summary({}, manual)).toEqual(['/a changed']);
		expect([await summary(), await summary({}, manual)]).toEqual([['/a changed'], ['/a same']]);
	});

	it.each([
		['log', []],
		['items', ['/a failed']],
	])('shows a failed page only with Output as Items: %s', async (failedPages, shown) => {
		await poll({ urls: both() });
		site.answerWith('/a', 503);
		const changes = await summary({ urls: both(), failedPages }, manual);
		expect(changes).toEqual([...shown, '/b same']);
	});

	it('has its own history in the service', async () => {
		await poll(tracking({ tag: 'watch' }), manual);
		await poll(tracking(), manual);
		const tags = ['watch-test', 'test'];
		expect(bodies()).toMatchObject(
			tags.map((tag) => ({ formats: ['markdown', { type: 'changeTracking', tag }] })),
		);
	});
});

it('the first check is output with Include First Check, with all metadata if Simplify is off', async () => {
	const { items } = await poll({ emitFirstCheck: true, simplify: false });
	expect(items).toMatchObject([
		{
			json: {
				...{ changeStatus: 'new', before: null },
				after: { metadata: { proxyUsed: expect.anything() } },
			},
		},
	]);
});
