import { VirtualTime } from '../support/virtualTime';
import { postBatch, startedBatch, syntheticUrls, unknownId } from './jobClient';
import { OTHER_TEAM_API_KEY } from './localService';
import { call, scrape, useService, type Json, type Reply } from './testClient';

const START_MS = Date.UTC(2026, 4, 15);
const DAY_MS = 86_400_000;
const time = new VirtualTime({ startMs: START_MS });
const service = useService({ time, jobPageMs: 10_000, maxConcurrency: 2 });
beforeEach(() => time.setClock(START_MS - time.now()));

const get = (path: string, headers: Record<string, string> = {}): Promise<Reply> =>
	call(service.current, 'GET', `/v2/${path}`, undefined, headers);

describe('team activity', () => {
	const activity = async (query = ''): Promise<Json> => (await get(`team/activity${query}`)).json;
	const search = (query: string) => call(service.current, 'POST', '/v2/search', { query });

	it('lists the activities of the team, newest first', async () => {
		const page = `${service.current.url}/pages/tables.html`;
		await scrape(service.current, page);
		const id = await startedBatch(service.current, { urls: syntheticUrls(2) });
		await search('lens');
		const { data, ...rest } = await activity();
		expect(rest).toEqual({ success: true, cursor: null, has_more: false });
		expect(data).toEqual([
			expect.objectContaining({ endpoint: 'search', target: 'lens' }),
			{
				id,
				endpoint: 'batch_scrape',
				api_version: 'v2',
				created_at: '2026-05-15T00:00:00.000Z',
				target: 'http://synthetic.example/page/1',
			},
			expect.objectContaining({ endpoint: 'scrape', target: page }),
		]);
	});

	it('is filtered by endpoint and split into pages', async () => {
		for (const query of ['one', 'two', 'three']) await search(query);
		await startedBatch(service.current, { urls: syntheticUrls(1) });
		const first = await activity('?endpoint=search&limit=2');
		expect(first).toMatchObject({
			data: [{ target: 'three' }, { target: 'two' }],
			has_more: true,
		});
		const second = await activity(`?endpoint=search&limit=2&cursor=${String(first.cursor)}`);
		expect(second).toMatchObject({ data: [{ target: 'one' }], cursor: null, has_more: false });
	});

	it('contains only the last 24 hours and only this team', async () => {
		await search('lens');
		const authorization = `Bearer ${OTHER_TEAM_API_KEY}`;
		expect((await get('team/activity', { authorization })).json.data).toEqual([]);
		service.current.advanceClock(DAY_MS);
		expect((await activity()).data).toEqual([]);
	});

	it.each(['?endpoint=parse', '?limit=0', '?limit=101', '?cursor=x'])(
		'rejects %s with 400',
		async (query) => {
			expect((await get(`team/activity${query}`)).status).toBe(400);
		},
	);
});

describe('queue figures', () => {
	it('count the pages of running jobs', async () => {
		expect((await get('team/queue-status')).json).toEqual({
			success: true,
			jobsInQueue: 0,
			activeJobsInQueue: 0,
			waitingJobsInQueue: 0,
			maxConcurrency: 2,
			mostRecentSuccess: null,
		});
		await startedBatch(service.current, { urls: syntheticUrls(5) });
		service.current.advanceClock(6000);
		expect((await get('team/queue-status')).json).toEqual({
			success: true,
			jobsInQueue: 4,
			activeJobsInQueue: 2,
			waitingJobsInQueue: 2,
			maxConcurrency: 2,
			mostRecentSuccess: '2026-05-15T00:00:06.000Z',
		});
		const { json } = await get('concurrency-check');
		expect(json).toEqual({ success: true, concurrency: 2, maxConcurrency: 2 });
	});
});

it('credit history has one period per month, the current one last', async () => {
	await scrape(service.current, 'tables.html');
	const { json } = await get('team/credit-usage/historical?byApiKey=true');
	expect(json.periods).toHaveLength(3);
	expect(json.periods?.[2]).toEqual({
		startDate: '2026-05-01T00:00:00.000Z',
		endDate: '2026-06-01T00:00:00.000Z',
		apiKey: 'Default',
		creditsUsed: 1,
	});
});

describe('rate limits', () => {
	it('apply to a class of endpoints, and only the error text states the wait time', async () => {
		service.current.configure({ requestsPerMinute: { scrape: 1 } });
		expect((await scrape(service.current, 'tables.html')).status).toBe(200);
		const { status, headers, json } = await postBatch(service.current, { urls: syntheticUrls(1) });
		expect(status).toBe(429);
		expect(headers).not.toHaveProperty('retry-after');
		expect(json.error).toMatch(/^Rate limit exceeded\..* retry after 60s, resets at /);
		expect((await get(`crawl/${unknownId}`)).status).toBe(404);
	});

	it('end after a minute and are separate for each team', async () => {
		service.current.configure({ requestsPerMinute: { account: 0 } });
		expect((await get('team/activity')).status).toBe(429);
		service.current.configure({ requestsPerMinute: { account: 1 } });
		service.current.advanceClock(60_000);
		expect((await get('team/activity')).status).toBe(200);
		expect((await get('team/activity')).status).toBe(429);
		const authorization = `Bearer ${OTHER_TEAM_API_KEY}`;
		expect((await get('team/activity', { authorization })).status).toBe(200);
	});

	it('are rejected in the settings if their class is unknown', () => {
		const change = { requestsPerMinute: { nope: 1 } } as never;
		expect(() => service.current.configure(change)).toThrow('Unrecognized key');
	});
});
