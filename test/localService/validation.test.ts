import { call, scrape, useService } from './testClient';

const service = useService();

type Options = Record<string, unknown>;

async function refused(options: Options): Promise<{ path: unknown[]; message: string }[]> {
	const reply = await scrape(service.current, 'tables.html', options);
	expect(reply.status).toBe(400);
	expect(reply.json).toMatchObject({ success: false, code: 'BAD_REQUEST' });
	expect(service.current.fetches).toEqual([]);
	return reply.json.details as unknown as { path: unknown[]; message: string }[];
}

async function accepted(options: Options): Promise<void> {
	const reply = await scrape(service.current, 'tables.html', options);
	expect({ status: reply.status, details: reply.json.details }).toEqual({ status: 200 });
}

const noDomain = 'URL must have a valid top-level domain or be an IP address';
const unknownKey =
	'Unrecognized key in body -- please review the v2 API documentation for request body changes';

const letters = (count: number): string => 'a'.repeat(count);
const screenshot = (fields: Options) => ({ formats: [{ type: 'screenshot', ...fields }] });
const action = (fields: Options) => ({ actions: [fields] });
const wait = (milliseconds: number) => action({ type: 'wait', milliseconds });
const clicks = (count: number) => ({
	actions: new Array<Options>(count).fill({ type: 'click', selector: 'a' }),
});

it.each<[string, Options, Options]>([
	['timeout, minimum', { timeout: 1000 }, { timeout: 999 }],
	['timeout, maximum', { timeout: 300_000 }, { timeout: 300_001 }],
	['country', { location: { country: 'DE' } }, { location: { country: 'de' } }],
	[
		'viewport',
		screenshot({ viewport: { width: 7680, height: 4320 } }),
		screenshot({ viewport: { width: 7680, height: 4321 } }),
	],
	['wait', wait(1), wait(0)],
	['actions', clicks(50), clicks(51)],
	['only rawBase64', { formats: ['rawBase64'] }, { formats: ['rawBase64', 'html'] }],
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

it.each<[object, string, object]>([
	[{}, 'Bad Request', { path: ['url'] }],
	[{ url: 'ftp://a.example/' }, 'Bad Request', { path: ['url'] }],
	[{ url: 'http://localhost:18080/' }, noDomain, { code: 'custom', path: ['url'] }],
	[{ url: 'http://user:pw@a.example/' }, 'Invalid URL', { code: 'custom', path: ['url'] }],
	[{ url: 'a.example', nope: 1 }, unknownKey, { keys: ['nope'] }],
])('the body %j is refused as by the open-source server', async (body, error, detail) => {
	const { status, json } = await call(service.current, 'POST', '/v2/scrape', body);
	expect([status, json.code, json.error]).toEqual([400, 'BAD_REQUEST', error]);
	expect(json.details?.[0]).toMatchObject(detail);
});

const one = { provider: 'northmole', capability: 'tide-times' };
it.each<[string, unknown, number]>([
	['ten calls', { catalog: new Array(10).fill(one) }, 200],
	['its own fields', { catalog: one, timeout: 1000, origin: 'x', integration: 'n8n' }, 200],
	['a long provider', { catalog: { provider: letters(200), capability: 'a' } }, 404],
	['a url', { catalog: one, url: 'https://a.example/' }, 400],
	['no call', { catalog: [] }, 400],
	['eleven calls', { catalog: new Array(11).fill(one) }, 400],
	['an unrecognized key', { catalog: { ...one, version: 1 } }, 400],
])('a catalog request with %s returns its status', async (_, body, status) => {
	expect((await call(service.current, 'POST', '/v2/scrape', body)).status).toBe(status);
});

const hook = 'https://a.example/';
const bodies: Record<string, object> = {
	agent: { prompt: 'a' },
	search: { query: 'a' },
	crawl: { url: hook },
	'batch/scrape': { urls: [hook] },
};

it.each([
	['?query=diffusion&k=500', 200],
	['?query=diffusion&k=501', 400],
	['?query=diffusion&k=0', 400],
	['?query=diffusion&from=2020', 400],
	['?query=diffusion&limit=1', 400],
	['', 400],
	['/arxiv:2105.05233', 200],
	['/doi%3A10.1038%2Fnature14539?query=layers&k=50', 200],
	['/arxiv:2105.05233?query=layers&k=51', 400],
	['/arxiv:2105.05233?k=1', 400],
	['/arxiv:0000.00000', 404],
	['/arxiv:2105.05233/similar?intent=images&mode=references&rerank=true', 200],
	['/arxiv:2105.05233/similar?intent=images&mode=newer', 400],
	['/arxiv:2105.05233/similar', 400],
])('GET /search/research/papers%s returns %i', async (rest, status) => {
	const path = `/v2/search/research/papers${rest}`;
	expect((await call(service.current, 'GET', path)).status).toBe(status);
});

it.each<[string, object, (string | number)[]]>([
	['agent', { prompt: undefined }, ['prompt']],
	['agent', { prompt: letters(10_001) }, ['prompt']],
	['agent', { url: hook }, []],
	['agent', { urls: ['http://[::'] }, ['urls', 0]],
	['agent', { schema: { type: 'objekt' } }, ['schema']],
	['agent', { webhook: { url: hook, events: ['page'] } }, ['webhook', 'events', 0]],
	['agent', { exchange: { toolkits: [...'abcdef'] } }, ['exchange', 'toolkits']],
	['agent', { integration: '' }, ['integration']],
	['search', { query: undefined }, ['query']],
	['search', { limit: 101 }, ['limit']],
	['search', { sources: ['web', { type: 'news' }] }, ['sources', 0]],
	['search', { categories: ['developer', 'pdf'] }, []],
	['search', { categories: ['gov', 'pdf'] }, []],
	['search', { includeDomains: ['https://a.com/'] }, ['includeDomains', 0]],
	['search', { includeDomains: ['a.com'], excludeDomains: ['b.com'] }, []],
	['crawl', { url: undefined }, ['url']],
	['crawl', { nope: 1 }, []],
	['crawl', { delay: 61 }, ['delay']],
	['crawl', { scrapeOptions: { url: 'a' } }, ['scrapeOptions']],
	['crawl', { webhook: 'x' }, ['webhook', 'url']],
	['batch/scrape', { urls: [] }, ['urls']],
	['batch/scrape', { url: 'a' }, []],
	['batch/scrape', { urls: ['http://localhost'] }, ['urls', 0]],
	['batch/scrape', { maxConcurrency: 0 }, ['maxConcurrency']],
	['batch/scrape', { webhook: { url: hook, events: ['crawl.page'] } }, ['webhook', 'events', 0]],
	[
		'batch/scrape',
		{ webhook: { url: hook, headers: { 'X-Firecrawl-Signature': 'a' } } },
		['webhook'],
	],
])('POST /%s with %j is refused, and names the field', async (path, body, field) => {
	const { status, json } = await call(service.current, 'POST', `/v2/${path}`, {
		...bodies[path],
		...body,
	});
	expect(status).toBe(400);
	expect(json).toMatchObject({ success: false, details: [{ path: field }] });
	expect([service.current.agent.runs, service.current.jobs.all]).toEqual([[], []]);
});
