import type { Client } from '../../../nodes/WebData/client/client';
import { startedJobs } from '../../../nodes/WebData/client/jobs/find';
import { runJob } from '../../../nodes/WebData/client/jobs/follow';
import { startOnce } from '../../../nodes/WebData/client/jobs/start';
import { answer, noAnswer, type Step } from '../../support/scriptedTransport';
import {
	type ClientScript,
	crawl,
	crawlId,
	crawlStart,
	followSettings,
	playClient,
} from './playJob';

const url = 'https://example.com/';
const otherId = '01a201b9-179c-7680-834e-fea0f44e4fcf';
const MINUTE = 60_000;

describe('startedJobs', () => {
	const sentAt = Date.parse('2026-11-22T05:27:00Z');
	const createdAt = (offsetMs: number) => new Date(sentAt + offsetMs).toISOString();
	const entry = (offsetMs: number, rest: object = {}) => ({
		...{ id: crawlId, endpoint: 'crawl', created_at: createdAt(offsetMs), target: url },
		...rest,
	});
	const matching = (entries: object[], rest: object = {}) => {
		const wanted = { activity: 'crawl', url, sentAt, isTaken: () => false, ...rest } as const;
		return startedJobs(entries as never, wanted);
	};

	it.each<[string, object, boolean]>([
		['on a service whose clock is slow', entry(-MINUTE), true],
		['minutes after the request', entry(5 * MINUTE), true],
		['after these minutes', entry(5 * MINUTE + 1), false],
		['with the same URL in another spelling', entry(0, { target: 'https://EXAMPLE.com' }), true],
		['with an ID that is not valid', entry(0, { id: '..' }), false],
		['before the request', entry(-MINUTE - 1), false],
		['without a time', entry(0, { created_at: undefined }), false],
		['with another URL', entry(0, { target: 'https://example.com/b' }), false],
	])('recognizes only its own job: a job %s', (_what, job, expected) => {
		expect(matching([job])).toEqual(expected ? [crawlId] : []);
	});

	it.each([
		['a job from six seconds before the request', -6000, 0, false],
		['a job from four seconds before the request', -4000, 0, true],
		['a job of a service that is an hour ahead', 60 * MINUTE, 60 * MINUTE, true],
	])("decides by the service's clock: %s", (_job, createdMs, clockOffsetMs, expected) => {
		expect(matching([entry(createdMs)], { clockOffsetMs })).toEqual(expected ? [crawlId] : []);
	});
});

const start = (steps: Step[], script: ClientScript = {}) =>
	playClient(steps, (client) => startOnce(crawl, crawlStart, client, true), {
		...{ maxTries: 1, ...script },
	});

const post = 'POST /v2/crawl';
const activity = 'GET /v2/team/activity?endpoint=crawl&limit=100';
const lost = noAnswer('closed', true);
const created_at = new Date(0).toISOString();
const listed = (...ids: string[]) => {
	const job = { endpoint: 'crawl', api_version: 'v2', created_at, target: url };
	const data = ids.map((id) => ({ id, ...job }));
	return answer(200, { success: true, data, cursor: null, has_more: false });
};

