import * as faults from './faults';
import { OTHER_TEAM_API_KEY } from './localService';
import { call, until, useService, type Reply } from './testClient';

const service = useService();
const DAY_MS = 86_400_000;
const convert = {
	provider: 'rates',
	capability: 'convert',
	options: { amount: 10, from: 'EUR', to: 'CHF' },
};
const slow = { provider: 'slow', capability: 'echo', options: { ms: 30_000, value: 'late' } };
const lookup = (domain: string) => ({
	provider: 'companies',
	capability: 'lookup',
	options: { domain },
});
const prices = { provider: 'thirdparty', capability: 'prices', options: { article: 'clock' } };

function keyed(catalog: unknown, more: object = {}, key = 'key-1'): Promise<Reply> {
	return call(service.current, 'POST', '/v2/scrape', { catalog, ...more }, { 'x-request-id': key });
}

const counts = (): number[] => [service.current.executions.length, service.current.charged];

async function inFlight(): Promise<{ answered: Promise<Reply> }> {
	const answered = keyed(slow);
	await until(() => service.current.executions.length === 1);
	return { answered };
}

async function expectLost(answer: Promise<unknown>): Promise<void> {
	await expect(answer).rejects.toMatchObject({
		code: expect.stringMatching(/UND_ERR_SOCKET|ECONNRESET/),
	});
}

describe('response', () => {
	it('contains the results in the order of the calls, with a failed call, and their cost', async () => {
		const { json } = await keyed([lookup('northmole.example'), lookup('nobody.example'), convert]);
		const names = { provider: 'companies', capability: 'lookup' };
		expect(json).toEqual({
			success: true,
			scrape_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
			data: {
				catalog: [
					{
						...names,
						creditsCost: 5,
						data: expect.objectContaining({ name: 'North Mole Works', city: 'Bergen' }),
					},
					{
						...names,
						creditsCost: 0,
						error: {
							code: 'not_found',
							message: expect.stringContaining('nobody.example'),
							status: 404,
						},
					},
					expect.objectContaining({ provider: 'rates', creditsCost: 1 }),
				],
				creditsCost: 6,
			},
		});
		expect(service.current.executions).toMatchObject([
			{ provider: 'companies', requestId: 'key-1' },
			{ provider: 'companies', requestId: 'key-1' },
			{ provider: 'rates', requestId: 'key-1' },
		]);
		expect(counts()).toEqual([3, 6]);
	});

	it('reports invalid options of a call, which is not executed', async () => {
		const { json } = await keyed([
			{ ...convert, options: { amont: 1 } },
			{ provider: 'companies', capability: 'lookup' },
		]);
		expect(json.data?.catalog).toMatchObject([
			{
				error: { code: 'invalid_options', message: expect.stringMatching(/"amont"/), status: 400 },
			},
			{ error: { code: 'invalid_options', message: expect.stringMatching(/^domain /) } },
		]);
		expect(counts()).toEqual([0, 0]);
	});

	it('contains only one failure when one call exceeds the timeout', async () => {
		const reply = keyed([slow, convert], { timeout: 20_000 });
		await until(() => service.current.executions.length === 2);
		service.current.advanceClock(20_000);
		expect((await reply).json.data?.catalog).toMatchObject([
			{ error: { code: 'timeout', status: 408 } },
			{ creditsCost: 1 },
		]);
	});

	it('can use the public name of the list', async () => {
		service.current.configure({ publicNames: true });
		const { json } = await keyed(convert);
		expect(json.data).toEqual({ alexandria: [expect.anything()], creditsCost: 1 });
	});
});

describe('discovery', () => {
	const find = async (provider: string, options: object) =>
		(await keyed({ provider, capability: 'find-tools', options }, {}, `find-${Math.random()}`)).json
			.data?.catalog?.[0]?.data;

	it.each(['catalog', 'firecrawl'])('is free and finds tools by text, as %s', async (provider) => {
		const data = await find(provider, { query: 'CURRENCY', expand: ['options'] });
		expect(data).toMatchObject({ level: 'tools', total: 1, next: null });
		expect(data?.items).toMatchObject([
			{
				id: 'rates/convert',
				creditsCost: 1,
				options: [
					{ name: 'amount', type: 'number', required: true },
					{ name: 'from', enum: expect.arrayContaining(['EUR']) },
					{ name: 'to', required: true },
				],
			},
		]);
		expect(service.current.charged).toBe(0);
	});

	it('returns its list in pages', async () => {
		const first = await find('catalog', { limit: 4 });
		expect(first?.items).toHaveLength(4);
		expect(first?.next).toMatchObject({ options: { limit: 4, offset: 4 } });
		expect((await find('catalog', { limit: 4, offset: 4 }))?.next).toBeNull();
	});
});

