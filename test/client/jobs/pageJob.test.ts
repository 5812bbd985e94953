import { batchScrapeJob } from '../../../nodes/WebData/resources/batchScrape/run';
import { cancelJob } from '../../../nodes/WebData/client/jobs/end';
import {
	answer,
	scriptedClient,
	scriptedTransport,
	type Step,
} from '../../support/scriptedTransport';
import { agentJob } from '../../../nodes/WebData/resources/agent/job';
import type { JobKind } from '../../../nodes/WebData/client/jobs/job';
import { expectEnding, jobId, type JobCase } from './playJob';
import { crawl, noErrors, page, scraping, status } from './pageJobScript';

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
		['is forgotten if it cost nothing', [none, none, errorsOfPage], { stored: [{}] }],
		['is kept if only its content no longer exists', [one, one, errorsOfPage], { stored: [] }],
		['is kept with uncounted pages', [uncounted, uncounted, errorsOfPage], { stored: [] }],
	])('%s', expectCrawl);
});

describe('a job that was cut short', () => {
	const accepted = answer(200, { status: 'cancelled' });
	const unavailable = answer(503, { success: false, error: 'Service Unavailable' });
	const onStop = { settings: { maxWaitMs: 1000, onTimeout: 'cancel' } } as const;

	it.each<JobCase>([
		[
			'fails and is forgotten if it was canceled before its first page',
			[status({ status: 'cancelled', completed: 0, next: 0 })],
			{ failure: { errorId: 'jobCancelled', facts: { jobId } }, sent: [poll], stored: [{}] },
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
	])('%s', async (name, steps, expected, script) => {
		await expectEnding(name, steps, expected, { kind: batchScrapeJob, ...script });
	});
});

const answered = { success: true, jobId };
const stopping = 'The agent run is already stopping';
const canceling = 'Agent is already cancelled';

it.each<[string, JobKind, Step, object]>([
	['an agent run', agentJob, answer(200, answered), { ...answered, outcome: 'cancelling' }],
	[
		'a stopping run',
		agentJob,
		answer(409, { error: canceling }),
		{ ...answered, message: stopping },
	],
	['a crawl', kind, answer(200, { status: 'cancelled' }), { ...answered, status: 'cancelled' }],
])('cancelJob stops %s', async (_name, of, step, expected) => {
	const client = scriptedClient({ transport: scriptedTransport(step) });
	expect(await cancelJob({ kind: of, jobId, client })).toMatchObject({
		ok: true,
		answer: expected,
	});
});

it('a job that no longer exists is started again by the next attempt', async () => {
	const gone = answer(404, { success: false, error: 'Job not found' });
	const ending = { failure: { errorId: 'jobGone' }, stored: [{}] };
	await expectCrawl('', [gone, gone, gone], ending, { startWith: { jobId } });
});
