import type { IDataObject } from 'n8n-workflow';
import { syntheticUrls } from '../localService/jobClient';
import * as faults from '../localService/faults';
import type { NodeRun } from '../support/builtNode';
import { emptyItems, useBuiltNode, type Form } from '../support/useBuiltNode';

const { service, time, run, bodies, respond } = useBuiltNode();

const urls = syntheticUrls(3) as [string, string, string];
const [first, second, third] = urls;
const refused = 'http://localhost/';

const runList = (list: unknown, form: Form = {}, rest: Partial<NodeRun> = {}) =>
	run('batchScrape.run', { urls: list, ...form }, rest);

const ofItem = (list: readonly string[], form: Form) => (index: number) => ({
	urlsFrom: 'items',
	itemUrl: list[index] ?? '',
	...form,
});

const runItems = (list: readonly string[], form: Form = {}, rest: Partial<NodeRun> = {}) =>
	run('batchScrape.run', ofItem(list, form), { items: emptyItems(list.length), ...rest });

const sourceOf = ({ metadata, url, error }: IDataObject): unknown =>
	(metadata as IDataObject | undefined)?.sourceURL ?? url ?? error;

const timedOut = { code: 'SCRAPE_TIMEOUT', error: 'Scrape timed out' };
const fails = (...failing: string[]) =>
	service.jobs.planNext([{ pages: failing.map((url) => ({ url, error: timedOut })) }]);

describe('Run with a list', () => {
	it('sends the URLs from lines, and from commas before a scheme', async () => {
		await runList(`${first}\n\n  ${second},${third}`);
		expect(bodies()).toEqual([{ urls, ignoreInvalidURLs: true }]);
	});

	it('returns an item for each URL that failed, was invalid, or was refused', async () => {
		fails(second);
		const { json } = await runList([first, second, 'nonsense', refused, third]);
		expect(bodies()).toMatchObject([{ urls: [first, second, refused, third] }]);
		expect(json.map((item) => [sourceOf(item), item.failed, item.code])).toEqual([
			[first, undefined, undefined],
			[second, true, 'SCRAPE_TIMEOUT'],
			['nonsense', true, undefined],
			[refused, true, undefined],
			[third, undefined, undefined],
		]);
	});

	it('fails for each input item, with its reason, if every page failed and failed pages are left out', async () => {
		fails(first, second);
		const { items } = await runItems([first, second], { failedPages: 'ignore' });
		expect(items).toMatchObject(
			[0, 1].map((item) => ({
				json: { error: 'Scrape timed out' },
				pairedItem: { item },
			})),
		);
	});

	it('counts the pages of a hint, with the URL of the first, in what Additional Body Fields sent', async () => {
		const formats = { format: [{ type: 'html' }] };
		const options = { additionalBodyFields: '{"formats":["markdown"]}' };
		expect((await runList(urls, { formats, options })).hints).toEqual([]);
		const missing = { additionalBodyFields: '{"formats":["html"]}' };
		const { hints } = await runList(urls, { options: missing });
		expect(hints.join()).toContain(`(3 of 3 pages, for example, ${first})`);
	});

	it('returns the same for a list of URLs in Additional Body Fields', async () => {
		const list = ['nonsense', ...urls, second];
		const options = { additionalBodyFields: JSON.stringify({ urls: list }) };
		const fromBody = await runList(first, { options });
		const fromList = await runList(list);
		expect(fromBody.json.map(sourceOf)).toEqual(list);
		expect(fromList.json.map(sourceOf)).toEqual(list);
		expect(fromBody.hints).toEqual(fromList.hints);
		expect(bodies()[0]).toEqual(bodies()[1]);
	});

	it.each<[string, Form, string]>([
		[
			'a text instead of a list',
			{ options: { additionalBodyFields: `{"urls":"${first}"}` } },
			`'Options > Additional Body Fields > urls' must be a list (it is "${first}")`,
		],
		[
			'a list together with the URL of each item',
			{
				urlsFrom: 'items',
				itemUrl: first,
				options: { additionalBodyFields: `{"urls":["${first}"]}` },
			},
			"'Options > Additional Body Fields > urls' cannot be combined with 'All Input Items' in 'URLs From'",
		],
	])('sends nothing for %s in Additional Body Fields', async (_what, form, message) => {
		const { json } = await runList(first, form);
		expect(json).toHaveLength(1);
		expect(json[0]?.error).toContain(message);
		expect(service.requests).toEqual([]);
	});

	it.each<[string, Form, number]>([
		[
			'one URL is invalid and ignoreInvalidURLs is off',
			{ options: { ignoreInvalidURLs: false } },
			2,
		],
		['all URLs are invalid', { urls: ['nonsense', 'ftp://x'] }, 1],
	])('sends nothing if %s', async (_case, form, position) => {
		const { json } = await runList([first, 'nonsense'], form);
		expect(json.map(({ error }) => error)).toEqual([
			`'URLs > ${position}' must start with http:// or https://`,
		]);
		expect(service.requests).toEqual([]);
	});

	it('starts several jobs for more than 10,000 URLs, and the next attempt attaches to each', async () => {
		service.configure({ credits: 1_000_000, maxConcurrency: 1 });
		const many = syntheticUrls(10_001);
		const context = {};
		for (const _attempt of [1, 2]) {
			const { json } = await runList(many, { maxWait: 1 }, { context });
			expect(json.at(-1)?.error).toBe('The batch scrape did not finish in time');
			expect(service.jobs.all.map(({ total }) => total)).toEqual([10_000, 1]);
		}
	});
});

