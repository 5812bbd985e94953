import type { Client } from '../../../nodes/WebData/client/client';
import { runJob } from '../../../nodes/WebData/client/jobs/follow';
import { cancelJob, type JobKind } from '../../../nodes/WebData/client/jobs/job';
import {
	nextSkip,
	pagesRequest,
	readPages,
	type Slice,
} from '../../../nodes/WebData/client/jobs/pages';
import { jobNotices } from '../../../nodes/WebData/operation/notices';
import { agentJob } from '../../../nodes/WebData/resources/agent/job';
import { batchScrapeJob } from '../../../nodes/WebData/resources/batchScrape/run';
import type { TransportResult } from '../../../nodes/WebData/transport/http';
import { adviceLike } from '../../cases/rows';
import {
	answer,
	noAnswer,
	scriptedClient,
	slowTransport,
	type Step,
} from '../../support/scriptedTransport';
import { VirtualTime } from '../../support/virtualTime';
import {
	crawl,
	crawlStart,
	expectEnding,
	followSettings,
	type JobCase,
	jobId,
	playClient,
	unavailable,
} from './playJob';

const id = '01a201b0-d6fd-72b1-941c-da7c94797f7d';
const url = `http://api.example.com:13002/v2/crawl/${id}`;
const documents = (count: number) => Array.from({ length: count }, () => ({ markdown: 'Welcome' }));

async function read(steps: Step[], slice: Slice = { skip: 0 }) {
	const request = pagesRequest(crawl, id, slice);
	const work = (client: Client) => readPages(crawl, request, client, slice);
	const { result, requests } = await playClient(steps, work);
	const queries = requests.map((sent) => new URL(sent.url).search);
	return { count: result.ok ? result.answer.pages.length : undefined, result, queries };
}

const page = (name: string) => ({
	markdown: name,
	metadata: { sourceURL: `https://example.com/${name}`, statusCode: 200 },
});

interface Status {
	status: string;
	completed: number;
	data?: string[];
	next?: number;
	error?: string;
	total?: number;
}

const status = ({ next: skip, data = [], total, ...rest }: Status) =>
	answer(200, {
		...{ success: rest.error === undefined, total: total ?? rest.completed, ...rest },
		data: data.map(page),
		...(skip === undefined ? {} : { next: `${url}?skip=${skip}` }),
	});

const scraping = status({
	status: 'scraping',
	completed: 1,
	total: 3,
	data: ['a'],
	next: 1,
});
const noErrors = answer(200, { errors: [], robotsBlocked: [] });

describe('nextSkip', () => {
	const next = (skip: number | string) => `${url}?skip=${skip}`;
	const two = { status: 'completed', completed: 2 };
	const canceled = { ...two, status: 'cancelled', next: next(2) };

	it.each([
		['the skip of next beyond missing documents', { completed: 20, next: next(9) }, '0', 2, '9'],
		['the number of documents without next', { completed: 5 }, '0', 2, '2'],
		['their number if next does not move', { completed: 5, next: next(0) }, '0', 2, '2'],
		['the skip of a completed job that counts too few', { ...two, next: next(2) }, '0', 2, '2'],
		['the skip of next without a total', { next: next(2) }, '0', 2, '2'],
		['nothing after the last page of a canceled job', canceled, '0', 2, undefined],
		['nothing after an empty page', { ...two, next: next(9) }, '2', 0, undefined],
		['nothing after an empty page without next', { completed: 5 }, '2', 0, undefined],
		['nothing without a total if next does not move', { next: next(3) }, '3', 0, undefined],
	])('returns %s', (_what, page, skip, count, expected) => {
		const data = documents(count);
		expect(nextSkip({ ...page, data }, { skip })).toEqual(expected && { skip: expected });
	});
});

