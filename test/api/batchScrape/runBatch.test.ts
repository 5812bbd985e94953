import { batchScrapeJob } from '../../../nodes/WebData/api/batchScrape/job';
import { partsIn, startBatch } from '../../../nodes/WebData/api/batchScrape/runBatch';
import { answer, noAnswer, type Step } from '../../support/scriptedTransport';
import { jobId, playSession, started } from '../jobs/playJob';

const lost = noAnswer('closed', true);
const noJobs = answer(200, { success: true, data: [], has_more: false });

const urlsOf = (count: number): string[] =>
	Array.from({ length: count }, (_, index) => `https://example.com/${index}`);

async function start(count: number, ...steps: Step[]) {
	const request = batchScrapeJob.start({ urls: urlsOf(count) });
	const played = await playSession(steps, (session) => startBatch(request, session, true));
	const starts = played.sent.filter((each) => each.startsWith('POST')).length;
	return { ...played, starts, record: played.stored.at(-1) };
}

describe('a batch of several jobs', () => {
	it('reports the jobs after an unconfirmed start as not sent', async () => {
		const { result, starts, record } = await start(40_001, started, lost, noJobs, noJobs, noJobs);
		expect(starts).toBe(2);
		expect(result.ok && partsIn(result.answer)).toMatchObject([
			{ urls: { length: 10_000 }, response: { jobId } },
			{ urls: { length: 10_000 }, failure: { errorId: 'startNotFound' } },
			{
				urls: { length: 20_001 },
				failure: {
					errorId: 'urlNotSent',
					possiblyExecuted: false,
					facts: { unsentUrls: 20_001, firstUnsentUrl: 'https://example.com/20000' },
				},
			},
		]);
		expect(Object.keys(record?.parts ?? {})).toEqual(['0', '1']);
	});

	it('reports the jobs after an unconfirmed first start as not sent', async () => {
		const { result } = await start(10_001, lost, noJobs, noJobs, noJobs);
		expect(result.ok && partsIn(result.answer)).toMatchObject([
			{ failure: { errorId: 'startNotFound' } },
			{ failure: { errorId: 'urlNotSent' } },
		]);
	});

	it('fails with one error if the first start is rejected', async () => {
		const rejected = answer(402, { success: false, error: 'Payment Required' });
		const { result, starts } = await start(20_001, rejected);
		expect(starts).toBe(1);
		expect(result).toMatchObject({ ok: false, attempts: 1, failure: { httpCode: 402 } });
	});

	it('reports a rejected start once for all its URLs and all later URLs', async () => {
		const rejected = answer(402, { success: false, error: 'Payment Required' });
		const { result } = await start(20_001, started, rejected);
		expect(result.ok && partsIn(result.answer)).toMatchObject([
			{ urls: { length: 10_000 }, response: { jobId } },
			{ urls: { length: 10_001 }, failure: { httpCode: 402, possiblyExecuted: false } },
		]);
	});
});
