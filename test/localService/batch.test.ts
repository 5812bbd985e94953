import { errorRowFault, fault } from './faults';
import {
	batchPath,
	batchStatus,
	pageNumbers,
	postBatch,
	startedBatch,
	syntheticUrls,
	unknownId,
} from './jobClient';
import { OTHER_TEAM_API_KEY } from './localService';
import { call, useService, type Json } from './testClient';
import { VirtualTime } from '../support/virtualTime';

const PAGE_MS = 10_000;
const START_MS = Date.UTC(2026, 0, 1);
const DAY_MS = 86_400_000;
const time = new VirtualTime({ startMs: START_MS });
const service = useService({ time, jobPageMs: PAGE_MS, maxConcurrency: 3 });
beforeEach(() => time.setClock(START_MS - time.now()));
const ofOtherTeam = { authorization: `Bearer ${OTHER_TEAM_API_KEY}` };

const start = (body: object): Promise<string> => startedBatch(service.current, body);
const status = (id: string, query = ''): Promise<Json> => batchStatus(service.current, id, query);
const errorsOf = async (id: string): Promise<Json> =>
	(await call(service.current, 'GET', batchPath(id, '/errors'))).json;

async function finished(body: object): Promise<string> {
	const id = await start(body);
	service.current.advanceClock(3_600_000);
	return id;
}

describe('batch, start', () => {
	it('returns the id, the URL, and the invalid URLs', async () => {
		const urls = [...syntheticUrls(1), 'http://localhost/', 'nope'];
		const { json } = await postBatch(service.current, { urls, ignoreInvalidURLs: true });
		expect(json).toEqual({
			success: true,
			id: expect.stringMatching(/^[0-9a-f-]{36}$/),
			url: `${service.current.url}/v2/batch/scrape/${String(json.id)}`,
			invalidURLs: ['http://localhost/', 'nope'],
		});
	});

	it('returns an empty list of invalid URLs, except with ignoreInvalidURLs: false', async () => {
		const urls = syntheticUrls(1);
		expect((await postBatch(service.current, { urls })).json.invalidURLs).toEqual([]);
		const { json } = await postBatch(service.current, { urls, ignoreInvalidURLs: false });
		expect(json).not.toHaveProperty('invalidURLs');
	});

	it.each([[{}], [{ ignoreInvalidURLs: false }]])(
		'rejects all URLs because of an invalid one with %j',
		async (options) => {
			const urls = [...syntheticUrls(1), 'http://localhost'];
			const { status: code, json } = await postBatch(service.current, { urls, ...options });
			expect(code).toBe(400);
			const message = 'URL must have a valid top-level domain or be an IP address';
			expect(json).toEqual({
				success: false,
				code: 'BAD_REQUEST',
				error: message,
				details: [{ code: 'custom', path: ['urls', 1], message }],
			});
			expect(service.current.jobs.all).toEqual([]);
		},
	);

	it('rejects a list without a valid URL, in a response without a code', async () => {
		const reply = await postBatch(service.current, { urls: ['nope'], ignoreInvalidURLs: true });
		expect(reply).toMatchObject({
			status: 400,
			json: { success: false, error: 'No valid URLs provided' },
		});
		expect(reply.json).not.toHaveProperty('code');
	});

	it.each<[string, object, object]>([
		['no urls', { urls: undefined }, { code: 'invalid_type', path: ['urls'] }],
		['an empty list of URLs', { urls: [] }, { code: 'too_small', origin: 'array', path: ['urls'] }],
		['a number as URL', { urls: [5] }, { code: 'invalid_type', path: ['urls', 0] }],
		['an unknown key', { url: 'a' }, { code: 'unrecognized_keys', keys: ['url'] }],
		['scrapeOptions', { scrapeOptions: {} }, { code: 'unrecognized_keys' }],
		['appendToId without UUID', { appendToId: 'x' }, { code: 'invalid_format', format: 'uuid' }],
		['maxConcurrency 0', { maxConcurrency: 0 }, { code: 'too_small', inclusive: false }],
		['a short timeout', { timeout: 1 }, { code: 'too_small', minimum: 1000 }],
		[
			'a webhook without URL',
			{ webhook: 'x' },
			{ code: 'invalid_format', path: ['webhook', 'url'] },
		],
		[
			'an unknown event',
			{ webhook: { url: 'http://a.example/', events: ['batch_scrape.page'] } },
			{ code: 'invalid_value', path: ['webhook', 'events', 0] },
		],
		[
			'metadata that is not a string',
			{ webhook: { url: 'http://a.example/', metadata: { a: 1 } } },
			{ code: 'invalid_type', path: ['webhook', 'metadata', 'a'] },
		],
		[
			'a signature header of the client',
			{ webhook: { url: 'http://a.example/', headers: { 'X-Firecrawl-Signature': 'a' } } },
			{ code: 'custom', path: ['webhook'] },
		],
		['changeTracking without markdown', { formats: ['changeTracking'] }, { path: ['formats'] }],
	])('rejects a request with %s', async (_, body, detail) => {
		const reply = await postBatch(service.current, { urls: syntheticUrls(1), ...body });
		expect(reply.status).toBe(400);
		expect(reply.json).toMatchObject({ success: false, code: 'BAD_REQUEST', details: [detail] });
	});

	it('returns 402 for more URLs than credits', async () => {
		service.current.configure({ credits: 2 });
		expect((await postBatch(service.current, { urls: syntheticUrls(3) })).status).toBe(402);
		expect((await postBatch(service.current, { urls: syntheticUrls(2) })).status).toBe(200);
	});

	it('creates a job although the response is lost', async () => {
		service.current.addFaults(fault({ kind: 'resetAfter' }));
		await expect(postBatch(service.current, { urls: syntheticUrls(1) })).rejects.toThrow();
		expect(service.current.jobs.all).toHaveLength(1);
	});

	it('ignores x-idempotency-key', async () => {
		const headers = { 'x-idempotency-key': unknownId };
		const body = { urls: syntheticUrls(1) };
		const post = () => call(service.current, 'POST', '/v2/batch/scrape', body, headers);
		expect([(await post()).status, (await post()).status]).toEqual([200, 200]);
	});
});

