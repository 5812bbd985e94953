// The idempotency of catalog requests, row by row.
import * as faults from './faults';
import { OTHER_TEAM_API_KEY } from './localService';
import { call, until, useService, type Reply } from './testClient';

const held = useService();
const DAY_MS = 86_400_000;
const convert = {
	provider: 'rates',
	capability: 'convert',
	options: { amount: 10, from: 'EUR', to: 'CHF' },
};
const slow = { provider: 'slow', capability: 'echo', options: { ms: 30_000, value: 'late' } };

function keyed(catalog: unknown, more: object = {}, key = 'key-1'): Promise<Reply> {
	return call(held.current, 'POST', '/v2/scrape', { catalog, ...more }, { 'x-request-id': key });
}

function counts(): number[] {
	return [held.current.executions.length, held.current.charged];
}

async function inFlight(): Promise<{ answered: Promise<Reply> }> {
	const answered = keyed(slow);
	await until(() => held.current.executions.length === 1);
	return { answered };
}

async function expectLost(answer: Promise<unknown>): Promise<void> {
	const code = await answer.then(
		() => 'answered',
		(error: unknown) => (error as { code?: string }).code,
	);
	expect(code).toMatch(/UND_ERR_SOCKET|ECONNRESET/);
}

describe('a new key', () => {
	it('is executed and echoed', async () => {
		const { status, headers } = await keyed(convert);
		expect([status, headers['x-request-id']]).toEqual([200, 'key-1']);
		expect(counts()).toEqual([1, 1]);
	});

	it('is made by the service where there is none, and can be used from then on', async () => {
		const first = await call(held.current, 'POST', '/v2/scrape', { catalog: convert });
		const key = String(first.headers['x-request-id']);
		expect(key).toMatch(/^[0-9a-f-]{36}$/);
		expect((await keyed(convert, {}, key)).text).toBe(first.text);
		expect(counts()).toEqual([1, 1]);
	});

	it.each(['a', 'a'.repeat(128), 'aZ09._:-'])('may be %j', async (key) => {
		expect((await keyed(convert, {}, key)).headers['x-request-id']).toBe(key);
	});

	it('is echoed with errors too', async () => {
		const reply = await keyed({ provider: 'nobody', capability: 'nothing' });
		expect([reply.status, reply.headers['x-request-id']]).toEqual([404, 'key-1']);
	});

	it('is not used up by a request that was refused', async () => {
		held.current.configure({ credits: 0 });
		expect((await keyed(convert)).status).toBe(402);
		held.current.configure({ credits: 10 });
		expect((await keyed(convert)).status).toBe(200);
		expect(counts()).toEqual([1, 1]);
	});
});

describe('the same key with the same parameters', () => {
	it('gets the original response', async () => {
		const first = await keyed(convert, { timeout: 5000 });
		const options = { to: 'CHF', from: 'EUR', amount: 10 };
		const again = await keyed([{ ...convert, options }], { timeout: 5000 });
		expect(again.text).toBe(first.text);
		expect(again.headers['x-request-id']).toBe('key-1');
		expect(counts()).toEqual([1, 1]);
	});

	it('gets it also when a call had failed, and when there are no credits left', async () => {
		const unknown = { ...convert, provider: 'companies', capability: 'lookup' };
		const calls = [convert, { ...unknown, options: { domain: 'nobody.example' } }];
		const first = await keyed(calls);
		held.current.configure({ credits: 0 });
		expect((await keyed(calls)).text).toBe(first.text);
		expect(counts()).toEqual([2, 1]);
	});

	it.each<['resetAfter' | 'cutBody' | 'stallBody']>([['resetAfter'], ['cutBody'], ['stallBody']])(
		'gets it after the first answer was lost: %s',
		async (kind) => {
			held.current.addFaults(faults.fault({ kind, afterBytes: 5 } as faults.FaultAnswer));
			const lost = expectLost(keyed(convert));
			await until(() => held.current.charged === 1);
			const again = await keyed(convert);
			expect(again.json.data?.catalog).toMatchObject([{ data: { result: 9.6 } }]);
			expect(counts()).toEqual([1, 1]);
			await held.current.reset();
			await lost;
		},
	);

	it('gets it while the first answer never comes', async () => {
		held.current.addFaults(faults.fault({ kind: 'stallHead' }));
		const lost = expectLost(keyed(convert));
		await until(() => held.current.charged === 1);
		expect((await keyed(convert)).status).toBe(200);
		expect(counts()).toEqual([1, 1]);
		await held.current.reset();
		await lost;
	});

	it('gets it for 7 days, and is a new one after that', async () => {
		const first = await keyed(convert);
		held.current.advanceClock(7 * DAY_MS - 60_000);
		expect((await keyed(convert)).text).toBe(first.text);
		held.current.advanceClock(60_000);
		const later = await keyed(convert);
		expect(later.json.scrape_id).not.toBe(first.json.scrape_id);
		expect(counts()).toEqual([2, 2]);
	});

	it('is another key for another team', async () => {
		await keyed(convert);
		const headers = { 'x-request-id': 'key-1', authorization: `Bearer ${OTHER_TEAM_API_KEY}` };
		const catalog = { ...convert, capability: 'table', options: {} };
		const reply = await call(held.current, 'POST', '/v2/scrape', { catalog }, headers);
		expect(reply.status).toBe(200);
		expect(counts()).toEqual([2, 3]);
	});
});

