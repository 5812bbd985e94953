import { call, until, useService, type Reply } from './testClient';

const service = useService();
const DAY_MS = 86_400_000;
const convert = {
	provider: 'rates',
	capability: 'convert',
	options: { amount: 10, from: 'EUR', to: 'CHF' },
};
const slow = { provider: 'slow', capability: 'echo', options: { ms: 30_000, value: 'late' } };

function keyed(catalog: unknown, more: object = {}, key = 'key-1'): Promise<Reply> {
	return call(service.current, 'POST', '/v2/scrape', { catalog, ...more }, { 'x-request-id': key });
}

const counts = (): number[] => [service.current.executions.length, service.current.charged];

async function inFlight(): Promise<{ answered: Promise<Reply> }> {
	const answered = keyed(slow);
	await until(() => service.current.executions.length === 1);
	return { answered };
}

describe('same key with the same parameters', () => {
	it('returns the original response for 7 days, and is a new key after that', async () => {
		const first = await keyed(convert);
		service.current.advanceClock(7 * DAY_MS - 60_000);
		expect((await keyed(convert)).text).toBe(first.text);
		service.current.advanceClock(60_000);
		expect((await keyed(convert)).json.scrape_id).not.toBe(first.json.scrape_id);
		expect(counts()).toEqual([2, 2]);
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
