import { call, dataOf, useService, type Json, type Reply } from './testClient';

const service = useService();

type Options = Record<string, unknown>;

function post(body: unknown, headers: Record<string, string> = {}): Promise<Reply> {
	return call(service.current, 'POST', '/v2/scrape', body, headers);
}

function toolCall(id: string, options: Options = {}): Options {
	const [provider, capability] = id.split('/');
	return { provider, capability, options };
}

async function resultOf(id: string, options: Options = {}): Promise<Json> {
	const { status, json } = await post({ catalog: toolCall(id, options) });
	expect(status).toBe(200);
	return json.data?.catalog?.[0] ?? {};
}

describe('tools', () => {
	it('measures a page', async () => {
		const url = `${service.current.url}/pages/article.html`;
		expect(await resultOf('text/statistics', { url })).toMatchObject({
			provider: 'text',
			capability: 'statistics',
			creditsCost: 1,
			data: { title: 'How a lighthouse keeps its rhythm', headings: 2, readingTimeMinutes: 1 },
		});
		expect(service.current.fetches.map((entry) => entry.path)).toEqual(['/pages/article.html']);
	});

	it('measures text', async () => {
		const text = '# Tides\n\nHigh water is at six. Low water is at noon!';
		const { data } = await resultOf('text/statistics', { text });
		expect(data).toMatchObject({ words: 10, sentences: 2, headings: 1 });
		const keywords = await resultOf('text/keywords', { text, limit: 1 });
		expect(keywords).toMatchObject({ data: [{ word: 'water', count: 2 }], records: 1 });
	});

	it.each<[string, Options, unknown]>([
		[
			'rates/convert',
			{ amount: 50, from: 'EUR', to: 'USD' },
			{ amount: 50, from: 'EUR', to: 'USD', rate: 1.08, result: 54, date: '2026-06-01' },
		],
		[
			'companies/lookup',
			{ domain: 'www.Example.com' },
			{ domain: 'example.com', name: 'Example Trading' },
		],
		['northmole/tide-times', { harbour: 'North mole' }, [{ day: 'Monday' }, { day: 'Tuesday' }]],
		['slow/echo', { ms: 0, value: { a: 1 } }, { value: { a: 1 }, ms: 0 }],
	])('%s', async (id, options, data) => {
		expect(await resultOf(id, options)).toMatchObject({ data });
	});

	it('rates/table returns a record for each currency', async () => {
		const { data, records } = await resultOf('rates/table', { base: 'USD' });
		expect(data).toContainEqual({ currency: 'USD', rate: 1 });
		expect(records).toBe(10);
	});

	it('the tool suggested for a page can be called with the suggested options', async () => {
		const { tools } = await dataOf(service.current, 'tables.html', { domainTools: true });
		const { json } = await post({ catalog: tools?.[0]?.next });
		expect(json.data?.catalog?.[0]?.error).toBeUndefined();
	});
});

describe('discovery', () => {
	it.each(['catalog', 'firecrawl'])('is free and finds tools by text, as %s', async (provider) => {
		service.current.configure({ credits: 0 });
		const expand = ['options', 'response', 'examples'];
		const result = await resultOf(`${provider}/find-tools`, { query: 'currency', expand });
		expect(result.creditsCost).toBe(0);
		expect(result.data).toMatchObject({ level: 'tools', total: 1, next: null });
		expect(result.data?.items?.[0]).toMatchObject({
			id: 'rates/convert',
			execute: { provider: 'rates', capability: 'convert' },
			options: expect.arrayContaining([{ name: 'amount', type: 'number', required: true }]),
			examples: [{ amount: 100, from: 'EUR', to: 'USD' }],
		});
	});

	it('lists providers, and for each provider its callable tools', async () => {
		const providers = await resultOf('catalog/find-tools', { level: 'providers' });
		const rates = (providers.data?.items as unknown as Json[]).find(
			({ id }) => String(id) === 'rates',
		);
		const tools = (await post({ catalog: rates?.next })).json.data?.catalog?.[0]?.data;
		expect(tools?.total).toBe(2);
		const reply = await post({ catalog: tools?.items?.[0]?.next });
		expect(reply.json.data?.catalog?.[0]?.data?.result).toBe(108);
	});

	it('returns its list in pages', async () => {
		const ids: unknown[] = [];
		let next: unknown = toolCall('catalog/find-tools', { limit: 3 });
		while (next) {
			const part = (await post({ catalog: next })).json.data?.catalog?.[0]?.data;
			ids.push(...(part?.items as unknown as Json[]).map(({ id }) => id));
			next = part?.next;
		}
		expect(ids).toHaveLength(8);
		expect(new Set(ids).size).toBe(8);
	});
});