describe('the same key while the original is processed', () => {
	it('gets request_in_flight, then the original response', async () => {
		const { answered } = await inFlight();
		const early = await keyed(slow);
		expect(early.status).toBe(409);
		expect(early.json).toMatchObject({ success: false, code: 'request_in_flight' });
		expect(String(early.json.chargeId)).toMatch(/^charge-/);
		// Whatever its parameters: they are only compared with a request that has completed.
		expect((await keyed(convert)).json).toEqual(early.json);
		held.current.advanceClock(30_000);
		const first = await answered;
		expect((await keyed(slow)).text).toBe(first.text);
		expect(counts()).toEqual([1, 1]);
	});

	it('also after the client of the original went away', async () => {
		const leaving = new AbortController();
		const left = fetch(`${held.current.url}/v2/scrape`, {
			method: 'POST',
			headers: {
				authorization: `Bearer ${held.current.apiKey}`,
				'content-type': 'application/json',
				'x-request-id': 'key-1',
			},
			body: JSON.stringify({ catalog: slow }),
			signal: leaving.signal,
		}).catch(() => 'left');
		await until(() => held.current.executions.length === 1);
		leaving.abort();
		expect(await left).toBe('left');
		expect((await keyed(slow)).json.code).toBe('request_in_flight');
		held.current.advanceClock(30_000);
		await until(() => held.current.charged === 1);
		expect((await keyed(slow)).json.data?.catalog?.[0]?.data).toEqual({
			value: 'late',
			ms: 30_000,
		});
		expect(counts()).toEqual([1, 1]);
	});

	it('also while a fault holds the original up before it is executed', async () => {
		held.current.addFaults(faults.fault({ kind: 'delayedHead', ms: 60_000 }));
		const first = keyed(convert);
		await until(() => held.current.requests.length === 1);
		expect((await keyed(convert)).json.code).toBe('request_in_flight');
		expect(counts()).toEqual([0, 0]);
		held.current.advanceClock(60_000);
		const { text } = await first;
		expect((await keyed(convert)).text).toBe(text);
		expect(counts()).toEqual([1, 1]);
	});
});

it.each<[string, unknown, object]>([
	['other options', { ...convert, options: { amount: 11, from: 'EUR', to: 'CHF' } }, {}],
	['one call more', [convert, convert], {}],
	['another timeout', convert, { timeout: 9000 }],
	['an unknown tool', { ...convert, provider: 'nobody' }, {}],
])('the same key with different parameters gets duplicate_request: %s', async (_, other, more) => {
	await keyed(convert);
	const { status, json, headers } = await keyed(other, more);
	expect(status).toBe(409);
	expect(json).toMatchObject({ success: false, code: 'duplicate_request' });
	expect(String(json.chargeId)).toMatch(/^charge-/);
	expect(headers['x-request-id']).toBe('key-1');
	expect(counts()).toEqual([1, 1]);
});

describe('an outcome that cannot be determined', () => {
	const statusesOf = async (count: number, key?: string): Promise<unknown[]> => {
		const statuses: unknown[] = [];
		for (let left = count; left > 0; left -= 1) {
			const { status, json } = await keyed(convert, {}, key);
			statuses.push(json.code ?? status);
		}
		return statuses;
	};

	it('is said as often as ordered, then the result of the original comes', async () => {
		held.current.catalog.unresolved({ times: 2 });
		const first = await keyed(convert);
		expect(first.status).toBe(503);
		expect(first.json).toMatchObject({ code: 'request_unresolved', chargeId: expect.any(String) });
		expect((await keyed(convert)).json).toEqual(first.json);
		expect((await keyed(convert)).status).toBe(200);
		expect(counts()).toEqual([1, 1]);
	});

	it('can be said of one key, after its answer was lost', async () => {
		held.current.addFaults(faults.fault({ kind: 'resetAfter' }));
		const order = { requestId: 'key-1', onlyRepeats: true };
		await call(held.current, 'POST', '/_test/catalog/unresolved', order);
		await expectLost(keyed(convert));
		expect(await statusesOf(1, 'key-2')).toEqual([200]);
		expect(await statusesOf(2)).toEqual(['request_unresolved', 200]);
		expect(counts()).toEqual([2, 2]);
	});

	it('can be said of a request that is in flight', async () => {
		const { answered } = await inFlight();
		held.current.catalog.unresolved();
		expect((await keyed(slow)).json.code).toBe('request_unresolved');
		expect((await keyed(slow)).json.code).toBe('request_in_flight');
		held.current.advanceClock(30_000);
		expect((await answered).status).toBe(200);
	});
});
