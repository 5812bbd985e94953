import type { Session } from '../../../nodes/WebData/api/http/call';
import type { ReplayRecord } from '../../../nodes/WebData/api/http/replayStore';
import { startedJobs } from '../../../nodes/WebData/api/jobs/findStarted';
import { runJob } from '../../../nodes/WebData/api/jobs/followJob';
import { JobIds } from '../../../nodes/WebData/api/jobs/knownJobs';
import { startOnce } from '../../../nodes/WebData/api/jobs/startOnce';
import { answer, noAnswer, type Step } from '../../support/scriptedTransport';
import { crawl, crawlId } from './pageJobScript';
import { playSession } from './playJob';

const url = 'https://example.com/';
const otherId = '01a201b9-179c-7680-834e-fea0f44e4fcf';
const MINUTE = 60_000;

describe('startedJobs', () => {
	const sentAt = Date.parse('2026-11-22T05:27:00Z');
	const entry = (offsetMs: number, rest: object = {}) => ({
		id: crawlId,
		endpoint: 'crawl',
		created_at: new Date(sentAt + offsetMs).toISOString(),
		target: url,
		...rest,
	});
	const matching = (entries: object[], taken: string[] = []) =>
		startedJobs(entries as never, {
			activity: 'crawl',
			url,
			sentAt,
			isTaken: (id) => taken.includes(id),
		});

	it.each<[string, object, boolean]>([
		['right after the request', entry(20), true],
		['on a service whose clock is slow', entry(-MINUTE), true],
		['minutes after the request', entry(5 * MINUTE), true],
		['before the request', entry(-MINUTE - 1), false],
		['long after the request', entry(5 * MINUTE + 1), false],
		['without a time', entry(0, { created_at: undefined }), false],
		['with the URL in another form', entry(0, { target: 'https://EXAMPLE.com' }), true],
		['with another URL', entry(0, { target: 'https://example.com/b' }), false],
		['without a URL', entry(0, { target: null }), false],
		['with an ID that cannot be part of a path', entry(0, { id: '..' }), false],
	])('recognizes only its own job: a job %s', (_what, job, expected) => {
		expect(matching([job])).toEqual(expected ? [crawlId] : []);
	});

	it('leaves out the jobs that other requests have started', () => {
		expect(matching([entry(1), entry(2, { id: otherId })], [otherId])).toEqual([crawlId]);
	});
});

const start = (steps: Step[], record: ReplayRecord = {}) =>
	playSession(steps, (session) => startOnce(crawl, crawl.start({ url }), session, true), {
		record,
		maxTries: 1,
	});

const post = 'POST /v2/crawl';
const activity = 'GET /v2/team/activity?endpoint=crawl&limit=100';
const lost = noAnswer('closed', true);
const listed = (...ids: string[]) =>
	answer(200, {
		success: true,
		data: ids.map((id) => ({
			id,
			endpoint: 'crawl',
			api_version: 'v2',
			created_at: new Date(0).toISOString(),
			target: url,
		})),
		cursor: null,
		has_more: false,
	});

describe('a start whose response was lost', () => {
	it('attaches to the job in the activity of the account', async () => {
		const { result, sent, stored } = await start([lost, listed(crawlId)]);
		expect(sent).toEqual([post, activity]);
		expect(result).toMatchObject({ ok: true, answer: { jobId: crawlId, recovered: true } });
		expect(stored.at(-1)).toEqual({ jobId: crawlId, startFacts: { recovered: true } });
	});

	it('repeats the lookup for a job that appears late', async () => {
		const { result, sent } = await start([lost, listed(), listed(), listed(crawlId)]);
		expect(sent).toEqual([post, activity, activity, activity]);
		expect(result).toMatchObject({ ok: true, answer: { jobId: crawlId } });
	});

	it.each<[string, Step[]]>([
		['no job fits', [listed(), listed(), listed()]],
		['several jobs fit', [listed(crawlId, otherId)]],
		['the activity cannot be read', [answer(500, { success: false, error: 'No database' })]],
	])('stays unknown and is not repeated if %s', async (_what, steps) => {
		const { result, sent, stored } = await start([lost, ...steps]);
		expect(sent.filter((request) => request === post)).toHaveLength(1);
		expect(result).toMatchObject({
			ok: false,
			failure: { errorId: 'startNotFound', possiblyExecuted: true },
		});
		expect(stored).toEqual([{ unsettled: true, sentAt: expect.any(Number) as number }]);
	});

	it('is looked up by the next attempt, which sends no second start', async () => {
		const record = { unsettled: true, sentAt: 0 };
		const { result, sent } = await start([listed(crawlId)], record);
		expect(sent).toEqual([activity]);
		expect(result).toMatchObject({ ok: true, answer: { jobId: crawlId }, attempts: 0 });
	});
});

