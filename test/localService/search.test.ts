import { rateLimited } from './faults';
import { call, scrape, useService, type Json, type Reply } from './testClient';

const service = useService();

function search(body: unknown): Promise<Reply> {
	return call(service.current, 'POST', '/v2/search', body);
}

async function resultsOf(body: object, source = 'web'): Promise<Json[]> {
	const { status, json } = await search(body);
	expect(status).toBe(200);
	return (json.data?.[source] ?? []) as unknown as Json[];
}

describe('search, response', () => {
	it('contains url, title, and description of each result, and costs 2 credits for up to 10 results', async () => {
		const { status, json } = await search({ query: 'lighthouse lens', limit: 3 });
		expect(status).toBe(200);
		expect(json).toEqual({
			success: true,
			data: { web: expect.any(Array) },
			creditsUsed: 2,
			id: expect.stringMatching(/^[0-9a-f-]{36}$/),
		});
		const web = json.data?.web as unknown as Json[];
		expect(web).toHaveLength(3);
		expect(web.map((result) => Object.keys(result))).toEqual(
			new Array(3).fill(['url', 'title', 'description']),
		);
	});

	it('returns 10 results per source by default', async () => {
		expect(await resultsOf({ query: 'the lighthouse' })).toHaveLength(10);
		const { json } = await search({ query: 'the lighthouse', limit: 11 });
		expect(json.data?.web).toHaveLength(11);
		expect(json.creditsUsed).toBe(4);
	});

	it('contains no key for a source without results, and costs nothing', async () => {
		const { json } = await search({ query: 'xylophone', sources: ['web', 'news'] });
		expect(json).toMatchObject({ success: true, data: {}, creditsUsed: 0 });
		expect(json.data).toEqual({});
	});

	it('contains news and images when they are requested', async () => {
		const { json } = await search({
			query: 'lamp',
			sources: [{ type: 'news' }, { type: 'images' }],
		});
		expect(Object.keys(json.data ?? {}).sort()).toEqual(['images', 'news']);
		expect(json.data?.news?.[0]).toEqual({
			title: 'The lighthouse gets a new lamp',
			url: `${service.current.url}/site/news/new-lamp`,
			snippet: 'A new lamp saves nine tenths of the energy.',
			date: '1 day ago',
			imageUrl: `${service.current.url}/site/images/lamp.png`,
			position: 1,
		});
		expect(json.data?.images?.[0]).toMatchObject({
			imageWidth: 256,
			imageHeight: 192,
			position: 1,
		});
	});

	it('links to pages that can be scraped, except for one that no longer exists', async () => {
		const results = await resultsOf({ query: 'the lighthouse light tides', limit: 100 });
		const codes = await Promise.all(
			results.map(async ({ url }) => {
				const { json } = await scrape(service.current, String(url));
				return json.data?.metadata?.statusCode as unknown as number;
			}),
		);
		expect(results.length).toBeGreaterThan(20);
		expect(codes.filter((code) => code !== 200)).toEqual([404]);
	});
});

describe('search, filters', () => {
	const urls = async (body: object): Promise<string[]> =>
		(await resultsOf({ limit: 100, ...body })).map(({ url }) => String(url));

	it('includeDomains returns only results of the host', async () => {
		const results = await urls({ query: 'tides', includeDomains: ['tides.northmole.example'] });
		expect(results).not.toEqual([]);
		expect(results.filter((url) => !url.startsWith('http://tides.northmole.example/'))).toEqual([]);
	});

	it('excludeDomains removes the results of the host and of its subdomains', async () => {
		const results = await urls({ query: 'tides', excludeDomains: ['northmole.example'] });
		expect(results).not.toEqual([]);
		expect(results.filter((url) => url.includes('northmole.example'))).toEqual([]);
	});

	it('tbs removes results outside of the time range', async () => {
		const results = await urls({ query: 'lighthouse', tbs: 'qdr:w' });
		expect(results).toContain(`${service.current.url}/site/news/new-lamp`);
		expect(results).not.toContain(`${service.current.url}/site/news/keeper-retires`);
	});

	it('tbs of the request does not apply to sources in object form', async () => {
		const body = { query: 'lighthouse', tbs: 'qdr:d' };
		const all = await urls({ query: 'lighthouse' });
		expect(await urls({ ...body, sources: [{ type: 'web' }] })).toEqual(all);
		expect((await urls(body)).length).toBeLessThan(all.length);
	});

	it('categories returns only pages of the category', async () => {
		const [result] = await resultsOf({ query: 'light', categories: ['pdf'] });
		expect(result).toMatchObject({
			url: `${service.current.url}/site/research/report.pdf`,
			category: 'pdf',
		});
	});

	it('highlights replaces the description with the sentence about the query', async () => {
		const query = 'minutes walk';
		const [result] = await resultsOf({ query, highlights: true, limit: 1 });
		expect(result?.description).toContain('a walk of ten minutes');
	});
});