describe('Run with all input items', () => {
	it('starts one job, and the output is in input order, paired with the items', async () => {
		service.jobs.planNext([{ pages: [{ url: first, ms: 60_000 }] }]);
		const { items } = await runItems([first, second, first]);
		expect(bodies()).toMatchObject([{ urls: [first, second] }]);
		expect(items.map(({ json, pairedItem }) => [sourceOf(json), pairedItem])).toEqual([
			[first, { item: 0 }],
			[second, { item: 1 }],
			[first, { item: 2 }],
		]);
	});

	const details = [{ code: 'custom', path: ['formats'], message: 'Invalid' }];
	const refuse = () => respond({ success: false, error: 'Bad Request', details }, { status: 400 });

	it.each<[string, Form, () => void]>([
		['of the same page', {}, () => undefined],
		['of the same page without Simplify', { simplify: false }, () => undefined],
		['of a URL that failed', { failedPages: 'fail' }, () => fails(first)],
		['of a batch scrape that was refused', {}, refuse],
	])(
		'items %s share no objects, so that a later node can change each by itself',
		async (_what, form, prepare) => {
			prepare();
			const { json } = await runItems([first, first, first], form);
			const objectsOf = (value: unknown): object[] =>
				typeof value === 'object' && value !== null
					? [value, ...Object.values(value).flatMap(objectsOf)]
					: [];
			const objects = json.flatMap(objectsOf);
			expect(json).toHaveLength(3);
			expect(objects.length).toBeGreaterThan(5);
			expect(new Set(objects).size).toBe(objects.length);
		},
	);

	it('returns an error item for each failed URL if Failed Pages is Fail', async () => {
		fails(second);
		const list = [first, second, 'nonsense', refused, third];
		const { items, json } = await runItems(list, { failedPages: 'fail' });
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 1, 2, 3, 4].map((item) => ({ item })),
		);
		expect(json.map(({ error }) => error !== undefined)).toEqual([false, true, true, true, false]);
		expect(json[1]?.details).toMatchObject({ code: 'SCRAPE_TIMEOUT', url: second });
		expect(json[3]).toMatchObject({
			error: 'The service does not accept this URL',
			details: { url: refused },
		});
	});

	it('ends the node with the item of the first failed URL if On Error stops', async () => {
		fails(second);
		const form = { failedPages: 'fail' };
		const running = runItems([first, second, third], form, { onError: 'stopWorkflow' });
		await expect(running).rejects.toMatchObject({
			context: { itemIndex: 1 },
			description: expect.stringMatching(
				/select 'Output as Items' in 'Failed Pages'\. 2 other pages succeeded\. To get these results without another scrape, use the Get Pages operation with the job ID [-0-9a-f]{36}\./,
			) as string,
		});
	});
});

describe('an unusual job', () => {
	it('returns the pages that were read if the service refuses a later part, with a hint', async () => {
		service.configure({ jobPageBytes: 1 });
		const body = { success: false, error: 'Job not found' };
		const when = { path: '/v2/batch/scrape/*skip=1*' };
		service.addFaults(faults.fault({ kind: 'json', status: 404, body }, { when, times: 0 }));
		const { json, hints } = await runItems(urls);
		expect(json.filter(({ failed }) => failed)).toHaveLength(2);
		expect(hints[0]).toContain(
			'The service did not return 2 of 3 pages that it scraped: Job not found. Use',
		);
	});

	it('says why it does not know the reason of a missing page', async () => {
		fails(second);
		const body = { success: false, error: 'Errors are private' };
		const when = { path: '/v2/batch/scrape/*/errors' };
		service.addFaults(faults.fault({ kind: 'json', status: 403, body }, { when, times: 2 }));
		const { json } = await runItems(urls);
		const message = 'No page and no error returned for this URL: Errors are private';
		expect(json[1]).toEqual({ failed: true, url: second, message });
		fails(second);
		const { json: failing } = await runItems(urls, { failedPages: 'fail' });
		expect(failing.map(({ error }) => error)).toEqual([undefined, message, undefined]);
	});

	it('returns the pages of a job that was canceled, and an item for each other URL', async () => {
		service.configure({ maxConcurrency: 1 });
		service.jobs.planNext([{ pageMs: 20_000 }]);
		const { json, hints } = await runItems(urls, { maxWait: 30, whenMaxWaitIsOver: 'cancel' });
		expect(json[0]?.metadata).toMatchObject({ sourceURL: first });
		expect(json.slice(1)).toMatchObject([second, third].map((url) => ({ failed: true, url })));
		expect(hints[0]).toContain('was canceled before completion');
	});

	it('has a hint without an item number, although only one of the input items has a valid URL', async () => {
		const data = [{ markdown: 'A', metadata: { sourceURL: first, url: first } }];
		const ended = { success: true, status: 'completed', completed: 1, total: 1, data };
		const when = { method: 'GET', path: '/v2/batch/scrape/*' };
		respond({ ...ended, warning: 'Slow' }, { when, times: 2 });
		const { hints } = await runItems(['ftp://x', first]);
		expect(hints.filter((hint) => hint.includes('Slow'))).toEqual([
			'Warning from the service: Slow.',
		]);
	});

	it('returns an invalid URL as a failed page, also if On Error stops', async () => {
		const list = [first, 'not a url', '', second];
		const { json, items } = await runItems(list, {}, { onError: 'stopWorkflow' });
		expect(json.map(({ failed }) => failed === true)).toEqual([false, true, true, false]);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(list.map((_, item) => ({ item })));
		expect(json[2]?.message).toBe('The URL is empty');
	});
});

