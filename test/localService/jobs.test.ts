import { VirtualTime } from '../support/virtualTime';
import { startedBatch, syntheticUrls } from './jobClient';
import { call, useService, type Json, type Reply } from './testClient';

const PAGE_MS = 10_000;
const HOUR_MS = 3_600_000;
const START_MS = Date.UTC(2026, 0, 1);
const time = new VirtualTime({ startMs: START_MS, skipSleeps: 'whenIdle' });
const service = useService({ time, jobPageMs: PAGE_MS, maxConcurrency: 3 });
beforeEach(() => time.setClock(START_MS - time.now()));

const batchPath = (id: string, rest = ''): string => `/v2/batch/scrape/${id}${rest}`;
const start = (body: object): Promise<string> => startedBatch(service.current, body);
const status = async (id: string, query = ''): Promise<Json> =>
	(await call(service.current, 'GET', batchPath(id, query))).json;
const cancel = (id: string): Promise<Reply> => call(service.current, 'DELETE', batchPath(id));
const errorsOf = async (id: string): Promise<Json> =>
	(await call(service.current, 'GET', batchPath(id, '/errors'))).json;

async function finished(body: object): Promise<string> {
	const id = await start(body);
	service.current.advanceClock(HOUR_MS);
	return id;
}

describe('status of a batch', () => {
	it('counts the pages that are done', async () => {
		const id = await start({ urls: syntheticUrls(4) });
		expect(await status(id)).toEqual({
			success: true,
			status: 'scraping',
			completed: 0,
			total: 4,
			creditsUsed: 0,
			expiresAt: '2026-01-02T00:00:00.000Z',
			next: `${service.current.url}${batchPath(id)}?skip=0`,
			data: [],
			createdAt: '2026-01-01T00:00:00.000Z',
			duration: 0,
		});
		service.current.advanceClock(PAGE_MS);
		expect(await status(id)).toMatchObject({ status: 'scraping', completed: 3, duration: 10 });
		service.current.advanceClock(PAGE_MS);
		const json = await status(id);
		expect(json).toMatchObject({
			status: 'completed',
			completed: 4,
			creditsUsed: 4,
			completedAt: '2026-01-01T00:00:16.000Z',
			duration: 16,
		});
		expect(json).not.toHaveProperty('next');
		const urls = Object.values(json.data ?? {}).map(({ metadata }) => metadata?.sourceURL);
		const [first, second, third, fourth] = syntheticUrls(4);
		expect(urls).toEqual([second, third, first, fourth]);
		service.current.configure({ jobCreditsKnown: false });
		expect(await status(id)).toMatchObject({ creditsUsed: -1 });
	});

	it('counts a failed page neither as completed nor in the total', async () => {
		const [first = '', second = ''] = syntheticUrls(2);
		service.current.jobs.planNext([{ pages: [{ url: first, error: { code: 'SCRAPE_TIMEOUT' } }] }]);
		const id = await finished({ urls: [first, second, 'http://no-such-host.invalid/'] });
		expect(await status(id)).toMatchObject({ status: 'completed', completed: 1, total: 1 });
		const facts = { id: expect.any(String), timestamp: '2026-01-01T00:00:10.000Z' };
		expect(await errorsOf(id)).toMatchObject({
			errors: [
				{ url: 'http://no-such-host.invalid/', code: 'SCRAPE_DNS_RESOLUTION_ERROR' },
				{ ...facts, url: first, code: 'SCRAPE_TIMEOUT', error: expect.any(String) },
			],
			robotsBlocked: [],
		});
	});

	it('has pages of 100 documents or of the given limit, which stays in next', async () => {
		service.current.configure({ maxConcurrency: 100 });
		const id = await finished({ urls: syntheticUrls(150) });
		for (const [query, count, next] of [
			['', 100, '?skip=100'],
			['?skip=100', 50, undefined],
			['?limit=120', 120, '?skip=120&limit=120'],
			['?limit=0', 0, '?skip=0&limit=0'],
		] as const) {
			const json = await status(id, query);
			expect([query, json.data?.length]).toEqual([query, count]);
			expect(json.next).toBe(next && `${service.current.url}${batchPath(id)}${next}`);
		}
	});
});

it('cancel keeps the documents, moves active pages to the errors, and always returns next', async () => {
	const id = await start({ urls: syntheticUrls(8) });
	service.current.advanceClock(6_000);
	for (let left = 2; left > 0; left -= 1) {
		expect(await cancel(id)).toMatchObject({ status: 200, json: { status: 'cancelled' } });
	}
	const json = await status(id);
	expect(json).toMatchObject({ success: true, status: 'cancelled', completed: 1, total: 5 });
	expect(json.next).toMatch(/\?skip=1$/);
	service.current.advanceClock(HOUR_MS);
	expect(await status(id, '?skip=1')).toMatchObject({ data: [], next: json.next });
	expect((await errorsOf(id)).errors).toHaveLength(3);
	expect(service.current.charged).toBe(1);
	expect(service.current.jobs.all[0]?.cancels).toHaveLength(2);
});
