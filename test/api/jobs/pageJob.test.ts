import { cancelJob } from '../../../nodes/WebData/api/jobs/cancelJob';
import { answer, scriptedSession, scriptedTransport } from '../../support/scriptedTransport';
import { playJob as play, jobId } from './playJob';
import { crawl, noErrors, page, scraping, status } from './pageJobScript';

const poll = `GET /v2/crawl/${jobId}?limit=1`;
const pages = `GET /v2/crawl/${jobId}`;
const errors = `GET /v2/crawl/${jobId}/errors`;
const kind = crawl;

const playJob: typeof play = (steps, script) => play(steps, { kind, ...script });

const failed = {
	id: '01a201b9-6e43-70ee-9a49-95fedc60d1eb',
	timestamp: '2026-11-22T05:27:45.925Z',
	url: 'https://example.com/slow',
	code: 'SCRAPE_TIMEOUT',
	error: 'Scrape timed out',
};

describe('a job that completes', () => {
	it('is polled without its pages, which are fetched once with the errors', async () => {
		const { result, sent } = await playJob([
			scraping,
			status({ status: 'completed', completed: 3, data: ['a'], next: 1 }),
			status({ status: 'completed', completed: 3, data: ['a', 'b'], next: 2 }),
			status({ status: 'completed', completed: 3, data: ['c'] }),
			answer(200, { errors: [failed], robotsBlocked: [] }),
		]);
		expect(sent).toEqual([poll, poll, pages, `${pages}?skip=2`, errors]);
		expect(result).toMatchObject({
			ok: true,
			answer: {
				status: 'completed',
				completed: 3,
				data: ['a', 'b', 'c'].map(page),
				errors: [failed],
				jobId,
			},
		});
		expect(result.ok && result.answer).not.toHaveProperty('next');
	});

	it('returns its pages if its errors cannot be read', async () => {
		const { result } = await playJob([
			status({ status: 'completed', completed: 1, data: ['a'] }),
			status({ status: 'completed', completed: 1, data: ['a'] }),
			answer(403, { success: false, error: 'Forbidden' }),
		]);
		expect(result).toMatchObject({
			ok: true,
			answer: { data: [page('a')], errorsUnknown: expect.any(String) as string },
		});
	});

	it.each([
		['is forgotten if every page failed, because it cost nothing', 0, [{}]],
		['is kept if only the content of its pages no longer exists', 1, []],
	])('%s', async (_case, count, records) => {
		const none = status({ status: 'completed', completed: count });
		const { stored } = await playJob([
			none,
			none,
			answer(200, { errors: [failed], robotsBlocked: [] }),
		]);
		expect(stored).toEqual(records);
	});

	it('is kept if it returns pages without their number, because they were paid for', async () => {
		const one = answer(200, { success: true, status: 'completed', data: [page('a')] });
		const { result, stored } = await playJob([
			one,
			one,
			answer(200, { errors: [failed], robotsBlocked: [] }),
		]);
		expect(result).toMatchObject({ ok: true, answer: { data: [page('a')] } });
		expect(stored).toEqual([]);
	});

	it('may have no pages at all', async () => {
		const none = status({ status: 'completed', completed: 0 });
		const { result } = await playJob([none, none, noErrors]);
		expect(result).toMatchObject({ ok: true, answer: { data: [], errors: [] } });
	});
});

