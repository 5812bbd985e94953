import type { INodeParameters } from 'n8n-workflow';
import * as faults from '../localService/faults';
import type { RunResult } from '../support/builtNode';
import { useBuiltNode } from '../support/useBuiltNode';
import { VirtualTime } from '../support/virtualTime';

const { service, time, execute } = useBuiltNode({ time: new VirtualTime({ startMs: Date.now() }) });

/** Processing time of a request, measured by the virtual clock. */
const WORK_MS = 60_000;
/** Number of event loop turns within which every request reaches the service and every refusal reaches the node. */
const QUIET_TURNS = 200;

async function quiet(): Promise<void> {
	for (let turns = 0, seen = -1; turns < QUIET_TURNS; turns++) {
		if (service.requests.length !== seen) turns = 0;
		seen = service.requests.length;
		await new Promise(setImmediate);
	}
}

async function timePassing(runs: Promise<unknown>): Promise<number> {
	const from = time.now();
	let isOver = false;
	void runs.finally(() => (isOver = true));
	for (await quiet(); !isOver; await quiet()) {
		if (time.advanceToNext()) time.advance(0);
	}
	return time.now() - from;
}

const run = (name: string, count: number, maxConcurrency?: number): Promise<RunResult> =>
	execute({
		items: Array.from({ length: count }, () => ({})),
		parameters: (index): INodeParameters => ({
			resource: 'scrape',
			operation: 'scrape',
			url: `${service.url}/pages/article.html?${name}=${index}`,
			requestSettings: maxConcurrency === undefined ? {} : { maxRequestsAtOnce: maxConcurrency },
		}),
		onError: 'continueRegularOutput',
	});

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
	'200 items with a service that allows ten at a time, %s: all succeed, and few are refused',
	async (_name, retryAfter) => {
		allow(10, retryAfter);
		const running = run('a', 200);
		const tookMs = await timePassing(running);
		const { items } = await running;
		expect(items).toHaveLength(200);
		expect(items.filter(isFailed)).toEqual([]);
		expect((service.requests.length - 200) / service.requests.length).toBeLessThanOrEqual(0.05);
		expect(tookMs).toBeLessThanOrEqual(20 * WORK_MS * 1.25);
	},
);

const turns = (): string[] =>
	service.requests.map(({ body }) => /\?(\w)=/.exec((body as { url: string }).url)?.[1] ?? '');

it('two executions take turns once the account is throttled', async () => {
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