describe('response', () => {
	const convert = toolCall('rates/convert', { amount: 1, from: 'EUR', to: 'USD' });
	const lookup = (domain: string): Options => toolCall('companies/lookup', { domain });

	it('contains the results in the order of the calls, and their cost', async () => {
		const slow = toolCall('slow/echo', { ms: 5, value: 1 });
		const { json } = await post({ catalog: [slow, convert, lookup('example.org')] });
		expect(json).toEqual({
			success: true,
			scrape_id: expect.any(String),
			data: {
				catalog: [
					{ provider: 'slow', capability: 'echo', creditsCost: 1, data: { value: 1, ms: 5 } },
					expect.objectContaining({ provider: 'rates', creditsCost: 1 }),
					expect.objectContaining({ provider: 'companies', creditsCost: 5, records: 1 }),
				],
				creditsCost: 7,
			},
		});
		expect(service.current.charged).toBe(7);
	});

	it('contains all results when one call fails', async () => {
		const wrong = toolCall('rates/convert', { amount: 'much', from: 'EUR', to: 'XXX' });
		const dead = toolCall('text/statistics', { url: 'http://no-such-host.invalid/' });
		const catalog = [lookup('example.com'), lookup('nobody.example'), wrong, dead];
		const { status, json } = await post({ catalog }, { 'x-request-id': 'batch-1' });
		expect(status).toBe(200);
		expect(json.data?.creditsCost).toBe(5);
		expect(json.data?.catalog).toMatchObject([
			{ creditsCost: 5, data: { name: 'Example Trading' } },
			{ creditsCost: 0, error: { code: 'not_found', status: 404 }, provider: 'companies' },
			{
				creditsCost: 0,
				error: {
					code: 'invalid_options',
					status: 400,
					message: expect.stringMatching(/^amount must be number; to must be equal to one of/),
				},
			},
			{ creditsCost: 0, error: { code: 'SCRAPE_DNS_RESOLUTION_ERROR' } },
		]);
		expect(service.current.charged).toBe(5);
		const executed = service.current.executions.map(({ provider, requestId }) => [
			provider,
			requestId,
		]);
		expect(executed).toEqual([
			['companies', 'batch-1'],
			['companies', 'batch-1'],
			['text', 'batch-1'],
		]);
	});

	it.each<[string, string, Options, string]>([
		['an unknown option', 'rates/table', { bas: 'EUR' }, 'Unrecognized key: "bas"'],
		['a missing option', 'companies/lookup', {}, 'domain is required'],
		[
			'neither of two alternative options',
			'text/keywords',
			{ limit: 3 },
			'one of url, text is required',
		],
	])('reports %s', async (_, id, options, message) => {
		const result = await resultOf(id, options);
		expect(result.error).toEqual({ code: 'invalid_options', message, status: 400 });
		expect(service.current.executions).toEqual([]);
	});

	it('contains only one failure when one call exceeds the timeout', async () => {
		const slow = toolCall('slow/echo', { ms: 30_000 });
		const reply = post({ catalog: [slow, convert], timeout: 20_000 });
		while (service.current.executions.length < 2)
			await new Promise((resolve) => setImmediate(resolve));
		service.current.advanceClock(20_000);
		const results = (await reply).json.data?.catalog;
		expect(results).toMatchObject([
			{ error: { code: 'timeout', status: 408 } },
			{ creditsCost: 1 },
		]);
	});

	it('can use the public name of the data key', async () => {
		service.current.configure({ publicNames: true });
		const { json } = await post({ catalog: convert });
		expect(json.data).toMatchObject({ alexandria: [{ provider: 'rates' }], creditsCost: 1 });
		expect(json.data).not.toHaveProperty('catalog');
	});
});