describe('a job that was cut short', () => {
	const cancelled = status({ status: 'cancelled', completed: 2, data: ['a'], next: 1 });

	it('returns the pages that it had finished when it was canceled', async () => {
		const { result, sent, stored } = await playJob([
			scraping,
			cancelled,
			status({ status: 'cancelled', completed: 2, data: ['a', 'b'], next: 2 }),
			noErrors,
		]);
		expect(sent).toEqual([poll, poll, pages, errors]);
		expect(result).toMatchObject({
			ok: true,
			answer: { status: 'cancelled', data: [page('a'), page('b')] },
		});
		expect(stored).toEqual([]);
	});

	it('fails and is forgotten if it was canceled before its first page', async () => {
		const { result, sent, stored } = await playJob([
			status({ status: 'cancelled', completed: 0, next: 0 }),
		]);
		expect(sent).toEqual([poll]);
		expect(result).toMatchObject({
			ok: false,
			failure: { errorId: 'jobCancelled', message: 'The crawl was stopped', facts: { jobId } },
		});
		expect(stored).toEqual([{}]);
	});

	it('fails with the text of the service if it could not start, with HTTP status 200', async () => {
		const { result } = await playJob([
			status({ status: 'failed', completed: 0, error: 'Queue limit reached' }),
		]);
		expect(result).toMatchObject({
			ok: false,
			failure: { errorId: 'jobFailed', message: 'Queue limit reached', facts: { jobId } },
		});
	});

	it('returns its pages if it is canceled when Max Wait is over', async () => {
		const { result, sent } = await playJob(
			[
				scraping,
				scraping,
				answer(200, { status: 'cancelled' }),
				cancelled,
				status({ status: 'cancelled', completed: 2, data: ['a', 'b'], next: 2 }),
				noErrors,
			],
			{ settings: { maxWaitMs: 1000, onTimeout: 'cancel' } },
		);
		expect(sent).toEqual([poll, poll, `DELETE /v2/crawl/${jobId}`, poll, pages, errors]);
		expect(result).toMatchObject({ ok: true, answer: { data: [page('a'), page('b')] } });
	});

	it('keeps its record if its pages cannot be read after the cancel request', async () => {
		const unavailable = answer(503, { success: false, error: 'Service Unavailable' });
		const failing = Array.from({ length: 5 }, () => unavailable);
		const { result, stored } = await playJob(
			[scraping, scraping, answer(200, { status: 'cancelled' }), ...failing],
			{ settings: { maxWaitMs: 1000, onTimeout: 'cancel' } },
		);
		expect(result).toMatchObject({
			ok: false,
			failure: {
				errorId: 'resultNotFetched',
				facts: { jobId, lastError: 'Service temporarily unavailable' },
			},
		});
		expect(stored).toEqual([]);
	});

	it('fails when Max Wait is over and it has no pages', async () => {
		const none = status({ status: 'scraping', completed: 0, total: 3, next: 0 });
		const { result, stored } = await playJob(
			[
				none,
				none,
				answer(200, { status: 'cancelled' }),
				status({ status: 'cancelled', completed: 0 }),
			],
			{ settings: { maxWaitMs: 1000, onTimeout: 'cancel' } },
		);
		expect(result).toMatchObject({ ok: false, failure: { errorId: 'maxWaitOverCancelled' } });
		expect(stored).toEqual([{}]);
	});
});

describe('cancelJob', () => {
	const cancel = async (...steps: Parameters<typeof scriptedTransport>) =>
		await cancelJob(kind, jobId, scriptedSession({ transport: scriptedTransport(...steps) }));

	it('accepts a response without a success field', async () => {
		expect(await cancel(answer(200, { status: 'cancelled' }))).toMatchObject({
			ok: true,
			answer: { success: true, status: 'cancelled', jobId, outcome: 'cancelling' },
		});
	});

	it('succeeds for a job that has completed', async () => {
		expect(await cancel(answer(409, { error: 'Crawl is already completed' }))).toMatchObject({
			ok: true,
			answer: { success: true, jobId, outcome: 'alreadyFinished' },
		});
	});

	it('fails for a job that does not exist', async () => {
		expect(await cancel(answer(404, { error: 'Job not found' }))).toMatchObject({
			ok: false,
			failure: { errorId: 'pageJobNotFound', facts: { jobId } },
		});
	});
});

it('a job that no longer exists is started again by the next attempt', async () => {
	const gone = answer(404, { success: false, error: 'Job not found' });
	const { result, stored } = await playJob([gone, gone, gone], { startWith: { jobId } });
	expect(result).toMatchObject({ ok: false, failure: { errorId: 'jobGone' } });
	expect(stored).toEqual([{}]);
});

it('a start request uses the path of its job kind, and is unsafe to repeat', () => {
	expect(crawl.start({ url: 'https://example.com' })).toMatchObject({
		method: 'POST',
		path: ['crawl'],
		body: { url: 'https://example.com' },
		idempotency: 'unsafe',
	});
});