describe('a start whose response was lost', () => {
	const no = (status: number) => answer(status, { success: false, error: 'No' });

	it.each<[string, Step[], object]>([
		['no job fits', [listed(), listed(), listed()], {}],
		['several jobs fit', [listed(crawlId, otherId)], {}],
		['the server has no activity', [no(500)], { lookupError: 'No' }],
		['the activity is refused', [no(403)], { lookupError: 'No' }],
	])('stays unknown and is not repeated if %s', async (_what, steps, lookup) => {
		const { result, sent, sleeps, stored } = await start([lost, ...steps]);
		expect(sent).toEqual([post, ...steps.map(() => activity)]);
		expect(sleeps).toEqual([1000, 4000].slice(0, steps.length - 1));
		const facts = { lastError: 'Connection to the service lost', ...lookup };
		const failure = { errorId: 'startNotFound', possiblyExecuted: true, facts };
		expect(result).toMatchObject({ ok: false, failure });
		expect(stored).toEqual([{ unsettled: true, sentAt: expect.any(Number) as number }]);
	});

	it('is found after an outage of the service, even if Max Tries is 1', async () => {
		const down = Array.from({ length: 4 }, () => no(502));
		const { result, sleeps } = await start([lost, ...down, listed(crawlId)]);
		expect(result).toMatchObject({ ok: true, answer: { jobId: crawlId } });
		expect(sleeps).toEqual([2000, 4000, 8000, 16_000]);
	});

	it('stays unknown if the outage lasts longer', async () => {
		const { result, stored } = await start([lost, ...Array.from({ length: 5 }, () => no(502))]);
		expect(result).toMatchObject({ ok: false, failure: { errorId: 'startNotFound' } });
		expect(stored).toMatchObject([{ unsettled: true }]);
	});

	it('is looked up by a later attempt, which sends no second start', async () => {
		const record = { unsettled: true, sentAt: 0 } as const;
		const { result, sent } = await start([listed(crawlId)], { record, startMs: 10 * MINUTE });
		expect(sent).toEqual([activity]);
		expect(result).toMatchObject({ ok: true, answer: { jobId: crawlId, isAttached: true } });
	});
});

it('follows the cursor of the activity up to the time of the start', async () => {
	const other = (time: string, cursor: string, has_more = true) => {
		const data = [{ id: otherId, created_at: time, target: 'x' }];
		return answer(200, { success: true, data, cursor, has_more });
	};
	const old = other('1960-01-01T00:00:00Z', 'c3');
	const newer = other(created_at, 'c2');
	const last = other(created_at, 'c2', false);
	const withoutCursor = other(created_at, '');
	const { sent } = await start([lost, newer, old, last, newer, withoutCursor]);
	const next = `${activity}&cursor=c2`;
	expect(sent.slice(1)).toEqual([activity, next, activity, activity, next]);
});

it("the service's clock is read from the Date header of the lookup", async () => {
	const search = async (ms: number) => {
		const dated = { ...listed(crawlId), headers: { date: new Date(ms).toUTCString() } };
		const client = { service: { responded: true } };
		return (await start([lost, dated, listed(), listed()], { client })).result.ok;
	};
	expect([await search(0), await search(60 * MINUTE)]).toEqual([true, false]);
});

it('a job that is found while the execution is stopped is not canceled', async () => {
	const stop = new AbortController();
	const stopAndList: Step = () => {
		stop.abort();
		return listed(crawlId);
	};
	const client = { stop: { signal: stop.signal, isByUser: () => true } };
	const { result, sent } = await start([lost, stopAndList], { client });
	expect(sent).toEqual([post, activity]);
	const failure = { facts: { jobId: crawlId } };
	expect(result).toMatchObject({ ok: false, stopReason: 'aborted', failure });
});

it('a job that another execution has started is not adopted', async () => {
	const client = { knownJobs: new Map() };
	await start([answer(200, { success: true, id: crawlId })], { client });
	const lookups = Array.from({ length: 3 }, () => listed(crawlId));
	const { result } = await start([lost, ...lookups], { client });
	expect(result).toMatchObject({ ok: false, failure: { errorId: 'startNotFound' } });
});

it.each([
	['the time is over', 'cancel', {}, { failure: { errorId: 'maxWaitOver' } }],
	['the execution is stopped', 'cancel', { stopInSleep: 1 }, { stopReason: 'aborted' }],
	['the time is over', 'unfinished', {}, { ok: true, answer: { jobId: crawlId } }],
] as const)(
	'a job that was found is not canceled when %s: %s',
	async (_when, onTimeout, script, expected) => {
		const status = answer(200, { success: true, status: 'scraping', completed: 0, total: 3 });
		const settings = followSettings({ maxWaitMs: 1000, onTimeout });
		const run = (client: Client) => runJob(crawl, crawlStart, client, settings);
		const steps = [lost, listed(crawlId), status, status];
		const { sent, result } = await playClient(steps, run, { maxTries: 1, ...script });
		expect(sent.filter((line) => line.startsWith('DELETE'))).toEqual([]);
		expect(result).toMatchObject(expected);
	},
);