it('follows the cursor of the activity up to the time of the start', async () => {
	const other = (created_at: string, cursor: string) =>
		answer(200, {
			success: true,
			data: [{ id: otherId, created_at, target: 'x' }],
			cursor,
			has_more: true,
		});
	const old = other('1960-01-01T00:00:00Z', 'c3');
	const newer = other(new Date(0).toISOString(), 'c2');
	const { sent } = await start([lost, newer, old, newer, old, newer, old]);
	expect(sent.slice(1, 3)).toEqual([activity, `${activity}&cursor=c2`]);
});

describe("the service's clock", () => {
	const at = (createdMs: number, clockOffsetMs?: number) =>
		startedJobs([{ id: crawlId, created_at: new Date(createdMs).toISOString(), target: url }], {
			activity: 'crawl',
			url,
			sentAt: 0,
			isTaken: () => false,
			clockOffsetMs,
		}).length > 0;

	it.each([
		['a job from a minute before the request', -MINUTE, undefined, true],
		['a job from six seconds before the request', -6000, 0, false],
		['a job from four seconds before the request', -4000, 0, true],
		['a job of a service that is an hour ahead', 60 * MINUTE, 60 * MINUTE, true],
		['a job of a service that is an hour behind', -60 * MINUTE, -60 * MINUTE, true],
	])('decides whether %s can be the lost job', (_job, createdMs, offsetMs, expected) => {
		expect(at(createdMs, offsetMs)).toBe(expected);
	});

	it('is read from the Date header of the lookup', async () => {
		const hour = 60 * MINUTE;
		const list = listed(crawlId);
		const dated = (ms: number) => ({ ...list, headers: { date: new Date(ms).toUTCString() } });
		const found = async (step: Step) => {
			const work = (session: Session) =>
				startOnce(crawl, crawl.start({ url }), { ...session, service: { responded: true } }, true);
			return await playSession([lost, step, listed(), listed()], work, { maxTries: 1 });
		};
		expect((await found(dated(0))).result).toMatchObject({ ok: true });
		expect((await found(dated(hour))).result).toMatchObject({ ok: false });
	});
});

it('a job that another execution has started is not adopted', async () => {
	const knownJobs = new JobIds();
	const attempt = (steps: Step[]) =>
		playSession(
			steps,
			(session) => startOnce(crawl, crawl.start({ url }), { ...session, knownJobs }, true),
			{ maxTries: 1 },
		);
	await attempt([answer(200, { success: true, id: crawlId })]);
	const { result } = await attempt([lost, listed(crawlId), listed(crawlId), listed(crawlId)]);
	expect(result).toMatchObject({ ok: false, failure: { errorId: 'startNotFound' } });
});

it.each(['cancel', 'error'] as const)(
	'a job that was found is not canceled when the time is over: %s',
	async (onTimeout) => {
		const status = answer(200, { success: true, status: 'scraping', completed: 0, total: 3 });
		const settings = { intervalMs: 1000, maxWaitMs: 1, cancelOnStop: true, onTimeout };
		const { sent, result } = await playSession(
			[lost, listed(crawlId), status, status],
			(session) => runJob(crawl, crawl.start({ url }), session, settings),
			{ maxTries: 1 },
		);
		expect(sent.filter((line) => line.startsWith('DELETE'))).toEqual([]);
		expect(result).toMatchObject({ ok: false, failure: { errorId: 'maxWaitOver' } });
	},
);
