import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { fault } from '../localService/faults';
import type { JobReport } from '../localService/localService';
import { useBuiltNode } from '../support/useBuiltNode';

const { service, time, execute } = useBuiltNode({ jobPageMs: 500 });

const HOUR_MS = 3_600_000;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const site = (path = ''): string => `${service.url}/site/${path}`;

const crawl = (operation: string, parameters: INodeParameters = {}): INodeParameters => ({
	resource: 'crawl',
	operation,
	...parameters,
});

const crawlSite = (operation: string, parameters: INodeParameters = {}): INodeParameters =>
	crawl(operation, { url: site(), ...parameters });

type Rest = Partial<Parameters<typeof execute>[0]>;

async function run(parameters: INodeParameters, rest: Rest = {}) {
	const onError = 'continueRegularOutput';
	const { items, hints } = await execute({ parameters, onError, ...rest });
	return { items: items.map(({ json }) => json), hints: hints.map(({ message }) => message) };
}

const start = async (parameters: INodeParameters = {}): Promise<string> => {
	const { items } = await run(crawlSite('start', parameters));
	return String(items[0]?.jobId);
};

const urlsOf = (items: readonly IDataObject[]): string[] =>
	items
		.map(({ metadata, url }) => String((metadata as IDataObject | undefined)?.sourceURL ?? url))
		.map((url) => url.replace(site(), '/'))
		.sort();

const only = (): JobReport => {
	const [job, ...others] = service.jobs.all;
	if (job === undefined || others.length > 0) throw new Error('There is not exactly one crawl');
	return job;
};

const startRequests = () => service.requests.filter(({ path }) => path === '/v2/crawl');