describe('search, scrapeOptions', () => {
	const scrapeOptions = { formats: ['markdown', 'links'] };

	it('adds the fields of the scrape to each result', async () => {
		const body = { query: 'opening hours Mondays', limit: 2, scrapeOptions };
		const { json } = await search(body);
		expect(json.data?.web?.[0]).toMatchObject({
			url: `${service.current.url}/site/visit/opening-hours`,
			markdown: expect.stringContaining('from 10:00 to 17:00'),
			links: expect.any(Array),
			metadata: { statusCode: 200, creditsUsed: 1 },
		});
		expect([json.creditsUsed, service.current.charged]).toEqual([4, 4]);
	});

	it('keeps a result that could not be scraped, with the error in its metadata', async () => {
		const when = { path: '/site/light/lens/cleaning' };
		service.current.addFaults({ when, answer: { kind: 'resetBefore' } });
		const [result] = await resultsOf({ query: 'cleaning the lens', limit: 1, scrapeOptions });
		expect(result).toMatchObject({
			title: 'Cleaning the lens',
			metadata: { statusCode: 500, error: expect.any(String) },
		});
		expect(result).not.toHaveProperty('markdown');
	});

	it('does not scrape without formats', async () => {
		const [result] = await resultsOf({ query: 'lens', limit: 1, scrapeOptions: { mobile: true } });
		expect(result).not.toHaveProperty('metadata');
		expect(service.current.fetches).toEqual([]);
	});
});

describe('search, refusals', () => {
	const invalidType = { code: 'invalid_type' };

	it.each<[string, object, object]>([
		['no query', { query: undefined }, { ...invalidType, path: ['query'] }],
		['a limit of 0', { limit: 0 }, { code: 'too_small', path: ['limit'] }],
		['a timeout of 0', { timeout: 0 }, { code: 'too_small', path: ['timeout'] }],
		['an unknown key', { nope: 1 }, { code: 'unrecognized_keys', keys: ['nope'], path: [] }],
		['an unknown source', { sources: ['nope'] }, { code: 'invalid_union', path: ['sources'] }],
		[
			'a mixture of source names and objects',
			{ sources: ['web', { type: 'news' }] },
			{ code: 'invalid_union', path: ['sources'] },
		],
		['an unknown category', { categories: ['x'] }, { code: 'invalid_union', path: ['categories'] }],
		[
			'the category developer and another category',
			{ categories: ['developer', 'pdf'] },
			{ code: 'custom', path: [] },
		],
		[
			'a domain with a scheme',
			{ includeDomains: ['https://a.com/'] },
			{ code: 'custom', path: ['includeDomains', 0] },
		],
		[
			'included and excluded domains',
			{ includeDomains: ['a.com'], excludeDomains: ['b.com'] },
			{ message: 'includeDomains and excludeDomains cannot both be specified' },
		],
		[
			'a format that search does not have',
			{ scrapeOptions: { formats: ['changeTracking'] } },
			{ code: 'invalid_union', path: ['scrapeOptions', 'formats', 0] },
		],
		['an unknown enterprise mode', { enterprise: ['x'] }, { code: 'invalid_value' }],
	])('return status 400 without a code for a request with %s', async (_, body, detail) => {
		const { status, json } = await search({ query: 'a', ...body });
		expect(status).toBe(400);
		expect(json).toEqual({
			success: false,
			error: 'Invalid request body',
			details: [expect.objectContaining(detail)],
		});
	});

	it('match the recorded response for a limit above 100', async () => {
		const { json } = await search({ query: 'a', limit: 101 });
		expect(json).toEqual({
			success: false,
			error: 'Invalid request body',
			details: [
				{
					origin: 'number',
					code: 'too_big',
					maximum: 100,
					inclusive: true,
					path: ['limit'],
					message: 'Too big: expected number to be <=100',
				},
			],
		});
	});

	it('return 402 without credits', async () => {
		service.current.configure({ credits: 0 });
		expect((await search({ query: 'a' })).status).toBe(402);
	});

	it('return 403 for zero data retention without permission', async () => {
		expect((await search({ query: 'a', enterprise: ['zdr'] })).status).toBe(403);
	});

	it('return 429 with a fault', async () => {
		service.current.addFaults(rateLimited({}, { when: { path: '/v2/search' } }));
		expect((await search({ query: 'a' })).status).toBe(429);
	});
});