it('Stop and Retry On Fail attaches to the job of the previous attempt, whose refused URLs it knows', async () => {
	service.jobs.planNext([{ pageMs: 20_000 }]);
	const context = {};
	const attempt = () => runItems([...urls, refused], { maxWait: 1 }, { context });
	expect((await attempt()).first.error).toBe('The batch scrape did not finish in time');
	time.advance(60_000);
	const { json } = await attempt();
	expect(json.slice(0, 3).map(sourceOf)).toEqual(urls);
	expect(json[3]?.message).toBe('The service does not accept this URL');
	expect(service.jobs.all).toHaveLength(1);
});

describe('Start', () => {
	it('returns one item for the job of all input items, paired with them', async () => {
		const form = ofItem([first, refused, first], {});
		const { items, hints } = await run('batchScrape.start', form, { items: emptyItems(3) });
		expect(items).toEqual([
			{
				json: {
					success: true,
					jobId: service.jobs.all[0]?.id,
					urlCount: 2,
					invalidURLs: [refused],
					url: expect.any(String),
				},
				pairedItem: [{ item: 0 }, { item: 1 }, { item: 2 }],
			},
		]);
		expect(hints[0]).toContain('1 URL is invalid or not supported');
	});

	it('appends URLs to a job, which Run follows until they are scraped', async () => {
		const { jobId } = (await run('batchScrape.start', { urls: first })).first;
		time.advance(60_000);
		service.configure({ jobPageMs: 30_000 });
		const { json, hints } = await runList([second, third], { options: { appendToId: jobId } });
		const body = { urls: [second, third], ignoreInvalidURLs: true, appendToId: jobId };
		expect(bodies()[1]).toEqual(body);
		expect(service.jobs.all).toMatchObject([{ id: jobId, completed: 3 }]);
		expect(json.map(sourceOf)).toEqual([second, third]);
		expect(hints[0]).toContain('1 page for other URLs or from earlier scrapes');
	});

	it.each([
		['', '01a202e6-47ae-7699-bdd1-29208741ad07', '01a202e7-3bdd-7751-bd77-1981b48fa9d8'],
		[', without times in the IDs', 'd3b0e6f1-8c1a-4f5e-9a7b-1c2d3e4f5a6b', undefined],
	])('returns the error of an appended URL whose scrape fails%s', async (_ids, scrapeId, id) => {
		const { jobId } = (await run('batchScrape.start', { urls: first })).first;
		time.advance(60_000);
		const data = [{ markdown: 'Old', metadata: { sourceURL: first, url: first, scrapeId } }];
		const errors = [{ id, url: first, ...timedOut }];
		const total = { status: 'completed', completed: 1, total: 1 };
		const when = { method: 'GET', path: '/v2/batch/scrape/*' };
		respond({ success: true, errors, robotsBlocked: [] }, { when: { ...when, path: '*/errors' } });
		respond({ success: true, ...total, data }, { when, times: 2 });
		const { json, hints } = await runList([first], { options: { appendToId: jobId } });
		expect(json).toMatchObject([{ failed: true, code: 'SCRAPE_TIMEOUT' }]);
		expect(hints.join(' ')).toMatch(/1 of 1 page failed: .* \(Scrape timed out\)\./);
		expect(hints.join(' ')).toContain(`use the Get Pages operation with the job ID ${jobId}`);
	});
});

it('Get returns the status without pages and without unknown credits', async () => {
	service.configure({ jobCreditsKnown: false });
	const { jobId } = (await run('batchScrape.start', { urls })).first;
	time.advance(60_000);
	const { first: status, hints } = await run('batchScrape.get', { jobId });
	expect(status).toMatchObject({ status: 'completed', jobId, completed: 3, total: 3 });
	for (const name of ['data', 'next', 'creditsUsed', 'success']) {
		expect(status).not.toHaveProperty(name);
	}
	expect(hints).toEqual([]);
});
