import { call, scrape, useService, type Json, type Reply } from './testClient';

const service = useService();
const unknownId = '7f1b9c1e-0f63-4b8a-9d53-3c6a2f0e4b11';

type Options = Record<string, unknown>;

async function refused(options: Options): Promise<{ path: unknown[]; message: string }[]> {
	const reply = await scrape(service.current, 'tables.html', options);
	expect(reply.status).toBe(400);
	expect(reply.json).toMatchObject({ success: false, error: 'Bad Request', code: 'BAD_REQUEST' });
	expect(service.current.fetches).toEqual([]);
	return reply.json.details as unknown as { path: unknown[]; message: string }[];
}

async function accepted(options: Options): Promise<void> {
	const reply = await scrape(service.current, 'tables.html', options);
	expect({ status: reply.status, details: reply.json.details }).toEqual({ status: 200 });
}

const letters = (count: number): string => 'a'.repeat(count);
const screenshot = (fields: Options) => ({ formats: [{ type: 'screenshot', ...fields }] });
const parser = (fields: Options) => ({ parsers: [{ type: 'pdf', ...fields }] });
const action = (fields: Options) => ({ actions: [fields] });
const question = (text: string) => ({ formats: [{ type: 'question', question: text }] });
const threat = (fields: Options) => ({ threatProtection: fields });
const wait = (milliseconds: number) => action({ type: 'wait', milliseconds });
const clicks = (count: number) => ({
	actions: new Array<Options>(count).fill({ type: 'click', selector: 'a' }),
});

it.each<[string, Options, Options]>([
	['timeout, minimum', { timeout: 1000 }, { timeout: 999 }],
	['timeout, maximum', { timeout: 300_000 }, { timeout: 300_001 }],
	['timeout, whole number', { timeout: 1000 }, { timeout: 1000.5 }],
	['maxAge', { maxAge: 0 }, { maxAge: -1 }],
	['maxPages', parser({ maxPages: 10_000 }), parser({ maxPages: 10_001 })],
	['profile.name', { profile: { name: letters(128) } }, { profile: { name: letters(129) } }],
	['country', { location: { country: 'DE' } }, { location: { country: 'de' } }],
	['quality', screenshot({ quality: 100 }), screenshot({ quality: 101 })],
	[
		'viewport',
		screenshot({ viewport: { width: 7680, height: 4320 } }),
		screenshot({ viewport: { width: 7680, height: 4321 } }),
	],
	['wait', wait(1), wait(0)],
	['actions', clicks(50), clicks(51)],
	['question', question(letters(10_000)), question(letters(10_001))],
	['riskScoreThreshold', threat({ riskScoreThreshold: 100 }), threat({ riskScoreThreshold: 101 })],
	['rawBase64 alone', { formats: ['rawBase64'] }, { formats: ['rawBase64', 'html'] }],
	[
		'changeTracking with markdown',
		{ formats: ['changeTracking', 'markdown'] },
		{ formats: ['changeTracking'] },
	],
	[
		'one screenshot',
		{ formats: ['screenshot'] },
		{ formats: ['screenshot', { type: 'screenshot' }] },
	],
	['waitFor', { timeout: 1000, waitFor: 500 }, { timeout: 1000, waitFor: 501 }],
	['all waits together', wait(60_000), wait(60_001)],
	[
		'a wait for an element as one second',
		{ waitFor: 59_000, ...action({ type: 'wait', selector: 'a' }) },
		{ waitFor: 59_001, ...action({ type: 'wait', selector: 'a' }) },
	],
	['known keys', { fastMode: true, origin: 'api', integration: '_mine' }, { integration: '' }],
])('a scrape accepts the limit and rejects the next value: %s', async (_, inside, outside) => {
	await refused(outside);
	await accepted(inside);
});

it.each<[string, Options]>([
	['a type of format', { formats: ['text'] }],
	['question without a question', { formats: ['question'] }],
	['a proxy', { proxy: 'stealth' }],
	['a parser', { parsers: [{ type: 'docx' }] }],
	['an action', action({ type: 'fly' })],
	['wait in both forms', action({ type: 'wait', milliseconds: 1, selector: 'a' })],
	['click without a selector', action({ type: 'click' })],
	['half a viewport', action({ type: 'screenshot', viewport: { width: 1 } })],
	['audit metadata without a username', { auditMetadata: {} }],
	['a boolean as a string', { mobile: 'true' }],
	['a domain with a scheme', threat({ blacklist: ['https://a.example'] })],
])('a scrape rejects %s that is unknown or incomplete', async (_, options) => {
	expect(await refused(options)).not.toEqual([]);
});

