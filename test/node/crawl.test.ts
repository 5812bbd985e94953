import { errorRowFault, fault } from '../localService/faults';
import type { JobReport } from '../localService/localService';
import { jobOptions } from '../spec/jobOptions';
import type { NodeRun } from '../support/builtNode';
import { useBuiltNode, type Form } from '../support/useBuiltNode';

const { service, time, run, bodies, stopInSleep } = useBuiltNode({ jobPageMs: 500 });

const HOUR_MS = 3_600_000;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const site = (path = ''): string => `${service.url}/site/${path}`;

const runSite = (operation: string, form: Form = {}, rest: Partial<NodeRun> = {}) =>
	run(`crawl.${operation}`, { url: site(), ...form }, rest);

const startedId = async (form: Form = {}) => (await runSite('start', form)).first.jobId;

const only = (): JobReport => {
	const [job, ...others] = service.jobs.all;
	if (job === undefined || others.length > 0) throw new Error('There is not exactly one crawl');
	return job;
};

const starts = () => service.requests.filter(({ path }) => path === '/v2/crawl');

const linksOnly = { sitemap: 'skip' };
const timedOut = { code: 'SCRAPE_TIMEOUT', error: 'The page is slow' };
const failing = (url: string) => service.jobs.planNext([{ pages: [{ url, error: timedOut }] }]);

describe('a field of a crawl', () => {
	const ofJob = jobOptions('completed');
	const options = {
		prompt: 'Only /light',
		includePaths: ['^/site/light', '^/site/$'],
		excludePaths: ['^/site/news'],
		regexOnFullURL: true,
		maxDiscoveryDepth: 0,
		sitemap: 'only',
		ignoreQueryParameters: true,
		deduplicateSimilarURLs: false,
		crawlEntireDomain: true,
		allowExternalLinks: true,
		allowSubdomains: true,
		ignoreRobotsTxt: true,
		robotsUserAgent: 'bot',
		delay: 0.5,
		maxConcurrency: 2,
		zeroDataRetention: true,
	};
	const { auditMetadata, threatProtection, ...ofJobForm } = ofJob.form;
	const { auditMetadata: _audit, threatProtection: _threat, ...ofJobSent } = ofJob.sent;
	const onPage = { auditMetadata, threatProtection };

	it.each<[string, Form, Form]>([
		['only the URL if nothing is set', {}, {}],
		['no limit at the default of the service', { limit: 10_000 }, {}],
		['no format if it is the default', { scrapeOptions: { formats: {} } }, {}],
		[
			'every other field as it was set',
			{
				limit: 3,
				options: { ...options, ...ofJobForm, additionalBodyFields: '{"maxConcurrency":3}' },
			},
			{ limit: 3, ...options, ...ofJobSent, maxConcurrency: 3 },
		],
		[
			'the scrape options in an object of their own',
			{
				scrapeOptions: {
					formats: { format: [{ type: 'links' }, { type: 'html' }] },
					onlyMainContent: false,
					redactPIIOptions: {},
					returnPdfUnparsed: true,
					...onPage,
				},
			},
			{
				scrapeOptions: {
					formats: ['links', 'html'],
					onlyMainContent: false,
					redactPII: true,
					parsers: [],
					...onPage,
				},
			},
		],
	])('is sent, and the service accepts it: %s', async (_name, form, sent) => {
		service.configure({ robotsOverride: true });
		const { first } = await runSite('start', form);
		expect(bodies()).toEqual([{ url: site(), ...sent }]);
		expect(first.details?.httpCode).not.toBe(400);
	});

	it.each<[string, Form, string]>([
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
		expect((await runSite('start', form)).json).toMatchObject([{ error }]);
		expect(service.requests).toEqual([]);
	});

	it('is an error if it needs a permission that the account does not have', async () => {
		const { first } = await runSite('run', { options: { ignoreRobotsTxt: true } });
		expect(first).toMatchObject({
			error: 'The robots.txt options are not enabled',
			details: { httpCode: 403 },
		});
		expect(JSON.stringify(first)).toContain('The ignoreRobotsTxt parameter');
	});
});

