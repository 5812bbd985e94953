import { cancelJob } from '../../../nodes/WebData/api/jobs/cancelJob';
import {
	answer,
	scriptedSession,
	scriptedTransport,
	type Step,
} from '../../support/scriptedTransport';
import { expectEnding, jobId, playJob, type JobCase } from './playJob';
import { crawl, noErrors, page, scraping, status } from './pageJobScript';

const poll = `GET /v2/crawl/${jobId}?limit=1`;
const pages = `GET /v2/crawl/${jobId}`;
const errors = `GET /v2/crawl/${jobId}/errors`;
const kind = crawl;

const expectCrawl = (...[name, steps, ending, script]: JobCase) =>
	expectEnding(name, steps, ending, { kind, ...script });

const failed = {
	id: '01a201b9-6e43-70ee-9a49-95fedc60d1eb',
	timestamp: '2026-11-22T05:27:45.925Z',
	url: 'https://example.com/slow',
	code: 'SCRAPE_TIMEOUT',
	error: 'Scrape timed out',
};

const errorsOfPage = answer(200, { errors: [failed], robotsBlocked: [] });
const [none, one] = [0, 1].map((count) => status({ status: 'completed', completed: count })) as [
	Step,
	Step,
];
const onePage = status({ status: 'completed', completed: 1, data: ['a'] });

describe('a job that completes', () => {
	const all = ['a', 'b', 'c'].map(page);
	const uncounted = answer(200, { success: true, status: 'completed', data: [page('a')] });

	it.each<JobCase>([
		[
			'is polled without its pages, which are fetched once with the errors',
			[
				scraping,
				status({ status: 'completed', completed: 3, data: ['a'], next: 1 }),
				status({ status: 'completed', completed: 3, data: ['a', 'b'], next: 2 }),
				status({ status: 'completed', completed: 3, data: ['c'] }),
				errorsOfPage,
			],
			{
				answer: { status: 'completed', completed: 3, data: all, errors: [failed], jobId },
				sent: [poll, poll, pages, `${pages}?skip=2`, errors],
			},
		],
		[
			'returns its pages if its errors cannot be read',
			[onePage, onePage, answer(403, { success: false, error: 'Forbidden' })],
			{ answer: { data: [page('a')], errorsUnknown: expect.any(String) as string } },
		],
		[
			'is forgotten if every page failed, because it cost nothing',
			[none, none, errorsOfPage],
			{ stored: [{}] },
		],
		[
			'is kept if only the content of its pages no longer exists',
			[one, one, errorsOfPage],
			{ stored: [] },
		],
		[
			'is kept if it returns pages without their number, because they were paid for',
			[uncounted, uncounted, errorsOfPage],
			{ answer: { data: [page('a')] }, stored: [] },
		],
		['may have no pages at all', [none, none, noErrors], { answer: { data: [], errors: [] } }],
	])('%s', expectCrawl);

	it('does not return the address of its next page', async () => {
		const { result } = await playJob([scraping, onePage, onePage, noErrors], { kind });
		expect(result.ok && result.answer).not.toHaveProperty('next');
	});
});

describe('a job that was cut short', () => {
	const cancelled = status({ status: 'cancelled', completed: 2, data: ['a'], next: 1 });
	const both = status({ status: 'cancelled', completed: 2, data: ['a', 'b'], next: 2 });
	const data = [page('a'), page('b')];
	const accepted = answer(200, { status: 'cancelled' });
	const unavailable = answer(503, { success: false, error: 'Service Unavailable' });
	const early = status({ status: 'scraping', completed: 0, total: 3, next: 0 });
	const canceling = { settings: { maxWaitMs: 1000, onTimeout: 'cancel' } } as const;

	it.each<JobCase>([
		[
			'returns the pages that it had finished when it was canceled',
			[scraping, cancelled, both, noErrors],
			{ answer: { status: 'cancelled', data }, sent: [poll, poll, pages, errors], stored: [] },
		],
		[
			'fails and is forgotten if it was canceled before its first page',
			[status({ status: 'cancelled', completed: 0, next: 0 })],
			{
				failure: { errorId: 'jobCancelled', message: 'The crawl was stopped', facts: { jobId } },
				sent: [poll],
				stored: [{}],
			},
		],
		[
			'fails with the text of the service if it could not start, with HTTP status 200',
			[status({ status: 'failed', completed: 0, error: 'Queue limit reached' })],
			{ failure: { errorId: 'jobFailed', message: 'Queue limit reached', facts: { jobId } } },
		],
		[
			'returns its pages if it is canceled when Max Wait is over',
			[scraping, scraping, accepted, cancelled, both, noErrors],
			{
				answer: { data },
				sent: [poll, poll, `DELETE /v2/crawl/${jobId}`, poll, pages, errors],
			},
			canceling,
		],
		[
			'keeps its record if its pages cannot be read after the cancel request',
			[scraping, scraping, accepted, ...Array.from({ length: 5 }, () => unavailable)],
			{
				failure: {
					errorId: 'resultNotFetched',
					facts: { jobId, lastError: 'Service temporarily unavailable' },
				},
				stored: [],
			},
			canceling,
		],
		[
			'fails when Max Wait is over and it has no pages',
			[early, early, accepted, status({ status: 'cancelled', completed: 0 })],
			{ failure: { errorId: 'maxWaitOverCancelled' }, stored: [{}] },
			canceling,
		],
	])('%s', expectCrawl);
});

describe('cancelJob', () => {
	it.each([
		[
			'accepts a response without a success field',
			answer(200, { status: 'cancelled' }),
			{ ok: true, answer: { success: true, status: 'cancelled', jobId, outcome: 'cancelling' } },
		],
		[
			'succeeds for a job that has completed',
			answer(409, { error: 'Crawl is already completed' }),
			{ ok: true, answer: { success: true, jobId, outcome: 'alreadyFinished' } },
		],
		[
			'fails for a job that does not exist',
			answer(404, { error: 'Job not found' }),
			{ ok: false, failure: { errorId: 'pageJobNotFound', facts: { jobId } } },
		],
	])('%s', async (_name, step, expected) => {
		const session = scriptedSession({ transport: scriptedTransport(step) });
		expect(await cancelJob(kind, jobId, session)).toMatchObject(expected);
	});
});

it('a job that no longer exists is started again by the next attempt', async () => {
	const gone = answer(404, { success: false, error: 'Job not found' });
	const ending = { failure: { errorId: 'jobGone' }, stored: [{}] };
	await expectCrawl('', [gone, gone, gone], ending, { startWith: { jobId } });
});

it('a start request uses the path of its job kind, and is unsafe to repeat', () => {
	expect(crawl.start({ url: 'https://example.com' })).toMatchObject({
		method: 'POST',
		path: ['crawl'],
		body: { url: 'https://example.com' },
		idempotency: 'unsafe',
	});
});