it.each([undefined, '', 'northmole.example', 'ftp://a.example/', 'http://a b/', 7])(
	'the url %j is invalid',
	async (url) => {
		const { status, json } = await call(service.current, 'POST', '/v2/scrape', { url });
		expect([status, json]).toEqual([400, { success: false, error: 'Invalid URL' }]);
	},
);

const one = { provider: 'northmole', capability: 'tide-times' };
it.each<[string, unknown, number]>([
	['ten calls', { catalog: new Array(10).fill(one) }, 200],
	['its own fields', { catalog: one, timeout: 1000, origin: 'x', integration: 'n8n' }, 200],
	['a long provider', { catalog: { provider: letters(200), capability: 'a' } }, 404],
	['a url', { catalog: one, url: 'https://a.example/' }, 400],
	['no call', { catalog: [] }, 400],
	['eleven calls', { catalog: new Array(11).fill(one) }, 400],
	['an unrecognized key', { catalog: { ...one, version: 1 } }, 400],
	['a provider that is too long', { catalog: { ...one, provider: letters(201) } }, 400],
	['no capability', { catalog: { provider: 'northmole' } }, 400],
])('a catalog request with %s returns its status', async (_, body, status) => {
	expect((await call(service.current, 'POST', '/v2/scrape', body)).status).toBe(status);
});

describe('a scrape without', () => {
	it.each<[string, number, Options, Record<string, unknown>]>([
		['permission for zero data retention', 403, { zeroDataRetention: true }, {}],
		['catalog access', 403, { domainTools: true }, { catalogEnabled: false }],
		['data retention', 403, { domainTools: true }, { forcedZeroDataRetention: true }],
		['data retention in lockdown', 403, { domainTools: true, lockdown: true }, {}],
		['clean content in lockdown', 400, { onlyCleanContent: true, lockdown: true }, {}],
		['credits', 402, {}, { credits: 0 }],
	])('%s returns %d', async (_, status, options, settings) => {
		service.current.configure(settings);
		expect((await scrape(service.current, 'tables.html', options)).status).toBe(status);
		expect([service.current.charged, service.current.fetches]).toEqual([0, []]);
	});
});

describe('a browser session', () => {
	const create = (body: object = {}): Promise<Reply> =>
		call(service.current, 'POST', '/v2/interact', body);
	const created = async (body?: object): Promise<string> => String((await create(body)).json.id);
	const run = (id: string, code: string, rest: object = {}): Promise<Reply> =>
		call(service.current, 'POST', `/v2/interact/${id}/execute`, { code, ...rest });
	const remove = (id: string, headers = {}): Promise<Reply> =>
		call(service.current, 'DELETE', `/v2/interact/${id}`, undefined, headers);
	const list = async (query = '', headers = {}): Promise<Json[]> =>
		(await call(service.current, 'GET', `/v2/interact${query}`, undefined, headers)).json
			.sessions as unknown as Json[];

	it('has the only right to save to its profile until it is deleted', async () => {
		const body = { profile: { name: 'shop' } };
		const id = await created(body);
		expect((await create(body)).status).toBe(409);
		expect((await create({ profile: { name: 'shop', saveChanges: false } })).status).toBe(200);
		await remove(id);
		expect((await create(body)).status).toBe(200);
	});

	it('ends after its lifetime or a time without activity, which code postpones', async () => {
		const id = await created({ ttl: 120, activityTtl: 60 });
		for (let left = 2; left > 0; left -= 1) {
			service.current.advanceClock(50_000);
			expect((await run(id, 'page.url()')).status).toBe(200);
		}
		expect(await list('?status=active')).toMatchObject([{ id, status: 'active' }]);
		service.current.advanceClock(21_000);
		expect(await list('?status=destroyed')).toMatchObject([{ id, status: 'destroyed' }]);
		expect((await run(id, 'page.url()')).status).toBe(410);
		expect((await remove(id)).json).not.toHaveProperty('creditsBilled');
	});

	it.each([
		[1, 2],
		[61_000, 4],
	])('is charged per part of a minute when deleted: %d ms cost %d', async (ms, credits) => {
		const id = await created({ activityTtl: 3600 });
		service.current.advanceClock(ms);
		const sessionDurationMs: unknown = expect.any(Number);
		const billed = {
			success: true,
			sessionDurationMs,
			creditsBilled: credits,
			cleanupQueued: false,
		};
		expect((await remove(id)).json).toEqual(billed);
		expect(service.current.charged).toBe(credits);
		expect((await remove(id)).status).toBe(404);
	});

	it.each([
		['not-a-uuid', 400],
		[unknownId, 404],
	])('with the ID %s returns %d', async (id, status) => {
		expect((await run(id, 'page.url()')).status).toBe(status);
		expect((await remove(id)).status).toBe(status);
	});
});
