import type { IDataObject, INodeParameters } from 'n8n-workflow';
import * as faults from '../localService/faults';
import { syntheticUrls } from '../localService/jobClient';
import { jobOptionRows } from '../spec/jobOptions';
import type { NodeRun } from '../support/builtNode';
import { caught } from '../support/caught';
import { useBuiltNode } from '../support/useBuiltNode';

const { service, time, execute } = useBuiltNode();

const [first, second, third] = syntheticUrls(3) as [string, string, string];

const batch = (operation: string, parameters: INodeParameters): INodeParameters => ({
	resource: 'batchScrape',
	operation,
	...parameters,
});

const ofList = (urls: unknown, parameters: INodeParameters = {}) =>
	batch('run', { urls: urls as string, ...parameters });

const ofItems =
	(urls: readonly string[], parameters: INodeParameters = {}) =>
	(index: number) =>
		batch('run', { urlsFrom: 'items', itemUrl: urls[index] ?? '', ...parameters });

const runItems = (urls: readonly string[], rest: Partial<NodeRun> = {}, parameters = {}) =>
	execute({
		parameters: ofItems(urls, parameters),
		items: urls.map((url) => ({ url })),
		onError: 'continueRegularOutput',
		...rest,
	});

const sent = () =>
	service.requests.map(({ method, path }) => `${method} ${path.replace(/[0-9a-f-]{36}/, 'ID')}`);
const bodies = () => service.requests.filter(({ method }) => method === 'POST').map((r) => r.body);
const sourceOf = ({ metadata, url, error }: IDataObject): unknown =>
	(metadata as IDataObject | undefined)?.sourceURL ?? url ?? error;