describe('request rejected before any call is executed', () => {
	afterEach(() => expect(counts()).toEqual([0, 0]));

	it.each([
		['an unknown provider', { ...convert, provider: 'unknown' }, {}, 404, 'unknown_provider'],
		['too few credits', [lookup('a.example')], { credits: 4 }, 402, 'insufficient_credits'],
		['terms', [convert, prices], {}, 403, 'THIRD_PARTY_DATA_TERMS_REQUIRED'],
		['no access to the catalog', convert, { catalogEnabled: false }, 403, undefined],
		['zero data retention', convert, { forcedZeroDataRetention: true }, 403, undefined],
	])('echoes its key for %s', async (_, catalog, settings, status, code) => {
		service.current.configure(settings);
		const reply = await keyed(catalog);
		expect([reply.status, reply.json.success, reply.json.code]).toEqual([status, false, code]);
		expect(reply.headers['x-request-id']).toBe('key-1');
	});

	it.each(['a b', 'ü', 'a'.repeat(129), 'a/b', ' '])('has the key %j', async (key) => {
		const { status, json, headers } = await keyed(convert, {}, key);
		expect([status, json.code]).toEqual([400, 'BAD_REQUEST']);
		expect(headers['x-request-id']).toBeUndefined();
	});

	it.each([
		[256 * 1024, 404],
		[256 * 1024 + 1, 413],
	])('has calls with %d bytes: %d', async (size, status) => {
		const empty = { options: { a: '' }, provider: 'a', capability: 'b' };
		const a = 'a'.repeat(size - JSON.stringify([empty]).length);
		expect((await keyed({ ...empty, options: { a } })).status).toBe(status);
	});
});

it('terms are an object or a flag until they are accepted', async () => {
	expect((await keyed(prices)).json.requiresAction).toBe(true);
	service.current.configure({ terms: 'object' });
	expect((await keyed(prices)).json.requiresAction).toMatchObject({ type: 'accept_terms' });
	service.current.configure({ terms: 'accepted' });
	expect((await keyed(prices)).status).toBe(200);
	expect(counts()).toEqual([1, 3]);
});

describe('a new key', () => {
	it('is generated by the service if missing, and can be reused', async () => {
		const first = await call(service.current, 'POST', '/v2/scrape', { catalog: convert });
		const key = String(first.headers['x-request-id']);
		expect(key).toMatch(/^[0-9a-f-]{36}$/);
		expect((await keyed(convert, {}, key)).text).toBe(first.text);
		expect(counts()).toEqual([1, 1]);
	});

	it.each(['a'.repeat(128), 'aZ09._:-'])('is accepted and echoed as %j', async (key) => {
		expect((await keyed(convert, {}, key)).headers['x-request-id']).toBe(key);
	});

	it('can be reused after a rejected request', async () => {
		service.current.configure({ credits: 0 });
		expect((await keyed(convert)).status).toBe(402);
		service.current.configure({ credits: 10 });
		expect((await keyed(convert)).status).toBe(200);
		expect(counts()).toEqual([1, 1]);
	});
});

describe('same key with the same parameters', () => {
	it('returns the original response, also after a failed call and without credits', async () => {
		const calls = [convert, lookup('nobody.example')];
		const first = await keyed(calls, { timeout: 5000 });
		service.current.configure({ credits: 0 });
		const options = { to: 'CHF', from: 'EUR', amount: 10 };
		const again = await keyed([{ ...convert, options }, calls[1]], { timeout: 5000 });
		expect(again.text).toBe(first.text);
		expect(again.headers['x-request-id']).toBe('key-1');
		expect(counts()).toEqual([2, 1]);
	});

	it.each<faults.FaultAnswer>([
		{ kind: 'resetAfter' },
		{ kind: 'cutBody', afterBytes: 5 },
		{ kind: 'stallBody', afterBytes: 5 },
		{ kind: 'stallHead' },
	])('returns the original response after that response was lost: $kind', async (answer) => {
		service.current.addFaults(faults.fault(answer));
		const lost = expectLost(keyed(convert));
		await until(() => service.current.charged === 1);
		const again = await keyed(convert);
		expect(again.json.data?.catalog).toMatchObject([{ data: { result: 9.6 } }]);
		expect(counts()).toEqual([1, 1]);
		await service.current.reset();
		await lost;
	});

	it('returns the original response for 7 days, and is a new key after that', async () => {
		const first = await keyed(convert);
		service.current.advanceClock(7 * DAY_MS - 60_000);
		expect((await keyed(convert)).text).toBe(first.text);
		service.current.advanceClock(60_000);
		expect((await keyed(convert)).json.scrape_id).not.toBe(first.json.scrape_id);
		expect(counts()).toEqual([2, 2]);
	});

	it('is a separate key for another team', async () => {
		await keyed(convert);
		const headers = { 'x-request-id': 'key-1', authorization: `Bearer ${OTHER_TEAM_API_KEY}` };
		const body = { catalog: { ...convert, capability: 'table', options: {} } };
		expect((await call(service.current, 'POST', '/v2/scrape', body, headers)).status).toBe(200);
		expect(counts()).toEqual([2, 3]);
	});
});