describe('readPages', () => {
	const page = (count: number, skip?: number, rest: object = {}) =>
		answer(200, {
			status: 'completed',
			data: documents(count),
			...(skip === undefined ? {} : { next: `${url}?skip=${skip}&limit=2` }),
			...rest,
		});

	const of3 = { completed: 3 };
	const of500 = { completed: 500 };

	it.each<[string, Step[], number, string[]]>([
		['a completed job', [page(2, 2, of3), page(1, undefined, of3)], 3, ['', '?skip=2']],
		[
			'a job with pages whose documents are all missing',
			[...[100, 200].map((skip) => page(0, skip, of500)), page(1, undefined, { completed: 201 })],
			1,
			['', '?skip=100', '?skip=200'],
		],
	])('reads all documents of %s', async (_what, steps, count, queries) => {
		const expected = { count, queries, result: { ok: true, answer: { isIncomplete: false } } };
		expect(await read(steps)).toMatchObject(expected);
	});

	it('reads a slice page by page, including its last part', async () => {
		const steps = [page(100, 120, of500), page(40, 160, of500), page(10, 170, of500)];
		const queries = ['?skip=20', '?skip=120&limit=50', '?skip=160&limit=10'];
		expect(await read(steps, { skip: 20, limit: 150 })).toMatchObject({ count: 150, queries });
	});

	it('says that documents are missing after 100 empty pages', async () => {
		const empty = Array.from({ length: 100 }, (_, index) => page(0, 100 + index, of500));
		const { result, queries } = await read(empty);
		expect(result).toMatchObject({ ok: true, answer: { isIncomplete: true } });
		expect(queries).toHaveLength(100);
	});

	it('does not read beyond the end of a slice if documents are missing', async () => {
		const queries = ['?skip=20&limit=2'];
		expect(await read([page(1, 22, of500)], { skip: 20, limit: 2 })).toMatchObject({ queries });
	});

	const gone = answer(404, { success: false, error: 'Job not found' });
	const unread = { ok: true, answer: { isIncomplete: true, unreadReason: 'Job not found' } };
	const failed = { ok: false, failure: { retry: 'backoff' } };

	it.each<[string, Step, object, number | undefined]>([
		['what was read if the service refuses a later page', gone, unread, 2],
		['a failure if a retry may read all documents', unavailable, failed, undefined],
	])('returns %s', async (_what, step, result, count) => {
		const later = Array.from({ length: 5 }, () => step);
		expect(await read([page(2, 2, { completed: 300 }), ...later])).toMatchObject({ result, count });
	});

	it('returns a document once if it is read twice because one is missing at the end', async () => {
		const document = (scrapeId: string) => ({ markdown: scrapeId, metadata: { scrapeId } });
		const { result, count } = await read([
			answer(200, { completed: 3, data: [document('a'), document('c')] }),
			answer(200, { completed: 3, data: [document('c')] }),
		]);
		expect(result).toMatchObject({
			answer: { pages: [document('a'), document('c')], completed: 3 },
		});
		expect(count).toBe(2);
	});
});

const poll = `GET /v2/crawl/${jobId}?limit=1`;
const pages = `GET /v2/crawl/${jobId}`;
const errors = `GET /v2/crawl/${jobId}/errors`;
const kind = crawl;

const expectCrawl = (...[name, steps, ending, script]: JobCase) =>
	expectEnding(name, steps, ending, { kind, ...script });

const failed = {
	...{ id: '01a201b9-6e43-70ee-9a49-95fedc60d1eb', timestamp: '2026-11-22T05:27:45.925Z' },
	...{ url: 'https://example.com/slow', code: 'SCRAPE_TIMEOUT', error: 'Scrape timed out' },
};

const { id: scrapeId, error: message, ...where } = failed;
const failedPages = [{ ...where, scrapeId, message }];

const errorsOfPage = answer(200, { errors: [failed], robotsBlocked: [] });
const completed = (count: number, data: string[] = [], next?: number) =>
	status({ status: 'completed', completed: count, data, next });
const [none, one] = [completed(0), completed(1)];

describe('a job that completes', () => {
	const all = ['a', 'b', 'c'].map(page);
	const uncounted = answer(200, { success: true, status: 'completed', data: [page('a')] });

	it.each<JobCase>([
		[
			'is polled without its pages, which are fetched once with the errors',
			[
				scraping,
				...[completed(3, ['a'], 1), completed(3, ['a', 'b'], 2), completed(3, ['c'])],
				errorsOfPage,
			],
			{
				answer: { jobId, result: { status: 'completed', completed: 3, pages: all, failedPages } },
				sent: [poll, poll, pages, `${pages}?skip=2`, errors],
			},
		],
		[
			'says why its failed pages are unknown',
			[one, completed(1, ['a']), answer(403, { success: false, error: 'Errors are private' })],
			{ answer: { result: { pages: [page('a')], errorsUnknown: 'Errors are private' } } },
		],
		['is forgotten if it cost nothing', [none, none, errorsOfPage], { stored: [{}] }],
		[
			'is kept without pages if the reasons cannot be read',
			[none, none, answer(403, { success: false, error: 'Errors are private' })],
			{ stored: [] },
		],
		['is kept if only its content no longer exists', [one, one, errorsOfPage], { stored: [] }],
		[
			'is kept if its pages cannot be read',
			[one, ...Array.from({ length: 5 }, () => unavailable)],
			{ failure: { errorId: 'resultNotFetched' }, stored: [] },
		],
		['is kept with uncounted pages', [uncounted, uncounted, errorsOfPage], { stored: [] }],
	])('%s', expectCrawl);
});