describe('batch, status', () => {
	it('counts the pages that are done', async () => {
		const id = await start({ urls: syntheticUrls(4) });
		expect(await status(id)).toEqual({
			success: true,
			status: 'scraping',
			completed: 0,
			total: 4,
			creditsUsed: 0,
			expiresAt: '2026-01-02T00:00:00.000Z',
			next: `${service.current.url}${batchPath(id)}?skip=0`,
			data: [],
			createdAt: '2026-01-01T00:00:00.000Z',
			duration: 0,
		});
		service.current.advanceClock(PAGE_MS);
		expect(await status(id)).toMatchObject({ status: 'scraping', completed: 3, duration: 10 });
		service.current.advanceClock(PAGE_MS);
		expect(await status(id)).toMatchObject({
			status: 'completed',
			completed: 4,
			total: 4,
			creditsUsed: 4,
			completedAt: '2026-01-01T00:00:16.000Z',
			duration: 16,
		});
	});

	it('returns documents in the format of a scrape, in the order in which the pages finished', async () => {
		const id = await finished({ urls: syntheticUrls(3), formats: ['markdown', 'links'] });
		const json = await status(id);
		expect(pageNumbers(json)).toEqual([2, 3, 1]);
		expect(json.data?.[0]).toMatchObject({
			markdown: expect.stringContaining('# Page 2'),
			links: [],
			metadata: { statusCode: 200, creditsUsed: 1, scrapeId: expect.any(String) },
		});
		expect(json).not.toHaveProperty('next');
	});

	it('keeps the order of the URLs with maxConcurrency 1', async () => {
		const id = await finished({ urls: syntheticUrls(4), maxConcurrency: 1 });
		expect(pageNumbers(await status(id))).toEqual([1, 2, 3, 4]);
	});

	it('counts a failed page neither as completed nor in the total', async () => {
		const [first = '', second = ''] = syntheticUrls(2);
		service.current.jobs.planNext([{ pages: [{ url: first, error: { code: 'SCRAPE_TIMEOUT' } }] }]);
		const id = await start({ urls: [first, second] });
		expect(await status(id)).toMatchObject({ total: 2 });
		service.current.advanceClock(PAGE_MS);
		expect(await status(id)).toMatchObject({ status: 'completed', completed: 1, total: 1 });
		const error = { url: first, code: 'SCRAPE_TIMEOUT', error: expect.any(String) };
		expect(await errorsOf(id)).toEqual({
			errors: [{ ...error, id: expect.any(String), timestamp: '2026-01-01T00:00:10.000Z' }],
			robotsBlocked: [],
		});
	});

	it('reads real pages, and reports the error of a page that cannot be loaded', async () => {
		const urls = [`${service.current.url}/pages/tables.html`, 'http://no-such-host.invalid/'];
		const id = await finished({ urls });
		expect(await status(id)).toMatchObject({
			completed: 1,
			data: [{ metadata: { title: 'Tide tables of the north mole' } }],
		});
		expect(await errorsOf(id)).toMatchObject({
			errors: [{ url: 'http://no-such-host.invalid/', code: 'SCRAPE_DNS_RESOLUTION_ERROR' }],
		});
	});

	it('is also available below the crawl path, and then next is below the crawl path too', async () => {
		const id = await start({ urls: syntheticUrls(1) });
		const { json } = await call(service.current, 'GET', `/v2/crawl/${id}`);
		expect(json).toMatchObject({
			success: true,
			next: `${service.current.url}/v2/crawl/${id}?skip=0`,
		});
	});

	it('is unknown to another team, and errors are forbidden', async () => {
		const id = await start({ urls: syntheticUrls(1) });
		const get = (path: string) => call(service.current, 'GET', path, undefined, ofOtherTeam);
		expect(await get(batchPath(id))).toMatchObject({
			status: 404,
			json: { success: false, error: 'Job not found' },
		});
		expect((await get(batchPath(id, '/errors'))).status).toBe(403);
	});

	it.each([
		['', 400],
		['/errors', 404],
	])('of an id that is not a UUID is rejected: %s', async (rest, code) => {
		expect((await call(service.current, 'GET', batchPath('nope', rest))).status).toBe(code);
	});

	it('expires 24 hours after the last poll', async () => {
		const id = await finished({ urls: syntheticUrls(1) });
		await status(id);
		service.current.advanceClock(DAY_MS - 1);
		expect(await status(id)).toMatchObject({ status: 'completed' });
		service.current.advanceClock(DAY_MS);
		expect(await status(id)).toEqual({ success: false, error: 'Job not found' });
	});

	it('returns creditsUsed -1 when the service does not know the credits', async () => {
		service.current.configure({ jobCreditsKnown: false });
		const id = await finished({ urls: syntheticUrls(1) });
		expect(await status(id)).toMatchObject({ status: 'completed', creditsUsed: -1 });
	});
});