describe('Run with a list', () => {
	it('sends the URLs and ignoreInvalidURLs only, if nothing else is set', async () => {
		await execute({ parameters: ofList(`${first}\n${second}`) });
		expect(bodies()).toEqual([{ urls: [first, second], ignoreInvalidURLs: true }]);
	});

	it.each<[string, unknown]>([
		['lines', `${first}\n\n  ${second}\r\n${third}`],
		['a list from an expression', [first, second, third]],
		['a JSON array', JSON.stringify([first, second, third])],
		['commas before a scheme', `${first}, ${second},${third}`],
	])('reads %s', async (_what, urls) => {
		await execute({ parameters: ofList(urls) });
		expect(bodies()).toMatchObject([{ urls: [first, second, third] }]);
	});

	it('returns the pages in the order of the list, not in the order in which they finished', async () => {
		const urls = syntheticUrls(3);
		service.jobs.planNext([{ pages: [{ url: first, ms: 60_000 }] }]);
		const { items } = await execute({ parameters: ofList(urls) });
		expect(items.map(({ json }) => sourceOf(json))).toEqual(urls);
		expect(items[0]?.json).toMatchObject({ markdown: expect.stringContaining('Page 1') as string });
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(urls.map(() => ({ item: 0 })));
	});

	it('polls without the pages, and fetches them once', async () => {
		await execute({ parameters: ofList(syntheticUrls(250)) });
		const gets = sent().slice(1);
		expect(gets.filter((request) => request.endsWith('?limit=1')).length).toBeGreaterThan(1);
		expect(gets.slice(-4)).toEqual([
			'GET /v2/batch/scrape/ID',
			'GET /v2/batch/scrape/ID?skip=100',
			'GET /v2/batch/scrape/ID?skip=200',
			'GET /v2/batch/scrape/ID/errors',
		]);
	});

	it('sends a repeated URL once and returns its page for each occurrence', async () => {
		const { items } = await execute({ parameters: ofList([first, second, first]) });
		expect(bodies()).toMatchObject([{ urls: [first, second] }]);
		expect(items.map(({ json }) => sourceOf(json))).toEqual([first, second, first]);
	});

	it('returns an item for each URL that failed, was invalid, or was refused', async () => {
		service.jobs.planNext([
			{ pages: [{ url: second, error: { code: 'SCRAPE_TIMEOUT', error: 'Scrape timed out' } }] },
		]);
		const urls = [first, second, 'nonsense', 'http://localhost/', third];
		const { items } = await execute({ parameters: ofList(urls) });
		expect(bodies()).toMatchObject([{ urls: [first, second, 'http://localhost/', third] }]);
		expect(items.map(({ json }) => [sourceOf(json), json.failed, json.code])).toEqual([
			[first, undefined, undefined],
			[second, true, 'SCRAPE_TIMEOUT'],
			['nonsense', true, undefined],
			['http://localhost/', true, undefined],
			[third, undefined, undefined],
		]);
	});

	it('leaves out failed pages and adds a hint', async () => {
		service.jobs.planNext([
			{ pages: [{ url: second, error: { code: 'SCRAPE_TIMEOUT', error: 'Scrape timed out' } }] },
		]);
		const { items, hints } = await execute({
			parameters: ofList([first, second], { failedPages: 'ignore' }),
		});
		expect(items).toHaveLength(1);
		expect(hints.map(({ message }) => message)).toEqual([
			`1 page could not be scraped, for example, ${second}: Scrape timed out. To get the failed pages, select 'Output as Items' in 'Failed Pages'.`,
		]);
	});

	it('fails if every page failed, although failed pages are left out', async () => {
		const error = { code: 'SCRAPE_TIMEOUT', error: 'Scrape timed out' };
		service.jobs.planNext([{ pages: [first, second].map((url) => ({ url, error })) }]);
		const { items, hints } = await execute({
			parameters: ofList([first, second, 'nonsense'], { failedPages: 'ignore' }),
			onError: 'continueRegularOutput',
		});
		expect(items.map(({ json }) => json)).toMatchObject([
			{
				error: 'Every page of the batch scrape failed',
				details: {
					reason: 'noPageScraped',
					code: 'SCRAPE_TIMEOUT',
					failedCount: 3,
					jobId: service.jobs.all[0]?.id,
				},
			},
		]);
		expect(hints).toEqual([]);
	});

	it('returns an error item for each failed page', async () => {
		service.jobs.planNext([
			{ pages: [{ url: second, error: { code: 'SCRAPE_TIMEOUT', error: 'Scrape timed out' } }] },
		]);
		const { items } = await execute({
			parameters: ofList([first, second], { failedPages: 'fail' }),
			onError: 'continueRegularOutput',
		});
		const [job] = service.jobs.all;
		expect(items).toHaveLength(2);
		expect(items[1]?.json).toMatchObject({
			error: expect.any(String) as string,
			details: { code: 'SCRAPE_TIMEOUT', url: second, jobId: job?.id },
		});
	});

	it('sends nothing if ignoreInvalidURLs is off and a URL is invalid', async () => {
		const { items } = await execute({
			parameters: ofList([first, 'nonsense'], { options: { ignoreInvalidURLs: false } }),
			onError: 'continueRegularOutput',
		});
		expect(items[0]?.json.error).toBe("'URLs > 2' must start with http:// or https://");
		expect(service.requests).toEqual([]);
	});

	it('sends nothing if all URLs are invalid', async () => {
		const error = await caught(execute({ parameters: ofList(['nonsense', 'ftp://x']) }));
		expect(error.message).toBe("'URLs > 1' must start with http:// or https://");
		expect(service.requests).toEqual([]);
	});

	it('starts several jobs for more than 10,000 URLs, and returns all pages in order', async () => {
		service.configure({ jobPageMs: 0, credits: 1_000_000 });
		const urls = syntheticUrls(10_001);
		const { items } = await execute({ parameters: ofList(urls) });
		expect(service.jobs.all.map(({ total }) => total)).toEqual([10_000, 1]);
		expect(items.map(({ json }) => sourceOf(json))).toEqual(urls);
	});
});

