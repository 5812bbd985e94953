import { VirtualTime } from '../support/virtualTime';
import { fault } from './faults';
import { startedBatch, syntheticUrls } from './jobClient';
import { OTHER_TEAM_API_KEY } from './localService';
import { call, scrape, until, useService, type Json, type Reply } from './testClient';

const DAY_MS = 86_400_000;
const service = useService({ time: new VirtualTime({ startMs: Date.UTC(2026, 4, 15) }) });

const otherTeam = { authorization: `Bearer ${OTHER_TEAM_API_KEY}` };

const get = (query: string, headers: Record<string, string> = {}): Promise<Reply> =>
	call(service.current, 'GET', `/v2/team/activity${query}`, undefined, headers);

const search = (query: string) => call(service.current, 'POST', '/v2/search', { query });
const activity = async (query = ''): Promise<Json> => (await get(query)).json;

it('the account lists the activities of the team in the last 24 hours, newest first', async () => {
	const page = `${service.current.url}/pages/tables.html`;
	await scrape(service.current, page);
	const id = await startedBatch(service.current, { urls: syntheticUrls(2) });
	await search('lens');
	expect(await activity()).toEqual({
		success: true,
		data: [
			expect.objectContaining({ endpoint: 'search', target: 'lens' }),
			expect.objectContaining({ id, endpoint: 'batch_scrape', api_version: 'v2' }),
			expect.objectContaining({ endpoint: 'scrape', target: page }),
		],
		cursor: null,
		has_more: false,
	});
	const first = await activity('?endpoint=scrape&limit=1');
	expect(first).toMatchObject({ data: [{ target: page }], has_more: false });
	const second = await activity('?limit=2');
	const rest = await activity(`?limit=2&cursor=${String(second.cursor)}`);
	expect([second.has_more, rest.data]).toMatchObject([true, [{ endpoint: 'scrape' }]]);
	expect((await get('', otherTeam)).json.data).toEqual([]);
	service.current.advanceClock(DAY_MS);
	expect((await activity()).data).toEqual([]);
});

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

it('same key while the original request is in progress: request_in_flight, then the response', async () => {
	const answered = keyed(slow);
	await until(() => service.current.executions.length === 1);
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

it('an error of the local service itself is answered with its text, and fails the test at the reset', async () => {
	const headers = { 'not a header': '' };
	service.current.addFaults(fault({ kind: 'json', status: 200, body: {}, headers }));
	const { status, json } = await search('lens');
	expect({ status, error: json.error }).toEqual({
		status: 500,
		error: expect.stringContaining('not a header') as string,
	});
	await expect(service.current.reset()).rejects.toThrow('The local service has failed');
});