describe('batch, pages', () => {
	it('contain 100 documents by default', async () => {
		const id = await finished({ urls: syntheticUrls(150) });
		const first = await status(id);
		expect(first.data).toHaveLength(100);
		expect(first.next).toBe(`${service.current.url}${batchPath(id)}?skip=100`);
		const second = await status(id, '?skip=100');
		expect(second.data).toHaveLength(50);
		expect(second).not.toHaveProperty('next');
	});

	it('keep limit in next', async () => {
		const id = await finished({ urls: syntheticUrls(3) });
		const { next, data } = await status(id, '?limit=2');
		expect(data).toHaveLength(2);
		expect(next).toBe(`${service.current.url}${batchPath(id)}?skip=2&limit=2`);
	});

	it('are cut at 10 MiB, with at least one document', async () => {
		const id = await finished({ urls: syntheticUrls(4, `?bytes=${4 * 1024 * 1024}`) });
		const first = await status(id);
		expect(first.data).toHaveLength(2);
		expect(first.next).toMatch(/\?skip=2$/);
		service.current.configure({ jobPageBytes: 1 });
		expect((await status(id)).data).toHaveLength(1);
	});

	it.each(['?skip=-1', '?skip=abc', '?skip=', '?limit=-1', '?limit=x'])(
		'return an internal error with %s',
		async (query) => {
			const id = await finished({ urls: syntheticUrls(1) });
			expect(await call(service.current, 'GET', batchPath(id, query))).toMatchObject({
				status: 500,
				json: { success: false, code: 'UNKNOWN_ERROR' },
			});
		},
	);

	it('contain the same next on every page with limit=0', async () => {
		const id = await finished({ urls: syntheticUrls(1) });
		const { data, next } = await status(id, '?limit=0');
		expect(data).toEqual([]);
		expect(next).toMatch(/\?skip=0&limit=0$/);
	});

	it('contain no documents and no next after the last page', async () => {
		const id = await finished({ urls: syntheticUrls(1) });
		const json = await status(id, '?skip=5');
		expect(json).toMatchObject({ status: 'completed', completed: 1, data: [] });
		expect(json).not.toHaveProperty('next');
	});

	it('count a missing document in next and in completed', async () => {
		const pages = [{ url: 'http://synthetic.example/page/1', isMissing: true }];
		service.current.jobs.planNext([{ pages }]);
		const id = await finished({ urls: syntheticUrls(3), maxConcurrency: 1 });
		const first = await status(id, '?limit=2');
		expect(first).toMatchObject({ completed: 3, total: 3 });
		expect(pageNumbers(first)).toEqual([2]);
		expect(first.next).toMatch(/\?skip=2&limit=2$/);
		expect(pageNumbers(await status(id, '?skip=2&limit=2'))).toEqual([3]);
	});

	it('contain up to 1000 documents with limit=1000', async () => {
		service.current.configure({ maxConcurrency: 100 });
		const id = await finished({ urls: syntheticUrls(1000) });
		expect(await status(id, '?limit=1')).toMatchObject({ status: 'completed', completed: 1000 });
		expect((await status(id, '?limit=1000')).data).toHaveLength(1000);
	});
});