describe('Run with all input items', () => {
	it('starts one job, and the output is in input order, paired with the items', async () => {
		const urls = syntheticUrls(5);
		service.jobs.planNext([{ pages: [{ url: first, ms: 60_000 }] }]);
		const { items } = await runItems(urls);
		expect(service.jobs.all).toHaveLength(1);
		expect(items.map(({ json, pairedItem }) => [sourceOf(json), pairedItem])).toEqual(
			urls.map((url, item) => [url, { item }]),
		);
	});

	it('returns the page of a repeated URL for each of its items', async () => {
		const { items } = await runItems([first, second, first]);
		expect(bodies()).toMatchObject([{ urls: [first, second] }]);
		expect(items.map(({ json, pairedItem }) => [sourceOf(json), pairedItem])).toEqual([
			[first, { item: 0 }],
			[second, { item: 1 }],
			[first, { item: 2 }],
		]);
	});

	it('returns an error item for each URL that failed, was invalid, or was refused', async () => {
		service.jobs.planNext([
			{ pages: [{ url: second, error: { code: 'SCRAPE_TIMEOUT', error: 'Scrape timed out' } }] },
		]);
		const { items } = await runItems([first, second, 'nonsense', 'http://localhost/', third]);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 1, 2, 3, 4].map((item) => ({ item })),
		);
		expect(items.map(({ json }) => json.error !== undefined)).toEqual([
			false,
			true,
			true,
			true,
			false,
		]);
		expect(items[1]?.json.details).toMatchObject({ code: 'SCRAPE_TIMEOUT', url: second });
		expect(items[3]?.json).toMatchObject({
			error: 'The service does not accept this URL',
			details: { url: 'http://localhost/' },
		});
	});

	it('starts a separate job for each set of options', async () => {
		await execute({
			parameters: (index) =>
				batch('run', {
					urlsFrom: 'items',
					itemUrl: [first, second, third][index] ?? '',
					options: { onlyMainContent: index === 1 ? false : true },
				}),
			items: [{}, {}, {}],
		});
		expect(bodies()).toEqual([
			{ urls: [first, third], ignoreInvalidURLs: true, onlyMainContent: true },
			{ urls: [second], ignoreInvalidURLs: true, onlyMainContent: false },
		]);
	});

	it('starts a separate job for each set of additional body fields', async () => {
		await execute({
			parameters: (index) =>
				batch('run', {
					urlsFrom: 'items',
					itemUrl: [first, second][index] ?? '',
					options: { additionalBodyFields: `{"origin":"run-${index}"}` },
				}),
			items: [{}, {}],
		});
		expect(bodies()).toMatchObject([{ origin: 'run-0' }, { origin: 'run-1' }]);
	});

	it('fails all items of a job that was refused', async () => {
		service.configure({ credits: 1 });
		const { items } = await runItems([first, second]);
		expect(items.map(({ json }) => json.error)).toEqual([
			'Insufficient credits',
			'Insufficient credits',
		]);
	});

	it('ends the node with the item of the first failed URL if On Error stops', async () => {
		service.jobs.planNext([{ pages: [{ url: second, error: { error: 'Blocked' } }] }]);
		const error = await caught(runItems([first, second], { onError: 'stopWorkflow' }));
		expect(error).toMatchObject({ context: { itemIndex: 1 } });
	});
});