const onePageReady = /1 of 3 pages are ready\. .* Get Pages .* 'Cancel and Return Pages'/;

describe('a job that was cut short', () => {
	const accepted = answer(200, { status: 'cancelled' });
	const gone = answer(404, { success: false, error: 'Job not found' });
	const cancelled = status({ status: 'cancelled', completed: 1 });
	const empty = status({ status: 'scraping', completed: 0, total: 3 });
	const second = { settings: { maxWaitMs: 1000 } };
	const onStop = { settings: { maxWaitMs: 1000, onTimeout: 'cancel' } } as const;
	const waits = { failure: { remedy: adviceLike(/^To wait longer/) } };

	it.each<JobCase>([
		[
			'fails and is forgotten if it was canceled before its first page',
			[status({ status: 'cancelled', completed: 0, next: 0 })],
			{ failure: { errorId: 'jobCancelled', facts: { jobId } }, sent: [poll], stored: [{}] },
		],
		[
			'fails with the error of the service and is forgotten if the service could not run it',
			[status({ status: 'failed', completed: 0, error: 'The start URL is down' })],
			{
				failure: {
					errorId: 'jobFailed',
					message: 'The start URL is down',
					facts: { jobId, status: 'failed' },
				},
				stored: [{}],
			},
		],
		['advises to wait if no page is ready', [empty, empty], waits, second],
		[
			'advises to read its pages if pages are ready, and counts them',
			[scraping, scraping],
			{ failure: { remedy: adviceLike(onePageReady), facts: { completed: 1, total: 3 } } },
			second,
		],
		[
			'has the pages that were scraped before it was canceled',
			[cancelled, status({ status: 'cancelled', completed: 1, data: ['a'] }), noErrors],
			{ answer: { result: { pages: [page('a')], status: 'cancelled' } }, stored: [] },
		],
		[
			'is forgotten if it has no page when it is canceled after Max Wait',
			[empty, empty, accepted, empty],
			{ failure: { errorId: 'maxWaitOverCancelled' }, stored: [{}] },
			onStop,
		],
		[
			'is started again by the next attempt if it no longer exists',
			[gone, gone, gone],
			{ failure: { errorId: 'jobGone' }, stored: [{}] },
			{ startWith: { jobId } },
		],
		[
			'keeps its record if its pages cannot be read after the cancel request',
			[scraping, scraping, accepted, ...Array.from({ length: 5 }, () => unavailable)],
			{ failure: { errorId: 'resultNotFetched', facts: { jobId } }, stored: [] },
			onStop,
		],
	])('%s', expectCrawl);
});

describe('a batch scrape that has ended although not all of its pages are counted', () => {
	const growing = (rest: object) =>
		answer(200, { success: true, status: 'completed', completed: 1, total: 2, data: [], ...rest });
	const ended = growing({ completedAt: '2026-11-22T05:27:45.925Z' });
	const pagesOfBatch = growing({ data: [page('a')] });
	const conflict = answer(409, { success: false, error: 'Batch scrape is already completed' });
	const ending = { answer: { result: { pages: [page('a')], status: 'completed' } } };

	it.each<JobCase>([
		[
			'is read when Max Wait is over, if the service states when it ended',
			[ended, ended, pagesOfBatch, noErrors],
			ending,
			{ settings: { maxWaitMs: 1000 } },
		],
		[
			'is read if the service refuses to cancel it',
			[growing({}), growing({}), conflict, growing({}), pagesOfBatch, noErrors],
			ending,
			{ settings: { maxWaitMs: 1000, onTimeout: 'cancel' } },
		],
		[
			'fails when Max Wait is over, if the service does not state when it ended',
			[growing({ completedAt: null }), growing({ completedAt: null })],
			{ failure: { errorId: 'maxWaitOver' } },
			{ settings: { maxWaitMs: 1000 } },
		],
	])('%s', async (name, steps, expected, script) => {
		await expectEnding(name, steps, expected, { kind: batchScrapeJob, ...script });
	});
});

