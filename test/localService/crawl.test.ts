import { VirtualTime } from '../support/virtualTime';
import { unknownId } from './jobClient';
import { OTHER_TEAM_API_KEY } from './localService';
import { call, useService, type Json, type Reply } from './testClient';

const START_MS = Date.UTC(2026, 0, 1);
const HOUR_MS = 3_600_000;
const time = new VirtualTime({ startMs: START_MS });
const service = useService({ time, jobPageMs: 1000 });
beforeEach(() => time.setClock(START_MS - time.now()));

const root = (path = ''): string => `${service.current.url}/site/${path}`;

function post(body: object, headers: Record<string, string> = {}): Promise<Reply> {
	return call(service.current, 'POST', '/v2/crawl', { url: root(), ...body }, headers);
}

async function start(body: object = {}): Promise<string> {
	const { status, json } = await post(body);
	expect({ status, json }).toMatchObject({ status: 200, json: { success: true } });
	return String(json.id);
}

const get = async (id: string, rest = ''): Promise<Json> =>
	(await call(service.current, 'GET', `/v2/crawl/${id}${rest}`)).json;

async function finished(body: object = {}): Promise<string> {
	const id = await start(body);
	while (String((await get(id, '?limit=1')).status) === 'scraping') {
		service.current.advanceClock(HOUR_MS);
	}
	return id;
}

const sourcesOf = ({ data }: Json): string[] =>
	(data as unknown as Json[]).map(({ metadata }) => String(metadata?.sourceURL));

async function crawled(body: object = {}): Promise<string[]> {
	return sourcesOf(await get(await finished(body))).sort();
}

describe('crawl, start and status', () => {
	it('returns the id and the URL', async () => {
		const { json } = await post({});
		expect(json).toEqual({
			success: true,
			id: expect.stringMatching(/^[0-9a-f-]{36}$/),
			url: `${service.current.url}/v2/crawl/${String(json.id)}`,
		});
	});

	it('counts pages while it finds them', async () => {
		const id = await start({ sitemap: 'skip', crawlEntireDomain: true });
		expect(await get(id)).toMatchObject({
			status: 'scraping',
			completed: 0,
			total: 1,
			data: [],
			next: `${service.current.url}/v2/crawl/${id}?skip=0`,
		});
		service.current.advanceClock(1000);
		const json = await get(id);
		expect(json).toMatchObject({ status: 'scraping', completed: 1 });
		expect(Number(json.total)).toBeGreaterThan(5);
	});

	it('ends with all pages, the credits, and the times', async () => {
		const id = await finished({ limit: 3 });
		const json = await get(id);
		expect(json).toMatchObject({
			success: true,
			status: 'completed',
			completed: 3,
			total: 3,
			creditsUsed: 3,
			completedAt: expect.any(String),
		});
		expect(json).not.toHaveProperty('next');
		expect(json).not.toHaveProperty('warning');
	});

	it('uses scrapeOptions for each page', async () => {
		const id = await finished({ limit: 1, scrapeOptions: { formats: ['links'] } });
		const [document] = (await get(id)).data as unknown as Json[];
		expect(document).toMatchObject({ links: expect.any(Array) });
		expect(document).not.toHaveProperty('markdown');
	});

	it('contains a warning if the crawl finds at most one page', async () => {
		const json = await get(await finished({ limit: 1 }));
		expect(json.warning).toMatch(/^Only 1 result\(s\) found\./);
	});

	it('ends as completed without pages if the start page cannot be loaded', async () => {
		const id = await finished({ url: 'http://no-such-host.invalid/' });
		expect(await get(id)).toMatchObject({
			success: true,
			status: 'completed',
			completed: 0,
			total: 0,
			data: [],
		});
		expect((await get(id, '/errors')).errors).toHaveLength(1);
	});

	it('cancel keeps the pages that are done', async () => {
		const id = await start({ sitemap: 'only' });
		await get(id);
		service.current.advanceClock(600);
		const { completed } = await get(id);
		const cancel = await call(service.current, 'DELETE', `/v2/crawl/${id}`);
		expect(cancel.json).toEqual({ status: 'cancelled' });
		service.current.advanceClock(HOUR_MS);
		expect(await get(id)).toMatchObject({ status: 'cancelled', completed });
	});

	it('rejects an ID that is not a UUID, for the status and for the errors', async () => {
		for (const rest of ['', '/errors']) {
			const reply = await call(service.current, 'GET', `/v2/crawl/nope${rest}`);
			expect([reply.status, reply.json.error]).toEqual([
				400,
				'Invalid job ID format. Job ID must be a valid UUID.',
			]);
		}
	});
});

