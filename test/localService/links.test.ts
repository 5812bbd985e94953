import { VirtualTime } from '../support/virtualTime';
import { unknownId } from './jobClient';
import { OTHER_TEAM_API_KEY } from './localService';
import { call, useService, type Json, type Reply } from './testClient';

const HOUR_MS = 3_600_000;
const time = new VirtualTime({ startMs: Date.UTC(2026, 0, 1) });
const service = useService({ time, jobPageMs: 1000 });

const root = (path = ''): string => `${service.current.url}/site/${path}`;

const post = (path: string, body: object, headers: Record<string, string> = {}): Promise<Reply> =>
	call(service.current, 'POST', `/v2/${path}`, body, headers);

const resultsOf = (value: unknown): Json[] => value as Json[];

describe('search', () => {
	const search = (body: object): Promise<Reply> => post('search', body);

	it('returns results as in a recorded response, for 2 credits per 10 results', async () => {
		const { json } = await search({ query: 'lighthouse lens', limit: 3 });
		expect(json).toEqual({
			success: true,
			data: { web: expect.any(Array) },
			creditsUsed: 2,
			id: expect.stringMatching(/^[0-9a-f-]{36}$/),
		});
		const keys = resultsOf(json.data?.web).map((result) => Object.keys(result));
		expect(keys).toEqual(new Array(3).fill(['url', 'title', 'description']));
		const more = await search({ query: 'the light', limit: 11 });
		expect(more.json).toMatchObject({ creditsUsed: 4, data: { web: { length: 11 } } });
	});

	it.each<[object, object]>([
		[{ query: undefined }, { code: 'invalid_type', path: ['query'] }],
		[
			{ limit: 101 },
			{ code: 'too_big', maximum: 100, message: 'Too big: expected number to be <=100' },
		],
		[{ sources: ['web', { type: 'news' }] }, { code: 'invalid_union', path: ['sources'] }],
		[{ categories: ['developer', 'pdf'] }, { code: 'custom', path: [] }],
		[{ includeDomains: ['https://a.com/'] }, { code: 'custom', path: ['includeDomains', 0] }],
		[
			{ includeDomains: ['a.com'], excludeDomains: ['b.com'] },
			{ code: 'custom', path: [] },
		],
	])('refuses %j without a code', async (body, detail) => {
		expect(await search({ query: 'a', ...body })).toMatchObject({
			status: 400,
			json: { success: false, error: 'Invalid request body', details: [detail] },
		});
	});
});

describe('crawl', () => {
	const crawl = (body: object, headers = {}): Promise<Reply> =>
		post('crawl', { url: root(), ...body }, headers);
	const start = async (body: object): Promise<string> => String((await crawl(body)).json.id);
	const get = async (id: string, rest = ''): Promise<Json> =>
		(await call(service.current, 'GET', `/v2/crawl/${id}${rest}`)).json;

	async function finished(body: object = {}): Promise<string> {
		const id = await start(body);
		while (String((await get(id, '?limit=1')).status) === 'scraping') {
			service.current.advanceClock(HOUR_MS);
		}
		return id;
	}

	async function crawled(body: object): Promise<string[]> {
		const { data } = await get(await finished(body));
		return resultsOf(data)
			.map(({ metadata }) => String(metadata?.sourceURL).replace(root(), ''))
			.sort();
	}

	it('does not read pages that robots.txt disallows', async () => {
		const blocked = root('private/logbook');
		const errors = async (body: object) => await get(await finished(body), '/errors');
		expect(await errors({ limit: 2 })).toEqual({ errors: [], robotsBlocked: [blocked] });
		expect(await errors({ url: blocked })).toMatchObject({
			errors: [{ url: blocked, code: 'CRAWL_DENIAL' }],
			robotsBlocked: [],
		});
		const body = { url: blocked, ignoreRobotsTxt: true };
		expect((await crawl(body)).status).toBe(403);
		service.current.configure({ robotsOverride: true });
		expect(await crawled(body)).toEqual(['private/logbook']);
	});

	it.each<[object, object]>([
		[{ url: undefined }, { code: 'invalid_type', path: ['url'] }],
		[{ nope: 1 }, { code: 'unrecognized_keys', keys: ['nope'] }],
		[{ delay: 61 }, { code: 'too_big', message: expect.stringContaining('exceed 60 seconds') }],
		[{ scrapeOptions: { url: 'a' } }, { code: 'unrecognized_keys', path: ['scrapeOptions'] }],
		[{ webhook: 'x' }, { code: 'invalid_format' }],
	])('refuses %j', async (body, detail) => {
		const json = { success: false, code: 'BAD_REQUEST', details: [detail] };
		expect(await crawl(body)).toMatchObject({ status: 400, json });
		expect(service.current.jobs.all).toEqual([]);
	});

	it('accepts an idempotency key once per team, even if the body is refused', async () => {
		const key = { 'x-idempotency-key': unknownId };
		const authorization = `Bearer ${OTHER_TEAM_API_KEY}`;
		expect((await crawl({ nope: 1 }, key)).status).toBe(400);
		const error = 'Idempotency key already used';
		expect(await crawl({}, key)).toMatchObject({ status: 409, json: { success: false, error } });
		expect((await crawl({}, { ...key, authorization })).status).toBe(200);
		expect((await crawl({}, { 'x-idempotency-key': 'a' })).status).toBe(409);
	});
});