describe('batch, cancel', () => {
	const cancel = (id: string) => call(service.current, 'DELETE', batchPath(id));

	it('keeps the documents, moves active pages to the errors, and always returns next', async () => {
		const id = await start({ urls: syntheticUrls(8) });
		service.current.advanceClock(6_000);
		expect(await cancel(id)).toMatchObject({ status: 200, json: { status: 'cancelled' } });
		const json = await status(id);
		expect(json).toMatchObject({ success: true, status: 'cancelled', completed: 1, total: 5 });
		expect(json.next).toMatch(/\?skip=1$/);
		service.current.advanceClock(3_600_000);
		expect(await status(id, '?skip=1')).toMatchObject({ data: [], next: json.next });
		expect((await errorsOf(id)).errors).toHaveLength(3);
		expect(service.current.charged).toBe(1);
	});

	it('returns the same response the second time', async () => {
		const id = await start({ urls: syntheticUrls(1) });
		await cancel(id);
		expect((await cancel(id)).json).toEqual({ status: 'cancelled' });
		expect(service.current.jobs.all[0]?.cancels).toHaveLength(2);
	});

	it('returns 409 after the end and 404 for an unknown id, without success', async () => {
		const done = await cancel(await finished({ urls: syntheticUrls(1) }));
		expect([done.status, done.json]).toEqual([409, { error: 'Crawl is already completed' }]);
		const unknown = await cancel(unknownId);
		expect([unknown.status, unknown.json]).toEqual([404, { error: 'Job not found' }]);
	});
});

describe('batch, appendToId', () => {
	const append = (id: string) =>
		postBatch(service.current, { urls: ['http://synthetic.example/page/7'], appendToId: id });

	it('adds pages to a batch that has ended, which stays completed', async () => {
		const id = await finished({ urls: syntheticUrls(1) });
		const { completedAt } = await status(id);
		expect((await append(id)).json).toMatchObject({ id, invalidURLs: [] });
		expect(await status(id)).toMatchObject({
			status: 'completed',
			completed: 1,
			total: 2,
			completedAt,
			next: expect.stringContaining('?skip=1'),
		});
		service.current.advanceClock(PAGE_MS);
		expect(pageNumbers(await status(id))).toEqual([1, 7]);
		expect(service.current.jobs.all).toHaveLength(1);
	});

	it('does not make an ended batch cancellable again', async () => {
		const id = await finished({ urls: syntheticUrls(1) });
		await append(id);
		const cancelled = await call(service.current, 'DELETE', batchPath(id));
		expect([cancelled.status, cancelled.json]).toEqual([
			409,
			{ error: 'Crawl is already completed' },
		]);
	});

	it('returns 404 for an unknown batch', async () => {
		const body = { urls: syntheticUrls(1), appendToId: unknownId };
		expect((await postBatch(service.current, body)).status).toBe(404);
	});
});