describe('an unusual job', () => {
	const few = syntheticUrls(3);

	it('ends although every response contains next', async () => {
		service.jobs.planNext([{ endlessNext: true }]);
		expect((await runItems(few)).items).toHaveLength(3);
	});

	it('uses only the query of next', async () => {
		service.configure({ jobPageBytes: 1 });
		service.jobs.planNext([{ nextOrigin: 'http://elsewhere.example' }]);
		expect((await runItems(few)).items.map(({ json }) => sourceOf(json))).toEqual(few);
		expect(sent().filter((request) => request.includes('skip'))).toHaveLength(2);
	});

	it('reads pages that the service splits by size', async () => {
		service.configure({ jobPageBytes: 1 });
		expect((await runItems(few)).items.map(({ json }) => sourceOf(json))).toEqual(few);
	});

	it('reports a missing document as an error of its URL and in a hint', async () => {
		service.jobs.planNext([{ pages: [{ url: second, isMissing: true }] }]);
		const { items, hints } = await runItems(few);
		expect(items.map(({ json }) => json.error)).toEqual([
			undefined,
			'Neither a page nor an error was returned for this URL',
			undefined,
		]);
		expect(hints[0]?.message).toContain('The service did not return 1 of 3 pages that it scraped');
	});

	it('fails with the text of a job that could not start, with HTTP status 200', async () => {
		service.jobs.planNext([{ kickoffError: 'The queue is full' }]);
		const { items } = await runItems(few);
		expect(items.map(({ json }) => json.error)).toEqual(few.map(() => 'The queue is full'));
	});

	it('returns the pages of a job that was canceled, and an error for each other URL', async () => {
		service.configure({ maxConcurrency: 1 });
		service.jobs.planNext([{ pageMs: 20_000 }]);
		const { items, hints } = await runItems(few, {}, { maxWait: 30, whenMaxWaitIsOver: 'cancel' });
		expect(sourceOf(items[0]?.json ?? {})).toBe(first);
		expect(
			items.slice(1).map(({ json }) => [json.error, (json.details as IDataObject).url]),
		).toEqual([
			['The batch scrape ended before the page was scraped', second],
			['The batch scrape ended before the page was scraped', third],
		]);
		expect(hints[0]?.message).toContain('was canceled before completion');
	});
});

describe('Stop, Retry On Fail, and Retry', () => {
	const urls = syntheticUrls(3);
	const lostStart = faults.fault({ kind: 'resetAfter' }, { when: { method: 'POST' } });

	const slow = { pageMs: 20_000 };
	beforeEach(() => service.jobs.planNext([slow, slow]));

	async function stopped(cancelOnStop: boolean) {
		const stop = new AbortController();
		time.duringSleep(() => stop.abort());
		const error = await caught(
			runItems(urls, { signal: stop.signal }, { options: { cancelOnStop } }),
		);
		expect(error.constructor.name).toContain('Cancelled');
		return service.jobs.all;
	}

	it('cancels the job when the execution is stopped', async () => {
		expect(await stopped(true)).toMatchObject([{ status: 'cancelled' }]);
	});

	it('leaves the job running when the execution is stopped and Cancel on Stop is off', async () => {
		expect(await stopped(false)).toMatchObject([{ status: 'scraping', cancels: [] }]);
	});

	it('attaches to the job of the previous attempt', async () => {
		const context: IDataObject = {};
		const parameters = { maxWait: 1 };
		const first = await runItems(urls, { context }, parameters);
		expect(first.items[0]?.json.error).toBe('The batch scrape did not finish in time');
		time.advance(60_000);
		const { items } = await runItems(urls, { context }, parameters);
		expect(items.map(({ json }) => sourceOf(json))).toEqual(urls);
		expect(service.jobs.all).toHaveLength(1);
	});

	it('attaches to each of several jobs', async () => {
		service.configure({ credits: 1_000_000, maxConcurrency: 100 });
		const many = syntheticUrls(10_001);
		const context: IDataObject = {};
		await execute({
			parameters: ofList(many, { maxWait: 1 }),
			context,
			onError: 'continueRegularOutput',
		});
		expect(service.jobs.all).toHaveLength(2);
		service.advanceClock(80_000_000);
		const { items } = await execute({ parameters: ofList(many, { maxWait: 1 }), context });
		expect(items).toHaveLength(10_001);
		expect(service.jobs.all).toHaveLength(2);
	});

	it('knows the refused URLs of the job that it attaches to', async () => {
		const context: IDataObject = {};
		const withRefused = [...urls, 'http://localhost/'];
		await runItems(withRefused, { context }, { maxWait: 1 });
		time.advance(60_000);
		const { items } = await runItems(withRefused, { context }, { maxWait: 1 });
		expect(items[3]?.json.error).toBe('The service does not accept this URL');
	});

	it('sends no second start after the response to the first was lost', async () => {
		service.addFaults(lostStart);
		const context: IDataObject = {};
		service.addFaults(
			faults.fault({ kind: 'resetBefore' }, { when: { path: '/v2/team/activity*' }, times: 0 }),
		);
		await runItems(urls, { context });
		const { items } = await runItems(urls, { context });
		expect(service.jobs.all).toHaveLength(1);
		expect(items.map(({ json }) => json.error)).toEqual(
			urls.map(() => 'Could not confirm that the batch scrape was started'),
		);
	});

	it('starts another job on Retry after a crash, because the record of the first start is lost', async () => {
		await runItems(urls, { resumeToken: 'a', executionId: '1' });
		await runItems(urls, { resumeToken: 'a', executionId: '2' });
		expect(service.jobs.all).toHaveLength(2);
	});

	it('finds the job of a start whose response was lost in the activity of the account', async () => {
		service.addFaults(lostStart);
		const { items, hints } = await runItems(urls);
		expect(service.jobs.all).toHaveLength(1);
		expect(items.map(({ json }) => sourceOf(json))).toEqual(urls);
		expect(hints.map(({ message }) => message).join()).toContain('in the account activity');
	});
});