describe('Run', () => {
	it('returns one simplified item per page', async () => {
		const { json, hints } = await runSite('run', { limit: 3 });
		expect(json).toHaveLength(3);
		expect(json).toContainEqual({
			markdown: expect.stringContaining('North Mole Light'),
			metadata: expect.objectContaining({ sourceURL: site(), statusCode: 200 }),
		});
		expect(hints).toContain(
			"The crawl reached its limit of 3 pages, so the website may contain more pages. To get more pages, increase 'Limit'.",
		);
		expect(only()).toMatchObject({ status: 'completed', cancels: [] });
	});

	it('adds the job ID to each page with Simplify off', async () => {
		const { json } = await runSite('run', { limit: 2, simplify: false });
		expect(json.map(({ jobId }) => jobId)).toEqual([only().id, only().id]);
	});

	it('ignores failed pages with a hint by default', async () => {
		failing(site('light/'));
		const { json, hints } = await runSite('run', { limit: 5 });
		expect(json.length).toBeGreaterThan(2);
		expect(hints.join(' ')).toMatch(
			/\d pages could not be scraped, for example, .*select 'Output as Items' in 'Options > Output: Failed Pages'/,
		);
	});

	it('returns failed pages as items, including those that robots.txt disallows', async () => {
		const { json } = await runSite('run', { options: { failedPages: 'items', ...linksOnly } });
		expect(json).toContainEqual(
			expect.objectContaining({ failed: true, url: site('private/logbook'), robotsBlocked: true }),
		);
	});

	it('fails for each failed page if that is selected', async () => {
		failing(site('light/'));
		const options = { failedPages: 'fail', maxDiscoveryDepth: 1, ...linksOnly };
		const { json } = await runSite('run', { options });
		expect(json.filter(({ error }) => error !== undefined)).toContainEqual(
			expect.objectContaining({
				message: expect.stringMatching(/\d+ other pages? succeeded.*Get Pages.*job ID/) as string,
				details: expect.objectContaining({ url: site('light/') }),
			}),
		);
	});

	it('fails with the reason if every page failed', async () => {
		failing(site());
		const { json } = await runSite('run', { options: linksOnly });
		expect(json).toMatchObject([
			{
				error: 'Every page of the crawl failed',
				message: expect.stringContaining('The page is slow'),
				details: { reason: 'noPageScraped', failedCount: 1, jobId: only().id },
			},
		]);
	});

	it('fails if robots.txt disallows the first page', async () => {
		const { first } = await runSite('run', { url: site('private/logbook') });
		expect(first.details).toMatchObject({ code: 'CRAWL_DENIAL', reason: 'noPageScraped' });
	});

	it('returns the pages of a crawl that was canceled, with a hint', async () => {
		service.jobs.planNext([{ endStatus: 'cancelled' }]);
		const { json, hints } = await runSite('run', { limit: 2 });
		expect(json).toHaveLength(2);
		expect(hints.join(' ')).toContain('The crawl was canceled before completion, after 2 pages');
	});

	it('fails with the reason if the crawl could not begin', async () => {
		service.jobs.planNext([{ kickoffError: 'The queue is full.' }]);
		expect((await runSite('run')).json).toMatchObject([
			{ error: 'The queue is full.', details: { reason: 'jobFailed' } },
		]);
	});

	it('shows the options that the service generated from a description', async () => {
		const { json, hints } = await runSite('run', { options: { prompt: 'Only 2 pages' } });
		expect(json).toHaveLength(2);
		expect(hints.join(' ')).toContain(
			'The service generated these options from the description: {"limit":2}',
		);
	});

	it('after Max Wait, cancels the crawl and returns the finished pages', async () => {
		service.jobs.planNext([{ neverEnds: true }]);
		const form = { limit: 2, maxWait: 60, whenMaxWaitIsOver: 'cancel' };
		expect((await runSite('run', form)).json).toHaveLength(2);
		expect(only().cancels).toHaveLength(1);
	});
});

describe('the other operations', () => {
	const endedId = async (form: Form) => {
		const jobId = await startedId(form);
		const { json } = await run('crawl.wait', { jobId });
		return { jobId, pages: json };
	};

	it('Start returns the job ID, and the generated options for a description', async () => {
		expect((await runSite('start', { options: { prompt: 'Only 2 pages' } })).json).toMatchObject([
			{
				success: true,
				jobId: only().id,
				promptGeneratedOptions: { limit: 2 },
				finalCrawlerOptions: { limit: 2, sitemap: 'include' },
			},
		]);
	});

	it('Get returns the status without pages', async () => {
		const jobId = await startedId({ limit: 2 });
		const { json } = await run('crawl.get', { jobId });
		expect(json).toMatchObject([{ status: 'scraping', jobId }]);
		expect(json[0]).not.toHaveProperty('data');
	});

	it('Wait returns all pages, and Get Pages a part of them for 24 hours', async () => {
		const { jobId, pages } = await endedId({ limit: 5 });
		expect(pages).toHaveLength(5);
		const part = await run('crawl.getPages', { jobId, limit: 2, skip: 3 });
		expect(part.json).toEqual(pages.slice(3, 5));
		time.advance(25 * HOUR_MS);
		expect((await run('crawl.getPages', { jobId })).json).toMatchObject([
			{ error: 'Job not found', message: expect.stringContaining('24 hours') },
		]);
	});

	it('Get Errors returns the failed pages', async () => {
		const { jobId } = await endedId({ options: linksOnly });
		expect((await run('crawl.getErrors', { jobId })).json).toContainEqual(
			expect.objectContaining({ url: site('private/logbook'), robotsBlocked: true }),
		);
	});

	it('Get Many returns running crawls only, and Cancel ends them or says that they have ended', async () => {
		const { jobId: ended } = await endedId({ limit: 1 });
		const running = await startedId();
		expect((await run('crawl.getAll')).json).toMatchObject([{ id: running, url: site() }]);
		for (const [jobId, outcome] of [
			[running, 'cancelling'],
			[ended, 'alreadyFinished'],
		]) {
			expect((await run('crawl.cancel', { jobId })).json).toMatchObject([{ jobId, outcome }]);
		}
	});

	it('Preview Params returns the options for a description', async () => {
		const { json } = await runSite('previewParams', { prompt: 'Only 2 pages below /light' });
		expect(json).toEqual([{ url: site(), limit: 2, includePaths: ['^/light(/.*)?$'] }]);
		expect(service.jobs.all).toEqual([]);
	});
});

