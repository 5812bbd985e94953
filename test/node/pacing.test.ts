// Many items against a service that allows few at a time: none lost, few refused, executions side by side.

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep:
		jest.requireActual<typeof import('../support/virtualSleep')>('../support/virtualSleep').sleep,
}));

import type { INodeParameters } from 'n8n-workflow';
import * as faults from '../localService/faults';
import { startLocalService, type LocalService } from '../localService/localService';
import { loadBuiltNode, runNode, type RunResult } from '../support/builtNode';

const { duringWaits } =
	jest.requireActual<typeof import('../support/virtualSleep')>('../support/virtualSleep');

const node = loadBuiltNode();
let service: LocalService;

/** Far beyond what a test takes in real time, so that the service's answers come on the virtual clock alone. */
const WORK_MS = 60_000;
/** Turns of the event loop in which a request gets to the service and a refusal back. */
const QUIET_TURNS = 200;
const FORGOTTEN_MS = 600_000;

let nowMs = Date.now();
let sleeping: { at: number; wake: () => void }[] = [];
/** When the service's answers are due. */
let working: number[] = [];

beforeAll(async () => {
	service = await startLocalService();
});
beforeEach(() => {
	nowMs += FORGOTTEN_MS;
	sleeping = [];
	working = [];
	jest.spyOn(Date, 'now').mockImplementation(() => nowMs);
	duringWaits((ms) => new Promise((wake) => sleeping.push({ at: nowMs + ms, wake })));
});
afterEach(async () => {
	jest.restoreAllMocks();
	duringWaits(undefined);
	await service.reset();
});
afterAll(() => service.close());

/** Over once nothing has arrived at the service for some turns of the event loop. */
async function quiet(): Promise<void> {
	for (let turns = 0, seen = -1; turns < QUIET_TURNS; turns++) {
		if (service.requests.length !== seen) turns = 0;
		seen = service.requests.length;
		await new Promise(setImmediate);
	}
}

/** Lets time pass from event to event until the runs have ended; how long they took. */
async function timePassing(runs: Promise<unknown>): Promise<number> {
	const from = nowMs;
	let isOver = false;
	void runs.finally(() => (isOver = true));
	for (await quiet(); !isOver; await quiet()) {
		const arrived = service.requests.length - working.length;
		working.push(...new Array<number>(arrived).fill(nowMs + WORK_MS));
		const ahead = [...working, ...sleeping.map(({ at }) => at)].filter((at) => at > nowMs);
		if (ahead.length === 0) continue;
		nowMs = Math.min(...ahead);
		const due = sleeping.filter(({ at }) => at <= nowMs);
		sleeping = sleeping.filter(({ at }) => at > nowMs);
		due.forEach(({ wake }) => wake());
		service.advanceClock(0);
	}
	return nowMs - from;
}

const run = (name: string, count: number, maxConcurrency = 50): Promise<RunResult> =>
	runNode(node, {
		items: Array.from({ length: count }, () => ({})),
		parameters: (index): INodeParameters => ({
			resource: 'scrape',
			operation: 'scrape',
			url: `${service.url}/pages/article.html?${name}=${index}`,
			requestSettings: { maxConcurrency },
		}),
		credential: { baseUrl: service.url, apiKey: service.apiKey },
		onError: 'continueRegularOutput',
	});

/** Refuses beyond `limit` at a time; a request that is allowed takes its time. */
function allow(limit: number, retryAfter?: number): void {
	const headers = retryAfter === undefined ? undefined : { 'retry-after': String(retryAfter) };
	service.addFaults(
		faults.fault(
			{ kind: 'errorRow', id: 'concurrencyLimitReached', headers },
			{ times: 0, when: { inFlightAbove: limit } },
		),
		faults.fault({ kind: 'delayedHead', ms: WORK_MS }, { times: 0 }),
	);
}

const isFailed = ({ json }: { json: object }): boolean => 'error' in json;

it.each([
	['with Retry-After', 2],
	['without Retry-After', undefined],
])(
	'200 items, of which the service takes ten at a time, %s: all succeed, and few are refused',
	async (_name, retryAfter) => {
		allow(10, retryAfter);
		const running = run('a', 200);
		const tookMs = await timePassing(running);
		const { items } = await running;
		expect(items).toHaveLength(200);
		expect(items.filter(isFailed)).toEqual([]);
		expect((service.requests.length - 200) / service.requests.length).toBeLessThanOrEqual(0.05);
		expect(tookMs).toBeLessThanOrEqual(20 * WORK_MS * 1.15);
	},
);

/** Which run each request that was not refused came from, in the order of arrival. */
const turns = (): string[] =>
	service.requests.map(({ body }) => /\?(\w)=/.exec((body as { url: string }).url)?.[1] ?? '');

it('two executions beside each other take turns once the account is throttled', async () => {
	allow(4);
	const runs = Promise.all([run('a', 60), run('b', 60)]);
	await timePassing(runs);
	const [first, second] = await runs;
	expect([...first.items, ...second.items].filter(isFailed)).toEqual([]);
	const middle = turns().slice(40, 100);
	const ofFirst = middle.filter((name) => name === 'a').length;
	expect(Math.abs(ofFirst / middle.length - 0.5)).toBeLessThanOrEqual(0.1);
});

it('each execution keeps its own Max Concurrency', async () => {
	allow(1000);
	const runs = Promise.all([run('a', 6, 2), run('b', 6, 3)]);
	await timePassing(runs);
	expect(Math.max(...service.requests.map(({ inFlight }) => inFlight))).toBe(5);
	expect(turns().slice(0, 5).sort()).toEqual(['a', 'a', 'b', 'b', 'b']);
});

it('an account that was throttled begins anew after some minutes', async () => {
	allow(2);
	await timePassing(run('a', 10));
	nowMs += FORGOTTEN_MS;
	const before = service.requests.length;
	const running = run('b', 5);
	await quiet();
	expect(service.requests.length - before).toBe(5);
	await timePassing(running);
});