describe('a field of a crawl', () => {
	const webhook = {
		url: 'https://example.com/hook',
		events: ['completed'],
		headers: { header: [{ name: 'X-Token', value: 'abc' }] },
		metadata: { entry: [{ name: 'run', value: '7' }] },
	};

	it.each<[string, INodeParameters, IDataObject]>([
		['url', {}, {}],
		['limit', { limit: 3 }, { limit: 3 }],
		['limit at the default of the service', { limit: 10_000 }, {}],
		['prompt', { options: { prompt: 'Only /light' } }, { prompt: 'Only /light' }],
		[
			'includePaths',
			{ options: { includePaths: ['^/site/light', '^/site/$'] } },
			{ includePaths: ['^/site/light', '^/site/$'] },
		],
		[
			'excludePaths',
			{ options: { excludePaths: ['^/site/news'] } },
			{ excludePaths: ['^/site/news'] },
		],
		['regexOnFullURL', { options: { regexOnFullURL: true } }, { regexOnFullURL: true }],
		['maxDiscoveryDepth', { options: { maxDiscoveryDepth: 0 } }, { maxDiscoveryDepth: 0 }],
		['sitemap', { options: { sitemap: 'only' } }, { sitemap: 'only' }],
		[
			'ignoreQueryParameters',
			{ options: { ignoreQueryParameters: true } },
			{ ignoreQueryParameters: true },
		],
		[
			'deduplicateSimilarURLs',
			{ options: { deduplicateSimilarURLs: false } },
			{ deduplicateSimilarURLs: false },
		],
		['crawlEntireDomain', { options: { crawlEntireDomain: true } }, { crawlEntireDomain: true }],
		['allowExternalLinks', { options: { allowExternalLinks: true } }, { allowExternalLinks: true }],
		['allowSubdomains', { options: { allowSubdomains: true } }, { allowSubdomains: true }],
		['ignoreRobotsTxt', { options: { ignoreRobotsTxt: true } }, { ignoreRobotsTxt: true }],
		['robotsUserAgent', { options: { robotsUserAgent: 'bot' } }, { robotsUserAgent: 'bot' }],
		['delay', { options: { delay: 0.5 } }, { delay: 0.5 }],
		['maxConcurrency', { options: { maxConcurrency: 2 } }, { maxConcurrency: 2 }],
		[
			'webhook',
			{ options: { webhook } },
			{
				webhook: {
					url: 'https://example.com/hook',
					events: ['completed'],
					headers: { 'X-Token': 'abc' },
					metadata: { run: '7' },
				},
			},
		],
		['zeroDataRetention', { options: { zeroDataRetention: true } }, { zeroDataRetention: true }],
		['origin', { options: { origin: 'nightly' } }, { origin: 'nightly' }],
		['integration', { options: { integration: '_n8n' } }, { integration: '_n8n' }],
		[
			'scrapeOptions',
			{
				scrapeOptions: {
					formats: { format: [{ type: 'links' }, { type: 'html' }] },
					onlyMainContent: false,
					redactPIIOptions: {},
					returnPdfUnparsed: true,
					auditMetadata: { username: 'night-run' },
				},
			},
			{
				scrapeOptions: {
					formats: ['links', 'html'],
					onlyMainContent: false,
					redactPII: true,
					parsers: [],
					auditMetadata: { username: 'night-run' },
				},
			},
		],
		['scrapeOptions with the default format', { scrapeOptions: { formats: {} } }, {}],
		[
			'additionalBodyFields',
			{ options: { additionalBodyFields: '{"maxConcurrency":3}' } },
			{ maxConcurrency: 3 },
		],
	])('is sent as it was set, and the service accepts it: %s', async (_name, form, sent) => {
		service.configure({ robotsOverride: true });
		const { items } = await run(crawlSite('start', form));
		expect(startRequests().map(({ body }) => body)).toEqual([{ url: site(), ...sent }]);
		expect((items[0]?.details as IDataObject | undefined)?.httpCode).not.toBe(400);
	});

	it.each<[string, INodeParameters, string]>([
		[
			'a pattern that no server accepts',
			{ options: { includePaths: ['^/a', '*.html'] } },
			"'Options > Paths: Include Paths > 2' must be a regular expression (Nothing to repeat)",
		],
		[
			'page options that exclude each other',
			{ scrapeOptions: { onlyCleanContent: true, lockdown: true } },
			"'Scrape Options > Content: Only Clean Content' cannot be combined with 'Scrape Options > Cache: Lockdown'",
		],
		[
			'a page option that excludes a crawl option',
			{ scrapeOptions: { onlyCleanContent: true }, options: { zeroDataRetention: true } },
			"'Scrape Options > Content: Only Clean Content' cannot be combined with 'Options > Privacy: Zero Data Retention'",
		],
	])('fails before anything is sent: %s', async (_name, form, error) => {
		const { items } = await run(crawlSite('start', form));
		expect(items).toMatchObject([{ error }]);
		expect(service.requests).toEqual([]);
	});

	it.each<[string, INodeParameters, string[]]>([
		['limit', { limit: 1 }, ['/']],
		[
			'includePaths',
			{ options: { includePaths: ['^/site/$', '^/site/light/$'], sitemap: 'skip' } },
			['/', '/light/'],
		],
		['maxDiscoveryDepth', { options: { maxDiscoveryDepth: 0, sitemap: 'skip' } }, ['/']],
	])('decides which pages are crawled: %s', async (_name, form, urls) => {
		const { items } = await run(crawlSite('run', form));
		expect(urlsOf(items)).toEqual(urls);
	});
});

