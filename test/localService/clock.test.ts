import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { VirtualTime } from '../support/virtualTime';
import { call, useService } from './testClient';

const START_MS = Date.UTC(2026, 10, 22);
const RUN_MS = 20_000;
const TURNS_OF_SLOW_PAGE = 1000;

const time = new VirtualTime({ startMs: START_MS, skipSleeps: 'whenIdle' });
const service = useService({ time, jobPageMs: RUN_MS, jobFinishMs: 0 });

const servedAt: number[] = [];
const site = createServer(async (_request, response) => {
	for (let turn = 0; turn < TURNS_OF_SLOW_PAGE; turn++) await new Promise(setImmediate);
	servedAt.push(time.now());
	response.end('<title>Page</title>');
});

beforeAll(() => new Promise<void>((resolve) => void site.listen(0, '127.0.0.1', resolve)));
beforeEach(() => {
	servedAt.length = 0;
});
afterAll(() => {
	site.close();
	site.closeAllConnections();
});

it('a skipped sleep ends after the service has read the pages of a batch scrape', async () => {
	const { port } = site.address() as AddressInfo;
	const startedAt = time.now();
	const urls = [`http://127.0.0.1:${port}/a`, `http://127.0.0.1:${port}/b`];
	await call(service.current, 'POST', '/v2/batch/scrape', { urls });
	await time.sleep(RUN_MS);
	expect(servedAt).toEqual([startedAt, startedAt]);
	expect(time.now()).toBe(startedAt + RUN_MS);
});
