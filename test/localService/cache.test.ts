import { call, scrape, useService, type Json, type Reply } from './testClient';

const service = useService({ zeroDataRetention: true });

const MINUTE = 60_000;
const DAY = 86_400_000;

async function stateOf(options: Record<string, unknown> = {}): Promise<unknown> {
	const { json } = await scrape(service.current, 'article.html', options);
	return json.data?.metadata?.cacheState;
}

describe('maxAge', () => {
	it('is two days by default', async () => {
		expect(await stateOf()).toBe('miss');
		service.current.advanceClock(2 * DAY - MINUTE);
		expect(await stateOf()).toBe('hit');
		service.current.advanceClock(MINUTE);
		expect(await stateOf()).toBe('miss');
	});

	it('returns a copy that is recent enough and refreshes an older copy', async () => {
		await stateOf();
		service.current.advanceClock(10 * MINUTE);
		expect(await stateOf({ maxAge: 11 * MINUTE })).toBe('hit');
		expect(await stateOf({ maxAge: 9 * MINUTE })).toBe('miss');
		expect(await stateOf({ maxAge: 0 })).toBe('miss');
	});

	it('returns every format from a copy, without a request to the page', async () => {
		await stateOf();
		const { json } = await scrape(service.current, 'article.html', { formats: ['links'] });
		expect(json.data?.metadata).toMatchObject({ cacheState: 'hit', cachedAt: expect.any(String) });
		expect(json.data?.links).toHaveLength(2);
		expect(service.current.fetches).toHaveLength(1);
	});
});

describe('minAge', () => {
	const missing = {
		status: 404,
		json: { success: false, code: 'SCRAPE_NO_CACHED_DATA' },
	};

	it('reads only the cache', async () => {
		expect(await scrape(service.current, 'article.html', { minAge: 1 })).toMatchObject(missing);
		expect(service.current.fetches).toEqual([]);
	});

	it('accepts a copy of any age when it is 1', async () => {
		await stateOf();
		expect(await stateOf({ minAge: 1 })).toBe('hit');
		service.current.advanceClock(30 * DAY);
		expect(await stateOf({ minAge: 1 })).toBe('hit');
	});

	it('rejects a copy that is too recent', async () => {
		await stateOf();
		service.current.advanceClock(MINUTE);
		const options = { minAge: 2 * MINUTE };
		expect(await scrape(service.current, 'article.html', options)).toMatchObject(missing);
		service.current.advanceClock(MINUTE);
		expect(await stateOf(options)).toBe('hit');
	});
});

describe('lockdown', () => {
	const lockdown = true;

	it('never requests the page', async () => {
		const reply = await scrape(service.current, 'article.html', { lockdown });
		expect(reply).toMatchObject({
			status: 404,
			json: { success: false, code: 'SCRAPE_LOCKDOWN_CACHE_MISS' },
		});
		expect(service.current.fetches).toEqual([]);
	});

	it('accepts a copy of up to two years, for 5 credits', async () => {
		await stateOf();
		service.current.advanceClock(700 * DAY);
		const { json } = await scrape(service.current, 'article.html', { lockdown });
		expect(json.data?.metadata).toMatchObject({ cacheState: 'hit', creditsUsed: 5 });
		service.current.advanceClock(30 * DAY);
		expect((await scrape(service.current, 'article.html', { lockdown })).status).toBe(404);
	});

	it('charges 1 credit for a cache miss', async () => {
		const usage = async (): Promise<number> => {
			const { json } = await call(service.current, 'GET', '/v2/team/credit-usage');
			return Number(json.data?.remainingCredits);
		};
		const before = await usage();
		await scrape(service.current, 'article.html', { lockdown });
		expect(before - (await usage())).toBe(1);
	});
});

describe('the cache does not store', () => {
	it.each([
		{ storeInCache: false },
		{ headers: { cookie: 'a=1' } },
		{ actions: [{ type: 'scrape' }] },
		{ zeroDataRetention: true },
	])('a page scraped with %j', async (options) => {
		await stateOf(options);
		expect((await scrape(service.current, 'article.html', { minAge: 1 })).status).toBe(404);
	});

	it('a page for another device or location', async () => {
		await stateOf();
		expect(await stateOf({ mobile: true })).toBe('miss');
		expect(await stateOf({ location: { country: 'DE' } })).toBe('miss');
		expect(await stateOf({ location: { country: 'US' } })).toBe('hit');
	});
});

describe('change tracking', () => {
	async function track(format: Record<string, unknown> = {}): Promise<Json> {
		const formats = ['markdown', { type: 'changeTracking', ...format }];
		const { json } = await scrape(service.current, 'changing.html', { formats });
		return json.data?.changeTracking ?? {};
	}

	function rewrite(text: string): Promise<Reply> {
		return call(service.current, 'POST', '/_test/pages/changing', { text });
	}

	it('distinguishes new, same, and changed', async () => {
		const first = await track();
		expect(first).toEqual({
			previousScrapeAt: null,
			changeStatus: 'new',
			visibility: 'visible',
		});
		const second = await track();
		expect(second).toMatchObject({ changeStatus: 'same', previousScrapeAt: expect.any(String) });
		await rewrite('High water is at 06:40.');
		expect(await track()).toMatchObject({ changeStatus: 'changed' });
	});

	it('keeps a separate history for each tag', async () => {
		await track({ tag: 'a' });
		expect(await track({ tag: 'b' })).toMatchObject({ changeStatus: 'new' });
	});

	it('returns a git-style diff', async () => {
		await rewrite('High water is at 06:12.');
		await track();
		await rewrite('High water is at 06:40.');
		const { diff } = await track({ modes: ['git-diff'] });
		expect(String(diff).split('\n')).toEqual([
			'--- previous',
			'+++ current',
			'@@ -2,4 +2,4 @@',
			' ',
			' This notice is rewritten before every tide.',
			' ',
			'-High water is at 06:12.',
			'+High water is at 06:40.',
		]);
	});

	it('compares the keys of a schema', async () => {
		const properties = { water: { type: 'number' } };
		const format = { modes: ['json'], schema: { type: 'object', properties } };
		await rewrite('water 4 metres');
		await track(format);
		await rewrite('water 5 metres');
		expect((await track(format)).json).toEqual({ water: { previous: 4, current: 5 } });
	});
});