describe('same key while the original request is in progress', () => {
	it('returns request_in_flight, then the original response', async () => {
		const { answered } = await inFlight();
		const early = await keyed(slow);
		expect(early).toMatchObject({
			status: 409,
			json: {
				success: false,
				code: 'request_in_flight',
				chargeId: expect.stringMatching(/^charge-/),
			},
		});
		expect((await keyed(convert)).json).toEqual(early.json);
		service.current.advanceClock(30_000);
		const first = await answered;
		expect((await keyed(slow)).text).toBe(first.text);
		expect(counts()).toEqual([1, 1]);
	});

	it('returns request_in_flight after the client of the original request has disconnected', async () => {
		const leaving = new AbortController();
		const left = fetch(`${service.current.url}/v2/scrape`, {
			method: 'POST',
			headers: {
				authorization: `Bearer ${service.current.apiKey}`,
				'content-type': 'application/json',
				'x-request-id': 'key-1',
			},
			body: JSON.stringify({ catalog: slow }),
			signal: leaving.signal,
		}).catch(() => 'left');
		await until(() => service.current.executions.length === 1);
		leaving.abort();
		expect(await left).toBe('left');
		expect((await keyed(slow)).json.code).toBe('request_in_flight');
		service.current.advanceClock(30_000);
		await until(() => service.current.charged === 1);
		expect((await keyed(slow)).json.data?.catalog?.[0]?.data).toEqual({
			value: 'late',
			ms: 30_000,
		});
		expect(counts()).toEqual([1, 1]);
	});

	it('returns request_in_flight while a fault delays the original request', async () => {
		service.current.addFaults(faults.fault({ kind: 'delayedHead', ms: 60_000 }));
		const first = keyed(convert);
		await until(() => service.current.requests.length === 1);
		expect((await keyed(convert)).json.code).toBe('request_in_flight');
		expect(counts()).toEqual([0, 0]);
		service.current.advanceClock(60_000);
		const { text } = await first;
		expect((await keyed(convert)).text).toBe(text);
		expect(counts()).toEqual([1, 1]);
	});
});

it.each<[string, unknown, object]>([
	['other options', { ...convert, options: { amount: 11, from: 'EUR', to: 'CHF' } }, {}],
	['one call more', [convert, convert], {}],
	['another timeout', convert, { timeout: 9000 }],
	['an unknown tool', { ...convert, provider: 'unknown' }, {}],
])('same key with different parameters returns duplicate_request: %s', async (_, other, more) => {
	await keyed(convert);
	const { status, json, headers } = await keyed(other, more);
	expect(status).toBe(409);
	expect(json).toMatchObject({
		success: false,
		code: 'duplicate_request',
		chargeId: expect.stringMatching(/^charge-/),
	});
	expect(headers['x-request-id']).toBe('key-1');
	expect(counts()).toEqual([1, 1]);
});

describe('unknown outcome', () => {
	it('is returned as often as configured, and then the original result is returned', async () => {
		service.current.catalog.unresolved({ times: 2 });
		const first = await keyed(convert);
		expect(first.status).toBe(503);
		expect(first.json).toMatchObject({ code: 'request_unresolved', chargeId: expect.any(String) });
		expect((await keyed(convert)).json).toEqual(first.json);
		expect((await keyed(convert)).status).toBe(200);
		expect(counts()).toEqual([1, 1]);
	});

	it('can be set for the repeats of one key', async () => {
		const order = { requestId: 'key-1', onlyRepeats: true };
		await call(service.current, 'POST', '/_test/catalog/unresolved', order);
		const codes = [];
		for (const key of ['key-1', 'key-2', 'key-2', 'key-1', 'key-1']) {
			const { status, json } = await keyed(convert, {}, key);
			codes.push(json.code ?? status);
		}
		expect(codes).toEqual([200, 200, 200, 'request_unresolved', 200]);
		expect(counts()).toEqual([2, 2]);
	});

	it('can be set for a request in progress', async () => {
		const { answered } = await inFlight();
		service.current.catalog.unresolved();
		expect((await keyed(slow)).json.code).toBe('request_unresolved');
		expect((await keyed(slow)).json.code).toBe('request_in_flight');
		service.current.advanceClock(30_000);
		expect((await answered).status).toBe(200);
	});
});