describe('Run', () => {
	it('returns one simplified item per page', async () => {
		const { items, hints } = await run(crawlSite('run', { limit: 3 }));
		expect(items).toHaveLength(3);
		expect(items).toContainEqual({
			markdown: expect.stringContaining('North Mole Light'),
			metadata: expect.objectContaining({ sourceURL: site(), statusCode: 200 }),
		});
		expect(hints).toContain(
			"The crawl reached its limit of 3 pages, so the website may contain more pages. To get more pages, increase 'Limit'.",
		);
		expect(only()).toMatchObject({ status: 'completed', cancels: [] });
	});

	it('adds the job ID to each page with Simplify off', async () => {
		const { items } = await run(crawlSite('run', { limit: 2, simplify: false }));
		expect(items.map(({ jobId }) => jobId)).toEqual([only().id, only().id]);
	});

	it('ignores failed pages with a hint by default', async () => {
		service.jobs.planNext([{ pages: [{ url: `${service.url}/site/light/*`, error: {} }] }]);
		const { items, hints } = await run(crawlSite('run'));
		expect(items.length).toBeGreaterThan(3);
		expect(hints.join(' ')).toMatch(
			/\d+ pages could not be scraped, for example, .*select 'Output as Items' in 'Options > Output: Failed Pages'/,
		);
	});

	it('counts the pages that a hint is about', async () => {
		const { hints } = await run(crawlSite('run', { options: { sitemap: 'skip' } }));
		expect(hints.join(' ')).toMatch(/HTTP status 404 [^.]*\(\d+ of \d+ pages\)/);
	});

	it('returns failed pages as items, including those that robots.txt disallows', async () => {
		const options = { failedPages: 'items', sitemap: 'skip' };
		const { items } = await run(crawlSite('run', { options }));
		const failed = items.filter(({ failed: isFailed }) => isFailed === true);
		expect(failed).toContainEqual(
			expect.objectContaining({ url: site('private/logbook'), robotsBlocked: true }),
		);
	});

	it('fails for each failed page if that is selected', async () => {
		service.jobs.planNext([
			{ pages: [{ url: site('light/'), error: { code: 'SCRAPE_TIMEOUT', error: 'Timed out' } }] },
		]);
		const options = { failedPages: 'fail', sitemap: 'skip', maxDiscoveryDepth: 1 };
		const { items } = await run(crawlSite('run', { options }));
		const failed = items.filter(({ error }) => error !== undefined);
		expect(failed).toContainEqual(
			expect.objectContaining({ details: expect.objectContaining({ url: site('light/') }) }),
		);
	});

	it('fails with the reason if every page failed', async () => {
		service.jobs.planNext([
			{ pages: [{ url: site(), error: { code: 'SCRAPE_TIMEOUT', error: 'The page is slow' } }] },
		]);
		const { items } = await run(crawlSite('run', { options: { sitemap: 'skip' } }));
		expect(items).toMatchObject([
			{
				error: 'Every page of the crawl failed',
				message: expect.stringContaining('The page is slow'),
				details: { reason: 'noPageScraped', failedCount: 1, jobId: only().id },
			},
		]);
	});

	it('fails if robots.txt disallows the first page', async () => {
		const { items } = await run(crawl('run', { url: site('private/logbook') }));
		expect(items).toMatchObject([{ details: { code: 'CRAWL_DENIAL', reason: 'noPageScraped' } }]);
	});

	it('returns the pages of a crawl that was canceled, with a hint', async () => {
		service.jobs.planNext([{ endStatus: 'cancelled' }]);
		const { items, hints } = await run(crawlSite('run', { limit: 2 }));
		expect(items).toHaveLength(2);
		expect(hints.join(' ')).toContain('The crawl was canceled before completion, after 2 pages');
	});

	it('fails with the reason if the crawl could not begin', async () => {
		service.jobs.planNext([{ kickoffError: 'The queue is full.' }]);
		const { items } = await run(crawlSite('run'));
		expect(items).toMatchObject([
			{ error: 'The queue is full.', details: { reason: 'jobFailed' } },
		]);
	});

	it('shows the options that the service generated from a description', async () => {
		const options = { prompt: 'Only 2 pages' };
		const { items, hints } = await run(crawlSite('run', { options }));
		expect(items).toHaveLength(2);
		expect(hints.join(' ')).toContain(
			'The service generated these options from the description: {"limit":2}',
		);
	});

	it('polls without pages, and then reads them once', async () => {
		await run(crawlSite('run', { limit: 5 }));
		const gets = service.requests.filter(({ method }) => method === 'GET');
		const [status, errors] = [`/v2/crawl/${only().id}`, `/v2/crawl/${only().id}/errors`];
		expect(gets.filter(({ path }) => path === errors)).toHaveLength(1);
		const polls = gets.filter(({ path }) => path === `${status}?limit=1`);
		expect(gets).toHaveLength(polls.length + 2);
	});

	it('detects the end of a crawl of ten minutes soon, with few polls', async () => {
		service.jobs.planNext([{ pageMs: 600_000 }]);
		await run(crawlSite('run', { limit: 1, maxWait: 900 }));
		const { createdAt, endedAt, polls } = only();
		expect(Number(endedAt) - createdAt).toBe(600_000);
		const noticedAt = polls.find((at) => at >= Number(endedAt)) ?? Infinity;
		expect(noticedAt - Number(endedAt)).toBeLessThanOrEqual(10_000);
		expect(polls.length).toBeLessThanOrEqual(95);
	});

	it('after Max Wait, cancels the crawl and returns the finished pages', async () => {
		service.jobs.planNext([{ neverEnds: true }]);
		const parameters = { limit: 2, maxWait: 60, whenMaxWaitIsOver: 'cancel' };
		const { items } = await run(crawlSite('run', parameters));
		expect(items).toHaveLength(2);
		expect(only().cancels).toHaveLength(1);
	});
});