describe('crawl, pages', () => {
	it('come from the sitemap and from links', async () => {
		const urls = await crawled();
		expect(urls).toEqual(
			expect.arrayContaining([root(), root('archive/first-lamp'), root('light/lens/cleaning')]),
		);
		expect(new Set(urls).size).toBe(urls.length);
		expect(urls.filter((url) => !url.startsWith(root()))).toEqual([]);
	});

	it('come only from links with sitemap: skip', async () => {
		const urls = await crawled({ sitemap: 'skip' });
		expect(urls).not.toContain(root('archive/first-lamp'));
		expect(urls).toContain(root('light/lens/cleaning'));
	});

	it('come only from the sitemap and the start URL with sitemap: only', async () => {
		const urls = await crawled({ sitemap: 'only' });
		expect(urls).toContain(root('archive/first-lamp'));
		expect(urls).not.toContain(root('moved'));
	});

	it('are not deeper than maxDiscoveryDepth', async () => {
		const body = { sitemap: 'skip' };
		expect(await crawled({ ...body, maxDiscoveryDepth: 0 })).toEqual([root()]);
		const urls = await crawled({ ...body, maxDiscoveryDepth: 1 });
		expect(urls).toContain(root('light/'));
		expect(urls).not.toContain(root('light/lens'));
	});

	it.each([0, -1])('is only the start page with limit %d', async (limit) => {
		expect(await crawled({ limit })).toEqual([root()]);
	});

	it('are below the start path unless crawlEntireDomain is true', async () => {
		const url = root('visit/');
		const body = { url, sitemap: 'skip' };
		expect(await crawled(body)).toEqual([
			url,
			root('visit/getting-here'),
			root('visit/opening-hours'),
			root('visit/tickets'),
		]);
		expect(await crawled({ ...body, crawlEntireDomain: true })).toContain(root('light/lens'));
	});

	it('match includePaths, and the start page is an error if it does not', async () => {
		const id = await finished({ sitemap: 'skip', includePaths: ['visit/'] });
		const urls = sourcesOf(await get(id));
		expect(urls).toHaveLength(4);
		expect(urls.filter((url) => !url.includes('/visit/'))).toEqual([]);
		expect(await get(id, '/errors')).toMatchObject({
			errors: [{ url: root(), code: 'CRAWL_DENIAL' }],
		});
	});

	it('do not match excludePaths', async () => {
		const urls = await crawled({ excludePaths: ['^/site/light', 'news'] });
		expect(urls).toContain(root('visit/'));
		expect(urls.filter((url) => /light\/|news/.test(url.slice(root().length)))).toEqual([]);
	});

	it('match the full URL with regexOnFullURL', async () => {
		const body = { sitemap: 'skip', includePaths: ['page=2$', 'harbour/$', 'site/$'] };
		expect(await crawled({ ...body, regexOnFullURL: true })).toContain(
			root('harbour/notices?page=2'),
		);
		expect(await crawled(body)).not.toContain(root('harbour/notices?page=2'));
	});

	it('have no query with ignoreQueryParameters', async () => {
		const body = { url: root('harbour/'), sitemap: 'skip' };
		expect(await crawled(body)).toHaveLength(4);
		expect(await crawled({ ...body, ignoreQueryParameters: true })).toHaveLength(2);
	});

	it('are returned with their status code if the site does not have them', async () => {
		const body = { url: root('light/'), sitemap: 'skip' };
		const { data } = await get(await finished(body));
		expect(data).toContainEqual(
			expect.objectContaining({
				metadata: expect.objectContaining({ sourceURL: root('light/old-lamp'), statusCode: 404 }),
			}),
		);
	});

	it('of another host are read with allowSubdomains', async () => {
		const body = { url: 'http://northmole.example/', sitemap: 'skip' };
		const ofTides = (urls: string[]) => urls.filter((url) => url.includes('tides.'));
		expect(ofTides(await crawled(body))).toEqual([]);
		expect(ofTides(await crawled({ ...body, allowSubdomains: true }))).toHaveLength(3);
	});

	it('of another website are read with allowExternalLinks, without its home page', async () => {
		const url = 'http://northmole.example/';
		const body = { url, sitemap: 'skip', includePaths: ['^/$', 'tables', 'lens', 'today'] };
		const id = await finished({ ...body, allowExternalLinks: true });
		expect(sourcesOf(await get(id))).toContain(`${service.current.url}/pages/tables.html`);
		expect(await get(id, '/errors')).toMatchObject({
			errors: [{ url: 'http://tides.northmole.example/', code: 'EXTERNAL_LINK' }],
		});
	});

	it('are read one after the other in the order of the links if a delay is set', async () => {
		const id = await start({ sitemap: 'skip', delay: 5, limit: 3 });
		await get(id);
		service.current.advanceClock(1000);
		expect(await get(id)).toMatchObject({ completed: 1, total: 3 });
		service.current.advanceClock(5000);
		expect(await get(id)).toMatchObject({ completed: 1 });
		service.current.advanceClock(1000);
		expect(await get(id)).toMatchObject({ completed: 2 });
	});

	it('that robots.txt disallows are listed in robotsBlocked', async () => {
		const id = await finished({ limit: 5 });
		expect(await get(id, '/errors')).toEqual({
			errors: [],
			robotsBlocked: [root('private/logbook')],
		});
	});

	it('are missing if robots.txt disallows the start URL', async () => {
		const url = root('private/logbook');
		const id = await finished({ url });
		expect(await get(id)).toMatchObject({ status: 'completed', completed: 0, total: 0 });
		expect(await get(id, '/errors')).toMatchObject({
			errors: [{ url, code: 'CRAWL_DENIAL' }],
			robotsBlocked: [],
		});
	});

	it('are read although robots.txt disallows them, if the team can ignore robots.txt', async () => {
		const body = { url: root('private/logbook'), ignoreRobotsTxt: true };
		expect((await post(body)).status).toBe(403);
		service.current.configure({ robotsOverride: true });
		expect(await crawled(body)).toEqual([root('private/logbook')]);
	});

	it('are limited to 1000 for a large sitemap', async () => {
		service.current.configure({ maxConcurrency: 100 });
		const id = await finished({ url: 'http://synthetic.example/', limit: 1000 });
		expect(await get(id, '?limit=1')).toMatchObject({ completed: 1000, total: 1000 });
	});
});

