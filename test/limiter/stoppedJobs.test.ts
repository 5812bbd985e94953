// These tests stop an execution before all items have ended. They check the requests after the stop, the canceled runs,
// the stored replay records, and the time until all items have ended.

import type { Client } from '../../nodes/WebData/client/client';
import type { ApiRequest } from '../../nodes/WebData/client/request';
import { runJob } from '../../nodes/WebData/client/jobs/follow';
import { startOnce } from '../../nodes/WebData/client/jobs/start';
import type { ReplayRecord } from '../../nodes/WebData/client/replay';
import { agentJob } from '../../nodes/WebData/resources/agent/job';
import type { Transport, TransportResult } from '../../nodes/WebData/transport/http';
import { routes } from '../cases/routes';
import {
	answer,
	noAnswer,
	limiterIn,
	outcomeOf,
	scriptedClient,
} from '../support/scriptedTransport';
import { VirtualTime } from '../support/virtualTime';

const start: ApiRequest = { route: routes.agent, body: { prompt: 'Summarize' } };

interface Service {
	/** Duration of a start request, in milliseconds. */
	startMs?: number;
	cancelMs?: number;
	/** Returns a special response to a request, or undefined for the default response. */
	says?: (name: string, count: number) => TransportResult | undefined;
}

/**
 * An execution with a simulated service on a virtual clock. At most five requests are in flight.
 */
function stage({ startMs = 500, cancelMs = 100, says }: Service) {
	const runtime = new VirtualTime();
	/** Name and arrival time of every request that reached the service. */
	const log: { name: string; atMs: number }[] = [];
	const all = new AbortController();
	const memories: ReplayRecord[] = [];
	let isStopped = false;

	const usual = (name: string, count: number): TransportResult =>
		name === 'POST'
			? answer(200, { success: true, id: `run-${count}` })
			: answer(200, { success: true, status: 'processing' });
	const send: Transport['send'] = async ({ method, signal }) => {
		log.push({ name: method, atMs: runtime.now() });
		const count = log.filter(({ name }) => name === method).length;
		const ms = { POST: startMs, PATCH: startMs, DELETE: cancelMs, GET: 10 }[method];
		await runtime.sleep(ms, signal);
		if (signal?.aborted) return noAnswer('aborted', true);
		return says?.(method, count) ?? usual(method, count);
	};
	const transport: Transport = { send, close: () => Promise.resolve() };
	const account = { baseUrl: 'https://api.example.com', apiKey: 'wd-s3cret-key' };
	const limiter = limiterIn(runtime, 5);

	const sessionOf = (item: number): Client =>
		scriptedClient({
			...{ account, transport, limiter, runtime },
			replayStore: { get: () => memories[item] ?? {}, set: (memory) => (memories[item] = memory) },
			stop: { signal: all.signal, isByUser: () => isStopped },
		});
	const at = (name: string) => log.filter((each) => each.name === name).map(({ atMs }) => atMs);

	return {
		at,
		memories,
		sessionOf,
		pause: runtime.sleep,
		/**
		 * Runs `count` items and stops the execution after `afterMs`. Returns the results, and the milliseconds from the
		 * stop until the last item ended.
		 */
		async ended(
			count: number,
			work: (item: number) => Promise<unknown>,
			{ afterMs, byStop }: { afterMs: number; byStop: boolean },
		) {
			let endedMs = NaN;
			const items = Array.from({ length: count }, (_, item) => outcomeOf(work(item)));
			const working = Promise.all(items);
			void working.then(() => (endedMs = runtime.now()));
			await new Promise(setImmediate);
			await runtime.runUntil(afterMs);
			isStopped = byStop;
			all.abort();
			await new Promise(setImmediate);
			await runtime.runUntil(1_000_000);
			return { results: await working, afterMs: endedMs - afterMs };
		},
	};
}

const timing = { intervalMs: 10_000, maxWaitMs: 600_000 };
const follow = { ...timing, cancelOnStop: true, onTimeout: 'error' } as const;

const ids = (memories: ReplayRecord[]): string[] =>
	memories.flatMap((memory) => ('jobId' in memory ? [memory.jobId] : []));

describe('a stop of the execution', () => {
	it('sends no further start, and cancels the runs of starts that were sent', async () => {
		const { at, ended, sessionOf, memories } = stage({});
		const work = (item: number) => runJob(agentJob, start, sessionOf(item), follow);
		const { results, afterMs } = await ended(60, work, { afterMs: 300, byStop: true });
		expect(at('POST')).toHaveLength(5);
		expect(at('DELETE')).toEqual(at('POST').map((startedMs) => startedMs + 500));
		expect(afterMs).toBeLessThan(500);
		const reasons = results.map((result) => !result.ok && result.stopReason);
		expect(new Set(reasons)).toEqual(new Set(['aborted']));
		expect(memories.filter((memory) => 'unsettled' in memory)).toEqual([]);
	});

	it('waits ten seconds for the response to a start, but not if the run would continue anyway', async () => {
		const outcome = async (cancelOnStop: boolean) => {
			const { at, ended, sessionOf, memories } = stage({ startMs: 60_000 });
			const work = (item: number) => startOnce(agentJob, start, sessionOf(item), cancelOnStop);
			const { afterMs } = await ended(3, work, { afterMs: 300, byStop: true });
			expect(at('DELETE')).toEqual([]);
			const unsettled = { unsettled: true, sentAt: 0 };
			expect(memories).toEqual([unsettled, unsettled, unsettled]);
			return afterMs;
		};
		expect(await outcome(true)).toBe(10_000);
		expect(await outcome(false)).toBe(0);
	});

	it('cancels all runs in parallel, and aborts all cancels after ten seconds', async () => {
		const { at, ended, sessionOf } = stage({ startMs: 0, cancelMs: 60_000 });
		const work = (item: number) => runJob(agentJob, start, sessionOf(item), follow);
		const { afterMs } = await ended(20, work, { afterMs: 3000, byStop: true });
		expect(at('DELETE')).toEqual(Array.from({ length: 20 }, () => 3000));
		expect(afterMs).toBe(10_000);
	});
});

describe('another item that ends the node', () => {
	it('sends no further start, and stores the runs of starts that were sent', async () => {
		const { at, ended, sessionOf, memories } = stage({});
		const work = (item: number) => runJob(agentJob, start, sessionOf(item), follow);
		const { afterMs } = await ended(60, work, { afterMs: 300, byStop: false });
		expect(at('POST')).toHaveLength(5);
		expect(at('DELETE')).toEqual([]);
		expect(afterMs).toBeLessThan(500);
		expect(ids(memories)).toEqual(['run-1', 'run-2', 'run-3', 'run-4', 'run-5']);
	});

	it('also stores the runs that a stop would not cancel', async () => {
		const { ended, sessionOf, memories } = stage({});
		const work = (item: number) => startOnce(agentJob, start, sessionOf(item), false);
		await ended(3, work, { afterMs: 300, byStop: false });
		expect(ids(memories)).toEqual(['run-1', 'run-2', 'run-3']);
	});
});