describe('the other operations', () => {
	it('Start returns the job ID, and the generated options for a description', async () => {
		const { items } = await run(crawlSite('start', { options: { prompt: 'Only 2 pages' } }));
		expect(items).toMatchObject([
			{
				success: true,
				jobId: only().id,
				promptGeneratedOptions: { limit: 2 },
				finalCrawlerOptions: { limit: 2, sitemap: 'include' },
			},
		]);
	});

	it('Wait returns the pages of a crawl that was started before', async () => {
		const jobId = await start({ limit: 2 });
		const { items } = await run(crawl('wait', { jobId }));
		expect(items).toHaveLength(2);
	});

	it('Get returns the status without pages', async () => {
		const jobId = await start({ limit: 2 });
		const { items } = await run(crawl('get', { jobId }));
		expect(items).toMatchObject([{ status: 'scraping', jobId }]);
		expect(items[0]).not.toHaveProperty('data');
	});

	it('Get Pages returns a part of the pages', async () => {
		const jobId = await start({ limit: 5 });
		await run(crawl('wait', { jobId }));
		const all = await run(crawl('getPages', { jobId, returnAll: true }));
		const part = await run(crawl('getPages', { jobId, limit: 2, skip: 3 }));
		expect(part.items).toEqual(all.items.slice(3, 5));
	});

	it('Get Pages fails after 24 hours and states the reason', async () => {
		const jobId = await start({ limit: 1 });
		await run(crawl('wait', { jobId }));
		time.advance(25 * HOUR_MS);
		const { items } = await run(crawl('getPages', { jobId }));
		expect(items).toMatchObject([
			{ error: 'Job not found', message: expect.stringContaining('24 hours') },
		]);
	});

	it('Get Errors returns the failed pages', async () => {
		const jobId = await start({ options: { sitemap: 'skip' } });
		await run(crawl('wait', { jobId }));
		const { items } = await run(crawl('getErrors', { jobId }));
		expect(items).toContainEqual(
			expect.objectContaining({ url: site('private/logbook'), robotsBlocked: true }),
		);
	});

	it('Cancel ends a crawl, and succeeds if it has ended', async () => {
		const jobId = await start();
		expect((await run(crawl('cancel', { jobId }))).items).toMatchObject([
			{ jobId, outcome: 'cancelling' },
		]);
		const ended = await start({ limit: 1 });
		await run(crawl('wait', { jobId: ended }));
		expect((await run(crawl('cancel', { jobId: ended }))).items).toMatchObject([
			{ jobId: ended, outcome: 'alreadyFinished' },
		]);
	});

	it('Get Many returns the running crawls only', async () => {
		const ended = await start({ limit: 1 });
		await run(crawl('wait', { jobId: ended }));
		const running = await start();
		const { items } = await run(crawl('getAll'));
		expect(items).toMatchObject([{ id: running, url: site() }]);
	});

	it('Preview Params returns the options for a description', async () => {
		const prompt = 'Only 2 pages below /light';
		const { items } = await run(crawlSite('previewParams', { prompt }));
		expect(items).toEqual([{ url: site(), limit: 2, includePaths: ['^/light(/.*)?$'] }]);
		expect(service.jobs.all).toEqual([]);
	});
});