describe('crawl, refusals', () => {
	it.each<[string, object, object]>([
		['no url', { url: undefined }, { code: 'invalid_type', path: ['url'] }],
		['an unknown key', { nope: 1 }, { code: 'unrecognized_keys', keys: ['nope'] }],
		['a limit that is a string', { limit: 'a' }, { code: 'invalid_type', path: ['limit'] }],
		['a delay of 0', { delay: 0 }, { code: 'too_small', inclusive: false, path: ['delay'] }],
		[
			'a delay above 60 seconds',
			{ delay: 61 },
			{
				code: 'too_big',
				message: 'The delay parameter is measured in seconds and cannot exceed 60 seconds.',
			},
		],
		['paths given as a string', { includePaths: 'a' }, { code: 'invalid_type' }],
		[
			'an unknown scrape option',
			{ scrapeOptions: { url: 'a' } },
			{ code: 'unrecognized_keys', keys: ['url'], path: ['scrapeOptions'] },
		],
		['a long prompt', { prompt: 'a'.repeat(10_001) }, { code: 'too_big', path: ['prompt'] }],
		['an invalid webhook', { webhook: 'x' }, { code: 'invalid_format' }],
	])('return status 400 for a request with %s', async (_, body, detail) => {
		const { status, json } = await post(body);
		expect(status).toBe(400);
		expect(json).toMatchObject({ success: false, code: 'BAD_REQUEST', details: [detail] });
		expect(service.current.jobs.all).toEqual([]);
	});

	it('of an invalid regular expression contain only the error', async () => {
		const { status, json } = await post({ includePaths: ['('] });
		expect(status).toBe(400);
		expect(json).toEqual({
			success: false,
			error: 'Invalid regular expression: /(/: Unterminated group',
		});
	});

	it('return 402 only without credits, because a limit above the credits is lowered', async () => {
		service.current.configure({ credits: 2 });
		expect(await crawled({ limit: 100 })).toHaveLength(2);
		expect((await post({})).status).toBe(402);
	});
});

