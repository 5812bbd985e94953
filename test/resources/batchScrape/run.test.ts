import {
	batchScrapeJob,
	batchScrapeRoute,
	groupUrls,
	startBatch,
} from '../../../nodes/WebData/resources/batchScrape/run';
import { phaseOf } from '../../../nodes/WebData/client/jobs/job';
import { answer, noAnswer, type Step } from '../../support/scriptedTransport';
import { jobId, playClient, started } from '../../client/jobs/playJob';

const lost = noAnswer('closed', true);
const noJobs = answer(200, { success: true, data: [], has_more: false });
const rejected = answer(402, { success: false, error: 'Payment Required' });

const urlsOf = (count: number, length = 0): string[] =>
	Array.from({ length: count }, (_, index) => `https://example.com/${index}`.padEnd(length, 'x'));

async function start(count: number, ...steps: Step[]) {
	const request = { route: batchScrapeRoute, body: { urls: urlsOf(count) } };
	const played = await playClient(steps, (client) => startBatch(request, client, true));
	const starts = played.sent.filter((each) => each.startsWith('POST')).length;
	const parts = played.result.ok ? played.result.answer : undefined;
	return { ...played, parts, starts, record: played.stored.at(-1) };
}

describe('a batch of several jobs', () => {
	it('reports the jobs after an unconfirmed start as not sent', async () => {
		const { parts, starts, record } = await start(40_001, started, lost, noJobs, noJobs, noJobs);
		expect(starts).toBe(2);
		const facts = { unsentUrls: 20_001, firstUnsentUrl: 'https://example.com/20000' };
		expect(parts).toMatchObject([
			{ urls: { length: 10_000 }, job: { jobId } },
			{ urls: { length: 10_000 }, job: { failure: { errorId: 'startNotFound' } } },
			{
				urls: { length: 20_001 },
				job: { failure: { errorId: 'urlNotSent', possiblyExecuted: false, facts } },
			},
		]);
		const stored = record !== undefined && 'parts' in record ? record.parts : {};
		expect(Object.keys(stored)).toEqual(['0', '1']);
	});

	it('fails with one error if the first start is rejected', async () => {
		const { result, starts } = await start(20_001, rejected);
		expect(starts).toBe(1);
		expect(result).toMatchObject({ ok: false, attempts: 1, failure: { httpCode: 402 } });
	});

	it('reports a rejected start once for all its URLs and all later URLs', async () => {
		expect((await start(20_001, started, rejected)).parts).toMatchObject([
			{ urls: { length: 10_000 }, job: { jobId } },
			{
				urls: { length: 10_001 },
				job: { failure: { httpCode: 402, possiblyExecuted: false } },
			},
		]);
	});
});

it.each([
	['0 URLs', urlsOf(0), []],
	['10,000 URLs', urlsOf(10_000), [10_000]],
	['25,000 URLs', urlsOf(25_000), [10_000, 10_000, 5000]],
	['long URLs, because a request must stay below 10 MB', urlsOf(5000, 2000), [4000, 1000]],
])('groupUrls splits %s', (_what, urls, sizes) => {
	const groups = groupUrls(urls);
	expect(groups.map(({ length }) => length)).toEqual(sizes);
	expect(groups.flat()).toEqual(urls);
});

it.each([
	['after one appended URL was scraped', { completed: 2, total: 3 }, 'running'],
	['after the other failed, so that total excludes it', { completed: 2, total: 2 }, 'completed'],
])('a batch with the status completed %s is %j: %s', (_when, counts, phase) => {
	expect(phaseOf(batchScrapeJob, { success: true, status: 'completed', ...counts })).toBe(phase);
});