describe('a crawl is started once', () => {
	const lost = () => fault({ kind: 'resetAfter' }, { when: { method: 'POST', path: '/v2/crawl' } });
	const keyed = { options: { sendIdempotencyKey: true } };
	const keys = () => startRequests().map(({ headers }) => headers['x-idempotency-key']);

	it('if its response is lost and it is still running', async () => {
		service.addFaults(lost());
		const { items } = await run(crawlSite('start'));
		expect(items).toMatchObject([{ success: true, jobId: only().id, recovered: true }]);
		expect(startRequests()).toHaveLength(1);
	});

	it('if its response is lost and it is not found', async () => {
		service.addFaults({ ...lost(), answer: { kind: 'resetBefore' } });
		const { items } = await run(crawlSite('start'));
		expect(items).toMatchObject([
			{
				error: 'Could not confirm that the crawl was started',
				details: { reason: 'startNotFound' },
			},
		]);
		expect(startRequests()).toHaveLength(1);
	});

	it('by Retry On Fail after a lost response', async () => {
		const listsFail = ['/v2/crawl/active', '/v2/team/activity'].map((path) =>
			fault({ kind: 'resetBefore' }, { when: { path }, times: 5 }),
		);
		service.jobs.planNext([{ neverEnds: true }]);
		service.addFaults(lost(), ...listsFail);
		const context = {};
		const first = await run(crawlSite('start'), { context });
		expect(first.items).toMatchObject([{ details: { reason: 'startNotFound' } }]);
		const second = await run(crawlSite('start'), { context });
		expect(second.items).toMatchObject([{ jobId: only().id }]);
	});

	it('by Retry On Fail after a poll failed', async () => {
		const context = {};
		service.jobs.planNext([{ pageMs: 20_000 }]);
		const parameters = crawlSite('run', { limit: 2, maxWait: 5 });
		const first = await run(parameters, { context });
		expect(first.items).toMatchObject([{ error: 'The crawl did not finish in time' }]);
		const second = await run(crawlSite('run', { limit: 2, maxWait: 600 }), { context });
		expect(second.items).toHaveLength(2);
		expect(only().status).toBe('completed');
	});

	it('sends no idempotency key by default', async () => {
		await start();
		expect(keys()).toEqual([undefined]);
	});

	it('with a UUID as key, which differs for a changed request', async () => {
		await start({ ...keyed, limit: 1 });
		await start({ ...keyed, limit: 2 });
		expect(keys()).toEqual([expect.stringMatching(UUID), expect.stringMatching(UUID)]);
		expect(new Set(keys()).size).toBe(2);
	});

	it('with a key if the request is lost before it arrives: it is sent again', async () => {
		service.addFaults(
			fault({ kind: 'resetBefore' }, { when: { method: 'POST', path: '/v2/crawl' } }),
		);
		const { items } = await run(crawlSite('start', keyed));
		expect(items).toMatchObject([{ success: true, jobId: only().id }]);
		expect(new Set(keys()).size).toBe(1);
	});

	it('with a key by Retry after a crash that loses the record of the first start', async () => {
		const first = await run(crawlSite('start', keyed), { resumeToken: 'a' });
		const second = await run(crawlSite('start', keyed), { resumeToken: 'a', executionId: '2' });
		expect(first.items).toMatchObject([{ jobId: only().id }]);
		expect(second.items).toMatchObject([{ jobId: only().id, recovered: true }]);
	});

	it('with another key after the service rejected the request', async () => {
		const context = {};
		service.configure({ robotsOverride: false });
		const parameters = crawlSite('start', {
			options: { sendIdempotencyKey: true, ignoreRobotsTxt: true },
		});
		await run(parameters, { context });
		service.configure({ robotsOverride: true });
		const second = await run(parameters, { context });
		expect(second.items).toMatchObject([{ jobId: only().id }]);
		expect(new Set(keys()).size).toBe(2);
	});

	it('with another key after a crawl that failed', async () => {
		const context = {};
		const parameters = crawlSite('run', { ...keyed, limit: 2 });
		service.jobs.planNext([{ kickoffError: 'The queue is full.' }]);
		const first = await run(parameters, { context });
		expect(first.items).toMatchObject([{ error: 'The queue is full.' }]);
		const second = await run(parameters, { context });
		expect(second.items).toHaveLength(2);
		expect(new Set(keys()).size).toBe(2);
	});
});

it('a crawl without a key is started again by Retry after a crash', async () => {
	const first = await run(crawlSite('start'), { resumeToken: 'a', executionId: '1' });
	const second = await run(crawlSite('start'), { resumeToken: 'a', executionId: '2' });
	expect(service.jobs.all.map(({ id }) => id)).toEqual([
		first.items[0]?.jobId,
		second.items[0]?.jobId,
	]);
});

describe('a stopped execution', () => {
	async function stopped(options: INodeParameters) {
		const stop = new AbortController();
		time.duringSleep(() => stop.abort());
		const parameters = crawlSite('run', { options });
		await expect(execute({ parameters, signal: stop.signal })).rejects.toThrow(/cancel/i);
	}

	it('cancels its crawl', async () => {
		await stopped({});
		expect(only()).toMatchObject({ status: 'cancelled', cancels: [expect.any(Number)] });
	});

	it('leaves its crawl running with Cancel on Stop off', async () => {
		await stopped({ cancelOnStop: false });
		expect(only()).toMatchObject({ status: 'scraping', cancels: [] });
	});
});