describe('crawl, idempotency key', () => {
	const key = { 'x-idempotency-key': unknownId };

	it('is accepted once', async () => {
		expect((await post({}, key)).status).toBe(200);
		expect(await post({}, key)).toMatchObject({
			status: 409,
			json: { success: false, error: 'Idempotency key already used' },
		});
		expect(service.current.jobs.all).toHaveLength(1);
	});

	it('is used up by a rejected body', async () => {
		expect((await post({ nope: 1 }, key)).status).toBe(400);
		expect((await post({}, key)).status).toBe(409);
	});

	it('must be a UUID', async () => {
		expect((await post({}, { 'x-idempotency-key': 'a' })).status).toBe(409);
	});

	it('belongs to one team', async () => {
		await post({}, key);
		const authorization = `Bearer ${OTHER_TEAM_API_KEY}`;
		expect((await post({}, { ...key, authorization })).status).toBe(200);
	});
});

describe('crawl, active', () => {
	it.each(['active', 'ongoing'])('%s lists running crawls with their options', async (name) => {
		const ended = await finished({ limit: 1 });
		service.current.jobs.planNext([{ pageMs: 10 * HOUR_MS }]);
		const running = await start({ sitemap: 'skip' });
		const { json } = await call(service.current, 'GET', `/v2/crawl/${name}`);
		expect(running).not.toBe(ended);
		expect(json).toEqual({
			success: true,
			crawls: [
				{
					id: running,
					teamId: 'main',
					url: root(),
					created_at: expect.any(String),
					options: {
						includePaths: [],
						excludePaths: [],
						limit: 10_000,
						allowExternalLinks: false,
						allowSubdomains: false,
						ignoreRobotsTxt: false,
						sitemap: 'skip',
						deduplicateSimilarURLs: true,
						ignoreQueryParameters: false,
						regexOnFullURL: false,
						scrapeOptions: expect.objectContaining({ formats: [{ type: 'markdown' }] }),
					},
				},
			],
		});
	});

	it('does not list batches', async () => {
		const urls = [root()];
		await call(service.current, 'POST', '/v2/batch/scrape', { urls });
		const { json } = await call(service.current, 'GET', '/v2/crawl/active');
		expect(json.crawls).toEqual([]);
	});
});

describe('crawl, prompt', () => {
	const preview = (body: object) =>
		call(service.current, 'POST', '/v2/crawl/params-preview', { url: root(), ...body });
	const prompt = 'Only /site/visit, at most 3 pages, without the sitemap';
	const options = { includePaths: ['^/site/visit(/.*)?$'], limit: 3, sitemap: 'skip' };

	it('becomes options in the preview', async () => {
		const { status, json } = await preview({ prompt });
		expect(status).toBe(200);
		expect(json).toEqual({ success: true, data: { url: root(), ...options } });
		expect(service.current.charged).toBe(0);
	});

	it('becomes options of the crawl, and options in the body take precedence', async () => {
		const { json } = await post({ prompt, limit: 2 });
		expect(json).toMatchObject({
			promptGeneratedOptions: options,
			finalCrawlerOptions: { ...options, limit: 2 },
		});
	});

	it('without an option is rejected', async () => {
		const unclear = { prompt: 'Something nice' };
		expect((await preview(unclear)).json).toEqual({
			success: false,
			error: 'Failed to process natural language prompt. Please try rephrasing.',
		});
		expect((await post(unclear)).status).toBe(400);
	});

	it('is required in the preview', async () => {
		expect((await preview({})).json).toEqual({
			success: false,
			code: 'BAD_REQUEST',
			error: 'Invalid request parameters: Invalid input: expected string, received undefined',
		});
	});
});