describe('request rejected before any call is executed', () => {
	const lookup = toolCall('companies/lookup', { domain: 'example.com' });
	afterEach(() => {
		expect(service.current.executions).toEqual([]);
		expect(service.current.charged).toBe(0);
	});

	it.each(['unknown/convert', 'rates/nothing'])('returns 404 for %s', async (id) => {
		const { status, json } = await post({ catalog: [lookup, toolCall(id)] });
		expect([status, json.code]).toEqual([404, 'unknown_provider']);
	});

	it('returns 402 without enough credits, until credits are added', async () => {
		service.current.configure({ credits: 9 });
		const headers = { 'x-request-id': 'poor' };
		const { status, json } = await post({ catalog: [lookup, lookup] }, headers);
		expect([status, json.code]).toEqual([402, 'insufficient_credits']);
	});

	it.each<['flag' | 'object', unknown]>([
		['flag', true],
		[
			'object',
			{ type: 'accept_terms', terms: 'thirdparty', version: '2026-06', url: expect.any(String) },
		],
	])('returns 403 for terms, with requiresAction as %s', async (terms, requiresAction) => {
		service.current.configure({ terms });
		const prices = toolCall('thirdparty/prices', { article: 'clock' });
		const { status, json } = await post({ catalog: [lookup, prices] });
		expect(status).toBe(403);
		expect(json).toMatchObject({ code: 'THIRD_PARTY_DATA_TERMS_REQUIRED', requiresAction });
	});

	it.each([{ catalogEnabled: false }, { forcedZeroDataRetention: true }])(
		'returns 403 without a code with %j',
		async (settings) => {
			service.current.configure(settings);
			const { status, json } = await post({ catalog: lookup });
			expect(status).toBe(403);
			expect(json).toEqual({ success: false, error: expect.any(String) });
		},
	);

	it.each([
		[256 * 1024, 404],
		[256 * 1024 + 1, 413],
	])('limits the calls to 256 KiB: %d bytes return %d', async (size, status) => {
		const empty = { options: { a: '' }, provider: 'a', capability: 'b' };
		const a = 'a'.repeat(size - JSON.stringify([empty]).length);
		expect((await post({ catalog: { ...empty, options: { a } } })).status).toBe(status);
	});

	it.each(['', 'a b', 'ü', 'a'.repeat(129), 'a/b', 'a,b'])(
		'returns 400 for the request id %j',
		async (id) => {
			// undici omits a header with an empty value. If the value is a space, undici sends the header.
			const { status, json, headers } = await post(
				{ catalog: lookup },
				{ 'x-request-id': id || ' ' },
			);
			expect([status, json.code]).toEqual([400, 'BAD_REQUEST']);
			expect(headers['x-request-id']).toBeUndefined();
		},
	);
});

it('executes a tool with terms after they are accepted', async () => {
	service.current.configure({ terms: 'accepted' });
	const result = await resultOf('thirdparty/prices', { article: 'clock' });
	expect(result).toMatchObject({ creditsCost: 3, records: 3 });
});

it('the catalog can be configured at the start, and by a client in another process', async () => {
	const control = (name: string, body: unknown): Promise<Reply> =>
		call(service.current, 'POST', `/_test/${name}`, body, { authorization: '' });
	expect((await control('settings', { catalogEnabled: false, credits: 3 })).status).toBe(200);
	expect((await post({ catalog: toolCall('rates/table') })).status).toBe(403);
	expect((await control('settings', { catalogEnabld: true })).status).toBe(400);
	const { json } = await call(service.current, 'GET', '/_test/state');
	expect(json).toMatchObject({ executions: [], charged: 0, remainingCredits: 3, agentStarts: 0 });
	await service.current.reset();
	expect(service.current.report()).toMatchObject({ remainingCredits: 100_000 });
	expect((await post({ catalog: toolCall('rates/table') })).status).toBe(200);
});
