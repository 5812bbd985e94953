// These tests stop an execution before all items have ended. They check the requests after the stop, the canceled runs,
// the stored replay records, and the time until all items have ended.

import type { Client } from '../../nodes/WebData/client/client';
import { runJob } from '../../nodes/WebData/client/jobs/follow';
import { startOnce } from '../../nodes/WebData/client/jobs/start';
import type { ReplayRecord } from '../../nodes/WebData/client/replay';
import { agentJob } from '../../nodes/WebData/resources/agent/job';
import { followSettings, processing, startRequest } from '../client/jobs/playJob';
import {
	answer,
	limiterIn,
	outcomeOf,
	scriptedClient,
	slowTransport,
} from '../support/scriptedTransport';
import { VirtualTime } from '../support/virtualTime';

interface Script {
	items: number;
	work: (client: Client) => Promise<unknown>;
	/** Time of the stop, in milliseconds. */
	stopMs?: number;
	/** Whether a user stops the execution. Otherwise, another item ends the node. */
	byUser?: boolean;
	/** Duration of a start request, in milliseconds. */
	startMs?: number;
	cancelMs?: number;
}

/** Runs items with a simulated service on a virtual clock, and stops them. At most five requests are in flight. */
async function stopped(script: Script) {
	const { items, work, stopMs = 300, byUser = true, startMs = 500, cancelMs = 100 } = script;
	const runtime = new VirtualTime();
	const times: Record<'POST' | 'PATCH' | 'GET' | 'DELETE', number[]> = {
		...{ POST: [], PATCH: [], GET: [], DELETE: [] },
	};
	const transport = slowTransport(runtime, ({ method }) => {
		const count = times[method].push(runtime.now());
		const ms = { POST: startMs, PATCH: startMs, DELETE: cancelMs, GET: 10 }[method];
		const started = answer(200, { success: true, id: `run-${count}` });
		return { ms, result: method === 'POST' ? started : processing };
	});
	const limiter = limiterIn(runtime, 5);
	const execution = new AbortController();
	const stop = { signal: execution.signal, isByUser: () => byUser };
	const records: ReplayRecord[] = [];
	const clientOf = (item: number): Client => {
		const replayStore = {
			get: () => records[item] ?? {},
			set: (record: ReplayRecord) => void (records[item] = record),
		};
		return scriptedClient({ transport, limiter, runtime, replayStore, stop });
	};
	const working = Promise.all(
		Array.from({ length: items }, (_, item) => outcomeOf(work(clientOf(item)))),
	);
	await runtime.runUntil(stopMs);
	execution.abort();
	const endMs = await runtime.runUntilSettled(working);
	const jobIds = records.flatMap((record) => ('jobId' in record ? [record.jobId] : []));
	return {
		results: await working,
		starts: times.POST,
		cancels: times.DELETE,
		records,
		jobIds,
		endMs,
	};
}

const run = (client: Client) => runJob(agentJob, startRequest, client, followSettings());
const startWith = (cancelOnStop: boolean) => (client: Client) =>
	startOnce(agentJob, startRequest, client, cancelOnStop);

describe('a stop of the execution', () => {
	it('sends no further start, and cancels the runs of starts that were sent', async () => {
		const { starts, cancels, endMs, results, records } = await stopped({ items: 60, work: run });
		expect(starts).toHaveLength(5);
		expect(cancels).toEqual(starts.map((startedMs) => startedMs + 500));
		expect(endMs).toBeLessThan(500);
		const reasons = results.map((result) => !result.ok && result.stopReason);
		expect(new Set(reasons)).toEqual(new Set(['aborted']));
		expect(records.filter((record) => 'unsettled' in record)).toEqual([]);
	});

	it.each([
		['waits ten seconds for the response to a start', true, 10_000],
		['does not wait for it if the run would continue anyway', false, 0],
	])('%s', async (_what, cancelOnStop, endMs) => {
		const script = { items: 3, work: startWith(cancelOnStop), startMs: 60_000 };
		const unsettled = { unsettled: true, sentAt: 0 };
		const records = [unsettled, unsettled, unsettled];
		expect(await stopped(script)).toMatchObject({ cancels: [], records, endMs });
	});

	it('cancels all runs in parallel, and aborts all cancels after ten seconds', async () => {
		const script = { items: 20, work: run, stopMs: 3000, startMs: 0, cancelMs: 60_000 };
		const cancels = Array.from({ length: 20 }, () => 3000);
		expect(await stopped(script)).toMatchObject({ cancels, endMs: 10_000 });
	});
});

describe('another item that ends the node', () => {
	it('sends no further start, and stores the runs of starts that were sent', async () => {
		const { endMs, ...ended } = await stopped({ items: 60, work: run, byUser: false });
		const jobIds = ['run-1', 'run-2', 'run-3', 'run-4', 'run-5'];
		expect(ended).toMatchObject({ cancels: [], jobIds });
		expect(ended.starts).toHaveLength(5);
		expect(endMs).toBeLessThan(500);
	});

	it('also stores the runs that a stop would not cancel', async () => {
		const script = { items: 3, work: startWith(false), byUser: false };
		expect(await stopped(script)).toMatchObject({ jobIds: ['run-1', 'run-2', 'run-3'] });
	});
});
