import { VirtualTime } from '../support/virtualTime';
import * as faults from './faults';
import type { Fault } from './faults';
import { startedBatch, syntheticUrls } from './jobClient';
import { FORBIDDEN_API_KEY, OTHER_TEAM_API_KEY } from './localService';
import { call, scrape, until, useService, type Json, type Reply } from './testClient';

const START_MS = Date.UTC(2026, 4, 15);
const DAY_MS = 86_400_000;
const time = new VirtualTime({ startMs: START_MS });
const service = useService({ time, jobPageMs: 10_000, maxConcurrency: 2 });
beforeEach(() => time.setClock(START_MS - time.now()));

const usage = '/v2/team/credit-usage';
const otherTeam = { authorization: `Bearer ${OTHER_TEAM_API_KEY}` };

const get = (path: string, headers: Record<string, string> = {}): Promise<Reply> =>
	call(service.current, 'GET', path, undefined, headers);

async function statusesOf(...paths: string[]): Promise<number[]> {
	const statuses: number[] = [];
	for (const path of paths) statuses.push((await get(path)).status);
	return statuses;
}

const lost = { code: expect.stringMatching(/UND_ERR_SOCKET|ECONNRESET/) as string };

describe('a request', () => {
	it.each([
		['no key', '', 401],
		['a wrong key', 'Bearer wrong-key', 401],
		['a key without permission', `Bearer ${FORBIDDEN_API_KEY}`, 403],
		['the key of another team', otherTeam.authorization, 200],
	])('with %s returns its status', async (_, authorization, status) => {
		expect((await get(usage, { authorization })).status).toBe(status);
		expect(service.current.requests[0]?.authorized).toBe(status === 200);
	});
});

describe('a fault', () => {
	const bad = (plan: faults.FaultPlan): Fault => faults.errorRowFault('badGateway', plan);

	it.each<[string, Fault[], number[]]>([
		['once by default', [bad({})], [502, 200, 200]],
		['as often as set, after the skipped requests', [bad({ times: 2, skip: 1 })], [200, 502, 502]],
		['only for its method', [bad({ when: { method: 'POST' } })], [200, 200, 200]],
		['only for its path', [bad({ when: { path: '/v2/agent/*' } })], [200, 200, 200]],
	])('occurs %s', async (_, list, statuses) => {
		service.current.addFaults(...list);
		expect(await statusesOf(usage, usage, usage)).toEqual(statuses);
	});

	it.each<[faults.FaultAnswer, number]>([
		[{ kind: 'resetBefore' }, 0],
		[{ kind: 'resetAfter' }, 1],
		[{ kind: 'cutBody', afterBytes: 16 }, 1],
		[{ kind: 'stallBody', afterBytes: 16 }, 1],
		[{ kind: 'stallHead' }, 0],
	])('breaks the connection: %j, with %d executions', async (answer, executions) => {
		service.current.addFaults(faults.fault(answer));
		const reply = expect(scrape(service.current, 'tables.html')).rejects.toMatchObject(lost);
		await until(() => service.current.requests.length === 1);
		await until(() => service.current.fetches.length === executions);
		if (answer.kind.startsWith('stall')) {
			await until(() => service.current.charged === executions);
			await service.current.reset();
		}
		await reply;
	});
});

describe('the account', () => {
	const search = (query: string) => call(service.current, 'POST', '/v2/search', { query });
	const activity = async (query = ''): Promise<Json> =>
		(await get(`/v2/team/activity${query}`)).json;

	it('lists the activities of the team in the last 24 hours, newest first', async () => {
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
		expect((await get('/v2/team/activity', otherTeam)).json.data).toEqual([]);
		service.current.advanceClock(DAY_MS);
		expect((await activity()).data).toEqual([]);
	});
});
