import { OTHER_TEAM_API_KEY } from './localService';
import { call, useService, type Json, type Reply } from './testClient';

const service = useService();
const unknownId = '7f1b9c1e-0f63-4b8a-9d53-3c6a2f0e4b11';
const otherTeam = { authorization: `Bearer ${OTHER_TEAM_API_KEY}` };

const create = (body: unknown = {}): Promise<Reply> =>
	call(service.current, 'POST', '/v2/interact', body);

const created = async (body?: unknown): Promise<string> => String((await create(body)).json.id);

const list = async (query = '', headers = {}): Promise<Json[]> => {
	const path = `/v2/interact${query}`;
	const { json } = await call(service.current, 'GET', path, undefined, headers);
	return json.sessions as unknown as Json[];
};

const run = (id: string, code: string, rest: object = {}): Promise<Reply> =>
	call(service.current, 'POST', `/v2/interact/${id}/execute`, { code, ...rest });

const remove = (id: string, headers = {}): Promise<Reply> =>
	call(service.current, 'DELETE', `/v2/interact/${id}`, undefined, headers);

describe('create', () => {
	it('returns the links and the end of the lifetime, 10 minutes later by default', async () => {
		const { status, json } = await create();
		expect(status).toBe(200);
		expect(json).toEqual({
			success: true,
			id: expect.stringMatching(/^[0-9a-f-]{36}$/),
			cdpUrl: expect.stringMatching(/^ws:/),
			liveViewUrl: expect.stringMatching(/^http/),
			interactiveLiveViewUrl: expect.stringMatching(/^http/),
			expiresAt: expect.any(String),
		});
		const [session] = await list();
		const lifetimeMs = Date.parse(String(json.expiresAt)) - Date.parse(String(session?.createdAt));
		expect(lifetimeMs).toBe(600_000);
	});

	it.each([
		[{}],
		[{ ttl: 30, activityTtl: 10 }],
		[{ ttl: 3600, activityTtl: 3600 }],
		[{ streamWebView: false, recordSession: false }],
		[{ profile: { name: 'a'.repeat(128) } }],
		[{ integration: '_flow' }],
		[{ unknown: true }],
	])('accepts valid body %#', async (body) => {
		expect((await create(body)).status).toBe(200);
	});

	it.each([
		[{ ttl: 29 }],
		[{ ttl: 3601 }],
		[{ activityTtl: 9 }],
		[{ activityTtl: 3601 }],
		[{ streamWebView: 'yes' }],
		[{ profile: {} }],
		[{ profile: { name: '' } }],
		[{ profile: { name: 'a'.repeat(129) } }],
	])('rejects invalid body %#', async (body) => {
		expect(await create(body)).toMatchObject({ status: 400, json: { success: false } });
	});

	it('rejects a second session that saves to a profile until the first is deleted', async () => {
		const body = { profile: { name: 'shop' } };
		const id = await created(body);
		expect((await create(body)).status).toBe(409);
		expect((await create({ profile: { name: 'shop', saveChanges: false } })).status).toBe(200);
		await remove(id);
		expect((await create(body)).status).toBe(200);
	});
});

describe('execute', () => {
	it('opens a page, which later code reads', async () => {
		const id = await created();
		const url = `${service.current.url}/pages/article.html`;
		expect((await run(id, `await page.goto('${url}');`)).json).toEqual({
			success: true,
			...{ stdout: '', result: null, stderr: '', exitCode: 0, killed: false },
		});
		const { json } = await run(id, 'await page.title()');
		expect(json.result).toBe('How a lighthouse keeps its rhythm');
		expect((await run(id, 'page.url()')).json.result).toBe(url);
	});

	it('starts with a blank page', async () => {
		expect((await run(await created(), 'page.url()')).json.result).toBe('about:blank');
	});

	it.each([
		["await page.goto('http://no-such-host.invalid/'); await page.title()", {}],
		['process.exit(1)', {}],
		['print(1)', { language: 'python' }],
	])('reports success even if the code fails: %s', async (code, rest) => {
		const { status, json } = await run(await created(), code, rest);
		expect(status).toBe(200);
		expect(json).toMatchObject({ success: true, exitCode: 1, error: expect.any(String) });
	});

	it.each([
		[{ code: '' }],
		[{ code: 'a'.repeat(100_001) }],
		[{ code: 'a', timeout: 0 }],
		[{ code: 'a', timeout: 301 }],
		[{ code: 'a', language: 'ruby' }],
		[{ prompt: 'a' }],
	])('rejects invalid body %#', async (body) => {
		const path = `/v2/interact/${await created()}/execute`;
		expect((await call(service.current, 'POST', path, body)).status).toBe(400);
	});

	it('responds with 410 after the session has ended', async () => {
		const id = await created();
		await remove(id);
		expect((await run(id, 'page.url()')).status).toBe(410);
	});
});

describe('the end of a session', () => {
	it.each([
		['its lifetime', { ttl: 60, activityTtl: 3600 }],
		['a time without activity', { activityTtl: 60 }],
	])('comes after %s', async (_name, body) => {
		const id = await created(body);
		service.current.advanceClock(59_000);
		expect(await list('?status=active')).toMatchObject([{ id, status: 'active' }]);
		service.current.advanceClock(2_000);
		expect(await list('?status=active')).toEqual([]);
		expect(await list('?status=destroyed')).toMatchObject([{ id, status: 'destroyed' }]);
		expect((await run(id, 'page.url()')).status).toBe(410);
	});

	it('is postponed by each execution of code, if activityTtl is set', async () => {
		const id = await created({ activityTtl: 60 });
		service.current.advanceClock(50_000);
		await run(id, 'page.url()');
		service.current.advanceClock(50_000);
		expect(await list('?status=active')).toHaveLength(1);
	});
});

describe('delete', () => {
	it.each([
		[1, 2],
		[59_000, 2],
		[61_000, 4],
		[179_000, 6],
	])('charges 2 credits per minute or part of a minute: %d ms cost %d', async (ms, credits) => {
		const id = await created({ activityTtl: 3600 });
		service.current.advanceClock(ms);
		const { json } = await remove(id);
		expect(json).toEqual({
			success: true,
			sessionDurationMs: expect.any(Number),
			creditsBilled: credits,
			cleanupQueued: false,
		});
		expect(service.current.charged).toBe(credits);
	});

	it('responds with 404 the second time', async () => {
		const id = await created();
		expect((await remove(id)).status).toBe(200);
		expect((await remove(id)).status).toBe(404);
	});

	it('states no credits for a session that had expired', async () => {
		const id = await created({ ttl: 30 });
		service.current.advanceClock(31_000);
		expect((await remove(id)).json).not.toHaveProperty('creditsBilled');
	});
});

it('sessions belong to a team', async () => {
	const id = await created();
	expect(await list('', otherTeam)).toEqual([]);
	expect((await remove(id, otherTeam)).status).toBe(404);
	expect(await list()).toHaveLength(1);
});

it.each([
	['not-a-uuid', 400],
	[unknownId, 404],
])('the session ID %s returns %d', async (id, status) => {
	expect((await run(id, 'page.url()')).status).toBe(status);
	expect((await remove(id)).status).toBe(status);
});