describe('cancelJob', () => {
	const answered = { success: true, jobId };
	const cancelling = { ok: true, answer: { ...answered, outcome: 'cancelling' } };
	const stopping = 'The cancellation of the agent run is already in progress';
	const refused = { ok: false, failure: { facts: { jobId } } };
	const conflict = answer(409, { error: 'Agent is already cancelled' });
	const status = 'cancelled';

	it.each<[string, JobKind & Required<Pick<JobKind, 'cancel'>>, Step, object]>([
		['stops an agent run', agentJob, answer(200, answered), cancelling],
		['stops a stopping run', agentJob, conflict, { answer: { ...answered, message: stopping } }],
		['stops a crawl', crawl, answer(200, { status }), { answer: { ...answered, status } }],
		['stops a crawl without a response body', crawl, answer(200, ''), cancelling],
		['fails with the job ID', crawl, answer(403, { error: 'No' }), refused],
	])('%s', async (_what, kind, step, expected) => {
		const request = kind.cancel(jobId);
		const { result } = await playClient([step], (client) =>
			cancelJob({ kind, jobId, client }, request),
		);
		expect(result).toMatchObject(expected);
	});
});

describe('the errors of a job that has ended', () => {
	const busy = answer(429, { success: false, error: 'Slow down' }, { 'retry-after': '40' });
	const timedOutError = 'Response timed out';
	const unreadable = { failedPages: [], errorsUnknown: timedOutError };

	type LateResult = [ms: number, result: TransportResult];

	async function fetched(...script: LateResult[]) {
		const runtime = new VirtualTime();
		let requests = 0;
		const transport = slowTransport(runtime, ({ url, headTimeoutMs }) => {
			if (!url.includes('/errors')) return { ms: 0, result: completed(1, ['a']) };
			const [ms, result] = script[requests++] ?? [Infinity, noErrors];
			const isLate = ms > headTimeoutMs;
			return isLate ? { ms: headTimeoutMs, result: noAnswer('headTimeout', true) } : { ms, result };
		});
		const client = scriptedClient({ runtime, transport });
		const result = crawl.fetchResult?.(id, {}, client) ?? Promise.reject(new Error('No result'));
		const endedMs = await runtime.runUntilSettled(result);
		return { result: await result, endedMs };
	}

	it.each<[string, LateResult[], object, number]>([
		['after 29 seconds', [[29_000, errorsOfPage]], { failedPages }, 29_000],
		['after 31 seconds', [[31_000, errorsOfPage]], unreadable, 30_000],
		[
			'in a second attempt, for which 27 seconds are left',
			[
				[3000, unavailable],
				[26_000, errorsOfPage],
			],
			{ failedPages },
			31_000,
		],
		[
			'too late in a second attempt',
			[
				[3000, unavailable],
				[28_000, errorsOfPage],
			],
			unreadable,
			32_000,
		],
	])('are read for at most 30 seconds, without waits: %s', async (_when, script, pages, ms) => {
		const { result, endedMs } = await fetched(...script);
		expect(result).toMatchObject({ pages: [page('a')], ...pages });
		expect(endedMs).toBe(ms);
	});

	it('are read after a pause of the account that is longer than 30 seconds', async () => {
		const { result, endedMs } = await fetched([100, busy], [20_000, errorsOfPage]);
		expect(result).toMatchObject({ failedPages });
		expect(endedMs).toBeGreaterThan(60_000);
	});
});

it('an unfinished crawl contains the number of its pages, but not the URL of its start response', async () => {
	const started = answer(200, { success: true, id: jobId, url: `${url}/${jobId}` });
	const settings = followSettings({ maxWaitMs: 1, onTimeout: 'unfinished' });
	const run = (client: Client) => runJob(crawl, crawlStart, client, settings);
	const { result } = await playClient([started, scraping, scraping], run);
	if (!result.ok) throw new Error(result.failure.message);
	expect(result.answer).toMatchObject({ jobId, status: { completed: 1 } });
	expect(result.answer.startFacts).not.toHaveProperty('url');
	expect(jobNotices(crawl, result.answer)[0]?.advice).toMatch(onePageReady);
});