describe('job plan', () => {
	const planned = async (plan: Parameters<typeof service.current.jobs.planNext>[0][number]) => {
		service.current.jobs.planNext([plan]);
		return await finished({ urls: syntheticUrls(2) });
	};

	it('kickoffError: the job fails with status 200', async () => {
		const id = await planned({ kickoffError: 'Queue limit reached' });
		expect(await status(id)).toMatchObject({
			success: false,
			status: 'failed',
			error: 'Queue limit reached',
			completed: 0,
			total: 0,
			data: [],
			duration: 0,
		});
	});

	it('neverEnds: the status stays scraping when all pages are done', async () => {
		const id = await planned({ neverEnds: true });
		expect(await status(id)).toMatchObject({ status: 'scraping', completed: 2, total: 2 });
		expect((await call(service.current, 'DELETE', batchPath(id))).status).toBe(200);
	});

	it('endlessNext: a completed job returns next', async () => {
		const id = await planned({ endlessNext: true });
		expect((await status(id, '?skip=2')).next).toMatch(/\?skip=2$/);
	});

	it('nextOrigin: next contains another origin', async () => {
		const id = await planned({ nextOrigin: 'https://other.example' });
		expect((await status(id, '?limit=1')).next).toBe(
			`https://other.example${batchPath(id)}?skip=1&limit=1`,
		);
	});

	it('statuses and endStatus: the statuses are reported one after the other', async () => {
		service.current.jobs.planNext([{ statuses: ['queued', 'paused'], endStatus: 'archived' }]);
		const id = await start({ urls: syntheticUrls(1) });
		const statuses = [await status(id), await status(id), await status(id)];
		expect(statuses.map((one) => one.status)).toEqual(['queued', 'paused', 'paused']);
		service.current.advanceClock(PAGE_MS);
		expect(await status(id)).toMatchObject({ status: 'archived' });
	});

	it('finishMs: the job ends later than its last page', async () => {
		service.current.jobs.planNext([{ finishMs: 5000, pageMs: 1000 }]);
		const id = await start({ urls: syntheticUrls(1) });
		service.current.advanceClock(1000);
		expect(await status(id)).toMatchObject({ status: 'scraping', completed: 1, total: 1 });
		service.current.advanceClock(5000);
		expect(await status(id)).toMatchObject({ status: 'completed', duration: 6 });
	});

	it('patch: values are replaced or removed', async () => {
		const id = await planned({ patch: { total: 9, createdAt: null } });
		const json = await status(id);
		expect(json.total).toBe(9);
		expect(json).not.toHaveProperty('createdAt');
	});

	it('can be set over HTTP', async () => {
		const set = (plans: unknown) => call(service.current, 'POST', '/_test/jobs', plans);
		expect((await set([{ pageMs: 5 }])).json).toEqual({ planned: 1 });
		expect((await set([{ pageMs: 'x' }])).status).toBe(400);
	});
});

describe('job report', () => {
	it('counts polls and cancels', async () => {
		const id = await start({ urls: syntheticUrls(2) });
		await status(id);
		await call(service.current, 'DELETE', batchPath(id));
		expect(service.current.jobs.all).toMatchObject([
			{
				id,
				kind: 'batch',
				team: 'main',
				status: 'cancelled',
				polls: [START_MS],
				cancels: [START_MS],
			},
		]);
	});
});

it('faults apply to the status of a job', async () => {
	const id = await start({ urls: syntheticUrls(1) });
	service.current.addFaults(errorRowFault('badGateway', { when: { path: batchPath(id) } }));
	expect((await call(service.current, 'GET', batchPath(id))).status).toBe(502);
	expect(await status(id)).toMatchObject({ status: 'scraping' });
});