describe('Start', () => {
	it('returns one item for the job of all input items, paired with them', async () => {
		const { items, hints } = await execute({
			parameters: (index) =>
				batch('start', {
					urlsFrom: 'items',
					itemUrl: [first, 'http://localhost/', first][index] ?? '',
				}),
			items: [{}, {}, {}],
		});
		const [job] = service.jobs.all;
		expect(items).toEqual([
			{
				json: {
					success: true,
					jobId: job?.id,
					urlCount: 2,
					invalidURLs: ['http://localhost/'],
					url: expect.any(String) as string,
				},
				pairedItem: [{ item: 0 }, { item: 1 }, { item: 2 }],
			},
		]);
		expect(hints[0]?.message).toContain('1 URL is invalid or not supported');
	});

	it('appends URLs to a job', async () => {
		const { items } = await execute({ parameters: batch('start', { urls: first }) });
		const jobId = String(items[0]?.json.jobId);
		time.advance(60_000);
		const appended = await execute({
			parameters: ofList(second, { options: { appendToId: jobId } }),
		});
		expect(bodies()[1]).toEqual({ urls: [second], ignoreInvalidURLs: true, appendToId: jobId });
		expect(service.jobs.all).toMatchObject([{ id: jobId, completed: 2 }]);
		expect(appended.items.map(({ json }) => sourceOf(json))).toEqual([second]);
		expect(appended.hints[0]?.message).toContain('1 page of other URLs');
	});

	it('follows a job that is completed while it scrapes appended URLs', async () => {
		const { items } = await execute({ parameters: batch('start', { urls: first }) });
		const jobId = String(items[0]?.json.jobId);
		time.advance(60_000);
		service.configure({ jobPageMs: 30_000 });
		const appended = await execute({
			parameters: ofList([second, third], { options: { appendToId: jobId } }),
		});
		expect(appended.items.map(({ json }) => sourceOf(json))).toEqual([second, third]);
		expect(service.jobs.all[0]?.polls.length).toBeGreaterThan(3);
	});

	it.each<[string, INodeParameters, IDataObject]>([
		['maxConcurrency', { maxConcurrency: 5 }, { maxConcurrency: 5 }],
		...jobOptionRows('page', 'completed'),
		['scrape options at the top level', { onlyMainContent: false }, { onlyMainContent: false }],
		['additional body fields', { additionalBodyFields: '{"mobile":true}' }, { mobile: true }],
		['ignoreInvalidURLs', { ignoreInvalidURLs: false }, { ignoreInvalidURLs: false }],
	])('sends %s', async (_name, options, expected) => {
		await execute({ parameters: batch('start', { urls: first, options }) });
		expect(bodies()).toEqual([{ urls: [first], ignoreInvalidURLs: true, ...expected }]);
	});
});