describe('a crawl is started once', () => {
	const toStart = { when: { method: 'POST', path: '/v2/crawl' } };
	const lost = fault({ kind: 'resetAfter' }, toStart);
	const neverArrived = fault({ kind: 'resetBefore' }, toStart);
	const keyed = { options: { sendIdempotencyKey: true } };
	const keys = () => starts().map(({ headers }) => headers['x-idempotency-key']);

	it('if its response is lost and it is still running, without a key', async () => {
		service.addFaults(lost);
		const { json } = await runSite('start');
		expect(json).toMatchObject([{ success: true, jobId: only().id, recovered: true }]);
		expect(keys()).toEqual([undefined]);
	});

	it('if its response is lost and it is not found', async () => {
		service.addFaults(neverArrived);
		expect((await runSite('start')).json).toMatchObject([
			{
				error: 'Could not confirm that the crawl was started',
				details: { reason: 'startNotFound' },
			},
		]);
		expect(starts()).toHaveLength(1);
	});

	it('by Retry On Fail after a lost response', async () => {
		const listsFail = ['/v2/crawl/active', '/v2/team/activity'].map((path) =>
			fault({ kind: 'resetBefore' }, { when: { path }, times: 5 }),
		);
		service.jobs.planNext([{ neverEnds: true }]);
		service.addFaults(lost, ...listsFail);
		const context = {};
		const { first } = await runSite('start', {}, { context });
		expect(first.details).toMatchObject({ reason: 'startNotFound' });
		const second = await runSite('start', {}, { context });
		expect(second.json).toMatchObject([{ jobId: only().id }]);
	});

	it('by Retry On Fail after Max Wait', async () => {
		const context = {};
		service.jobs.planNext([{ pageMs: 20_000 }]);
		const { first } = await runSite('run', { limit: 2, maxWait: 5 }, { context });
		expect(first.error).toBe('The crawl did not finish in time');
		const second = await runSite('run', { limit: 2, maxWait: 600 }, { context });
		expect(second.json).toHaveLength(2);
		expect(only().status).toBe('completed');
	});

	it('with a UUID as key, which differs for a changed request', async () => {
		await runSite('start', { ...keyed, limit: 1 });
		await runSite('start', { ...keyed, limit: 2 });
		expect(keys()).toEqual([expect.stringMatching(UUID), expect.stringMatching(UUID)]);
		expect(new Set(keys()).size).toBe(2);
	});

	it('with a key if the request is lost before it arrives: it is sent again', async () => {
		service.addFaults(neverArrived);
		const { json } = await runSite('start', keyed);
		expect(json).toMatchObject([{ success: true, jobId: only().id }]);
		expect(keys()).toHaveLength(2);
		expect(new Set(keys()).size).toBe(1);
	});

	it('with a key by Retry after a crash that loses the record of the first start', async () => {
		const first = await runSite('start', keyed, { resumeToken: 'a' });
		const second = await runSite('start', keyed, { resumeToken: 'a', executionId: '2' });
		expect(first.json).toMatchObject([{ jobId: only().id }]);
		expect(second.json).toMatchObject([{ jobId: only().id, recovered: true }]);
	});

	it('but twice without a key by Retry after such a crash', async () => {
		await runSite('start', {}, { resumeToken: 'a' });
		await runSite('start', {}, { resumeToken: 'a', executionId: '2' });
		expect(service.jobs.all).toHaveLength(2);
	});

	it('with another key after the service rejected the request', async () => {
		const context = {};
		service.addFaults(errorRowFault('forbidden', toStart));
		await runSite('start', keyed, { context });
		const { json } = await runSite('start', keyed, { context });
		expect(json).toMatchObject([{ jobId: only().id }]);
		expect(new Set(keys()).size).toBe(2);
	});

	it('with another key after a crawl that failed', async () => {
		const context = {};
		service.jobs.planNext([{ kickoffError: 'The queue is full.' }]);
		const { first } = await runSite('run', { ...keyed, limit: 2 }, { context });
		expect(first.error).toBe('The queue is full.');
		const second = await runSite('run', { ...keyed, limit: 2 }, { context });
		expect(second.json).toHaveLength(2);
		expect(new Set(keys()).size).toBe(2);
	});
});

it.each([
	[true, { status: 'cancelled', cancels: [expect.any(Number)] }],
	[false, { status: 'scraping', cancels: [] }],
])('a stopped execution ends its crawl if Cancel on Stop is %s', async (cancelOnStop, report) => {
	const running = runSite('run', { options: { cancelOnStop } }, { signal: stopInSleep() });
	await expect(running).rejects.toThrow(/cancel/i);
	expect(only()).toMatchObject(report);
});