describe('operations on a job', () => {
	const startedId = async (count = 3): Promise<string> => {
		const { items } = await execute({
			parameters: batch('start', { urls: syntheticUrls(count).join('\n') }),
		});
		return String(items[0]?.json.jobId);
	};

	it('Wait returns the pages in the order in which they were finished', async () => {
		service.jobs.planNext([{ pages: [{ url: first, ms: 60_000 }] }]);
		const jobId = await startedId();
		const { items } = await execute({ parameters: batch('wait', { jobId }) });
		expect(items.map(({ json }) => sourceOf(json))).toEqual([second, third, first]);
	});

	it('Get returns the status without pages and without unknown credits', async () => {
		service.configure({ jobCreditsKnown: false });
		const jobId = await startedId();
		time.advance(60_000);
		const { items, hints } = await execute({ parameters: batch('get', { jobId }) });
		expect(items[0]?.json).toMatchObject({ status: 'completed', jobId, completed: 3, total: 3 });
		for (const name of ['data', 'next', 'creditsUsed', 'success']) {
			expect(items[0]?.json).not.toHaveProperty(name);
		}
		expect(hints[0]?.message).toContain('does not report the credits');
	});

	it('Get Pages returns a slice of a job that is still running', async () => {
		service.configure({ maxConcurrency: 1 });
		service.jobs.planNext([{ pageMs: 10_000 }]);
		const jobId = await startedId(5);
		time.advance(35_000);
		const { items } = await execute({
			parameters: batch('getPages', { jobId, limit: 2, skip: 1 }),
		});
		expect(sent().at(-1)).toBe('GET /v2/batch/scrape/ID?skip=1&limit=2');
		expect(items.map(({ json }) => sourceOf(json))).toEqual([second, third]);
	});

	it('Get Pages returns all pages', async () => {
		const jobId = await startedId(250);
		time.advance(600_000);
		const { items } = await execute({ parameters: batch('getPages', { jobId, returnAll: true }) });
		expect(items).toHaveLength(250);
	});

	it('Get Pages says that a running job has no pages yet', async () => {
		service.jobs.planNext([{ pageMs: 60_000 }]);
		const jobId = await startedId();
		const { items, hints } = await execute({ parameters: batch('getPages', { jobId }) });
		expect(items).toEqual([]);
		expect(hints.map(({ message }) => message)).toEqual([
			"The batch scrape has no pages yet. The status is 'scraping'. Run this operation again later.",
		]);
	});

	it('Get Pages says that a job has ended without pages', async () => {
		service.jobs.planNext([{ pages: syntheticUrls(3).map((url) => ({ url, error: {} })) }]);
		const jobId = await startedId();
		time.advance(60_000);
		const { hints } = await execute({ parameters: batch('getPages', { jobId }) });
		expect(hints.map(({ message }) => message)).toEqual([
			"The batch scrape has no pages. The status is 'completed'.",
		]);
	});

	it('Get Pages returns nothing after the last page, with a hint', async () => {
		const jobId = await startedId();
		time.advance(60_000);
		const { items, hints } = await execute({ parameters: batch('getPages', { jobId, skip: 50 }) });
		expect(items).toEqual([]);
		expect(hints[0]?.message).toBe(
			"The batch scrape has no pages after the first 50. The status is 'completed'.",
		);
	});

	it('Get Errors returns an item for each failed page', async () => {
		service.jobs.planNext([{ pages: [{ url: second, error: { error: 'Blocked' } }] }]);
		const jobId = await startedId();
		time.advance(60_000);
		const { items } = await execute({ parameters: batch('getErrors', { jobId }) });
		expect(items.map(({ json }) => json)).toMatchObject([
			{ failed: true, url: second, message: 'Blocked' },
		]);
	});

	it('Cancel ends a running job and succeeds for one that has ended', async () => {
		const jobId = await startedId();
		const cancel = () => execute({ parameters: batch('cancel', { jobId }) });
		expect((await cancel()).items[0]?.json).toMatchObject({ jobId, outcome: 'cancelling' });
		expect(service.jobs.all[0]).toMatchObject({ status: 'cancelled' });
		const other = await startedId();
		time.advance(60_000);
		const { items } = await execute({ parameters: batch('cancel', { jobId: other }) });
		expect(items[0]?.json).toMatchObject({ jobId: other, outcome: 'alreadyFinished' });
	});
});
