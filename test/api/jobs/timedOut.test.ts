import { answer } from '../../support/scriptedTransport';
import { completed, jobId, playJob, processing, unavailable } from './playJob';

const poll = `GET /v2/agent/${jobId}`;
const cancel = `DELETE /v2/agent/${jobId}`;
const canceled = answer(200, { success: true });
const alreadyFinished = answer(409, { success: false, error: 'Agent already finished' });

describe('onTimeout: error', () => {
	it('fails with the job ID and the last status', async () => {
		const { result, stored } = await playJob([processing, processing], {
			settings: { maxWaitMs: 1000 },
		});
		expect(result).toMatchObject({
			ok: false,
			failure: { errorId: 'maxWaitOver', facts: { jobId, status: 'processing' } },
		});
		expect(stored).toEqual([]);
	});
});

describe('onTimeout: unfinished', () => {
	const settings = { maxWaitMs: 1000, onTimeout: 'unfinished' } as const;

	it('returns the last response', async () => {
		const { result } = await playJob([processing, processing], { settings });
		expect(result).toMatchObject({
			ok: true,
			answer: { success: true, status: 'processing', jobId },
		});
	});

	it('returns only the job ID if no poll succeeded', async () => {
		const { result } = await playJob([unavailable, unavailable], { settings });
		expect(result).toMatchObject({ ok: true, answer: { jobId } });
	});
});

describe('onTimeout: cancel', () => {
	const settings = { maxWaitMs: 1000, onTimeout: 'cancel' } as const;

	it('deletes the record of the job', async () => {
		const { result, stored } = await playJob([processing, processing, canceled], { settings });
		expect(result).toMatchObject({ ok: false, failure: { errorId: 'maxWaitOverCancelled' } });
		expect(stored).toEqual([{}]);
	});

	it('keeps the record of the job if the cancel request fails', async () => {
		const refused = answer(403, { success: false, error: 'Forbidden' });
		const { result, stored } = await playJob([processing, processing, refused], { settings });
		expect(result).toMatchObject({
			ok: false,
			failure: { errorId: 'maxWaitOver', facts: { lastCancel: 'Access denied' } },
		});
		expect(stored).toEqual([]);
	});

	it('cancels again if the execution is stopped between two attempts', async () => {
		const steps = [processing, processing, unavailable, canceled];
		const { result, sent } = await playJob(steps, { settings, stopInSleep: 2 });
		expect(sent.slice(2)).toEqual([cancel, cancel]);
		expect(result).toMatchObject({
			ok: false,
			stopReason: 'aborted',
			failure: { facts: { jobId } },
		});
	});
});

describe('a cancel request that arrives after the end of the job', () => {
	const settings = { maxWaitMs: 1000, onTimeout: 'cancel' } as const;
	const tooLate = [processing, processing, alreadyFinished];

	it('returns the result', async () => {
		const steps = [...tooLate, unavailable, unavailable, completed];
		const { result, stored } = await playJob(steps, { settings });
		expect(result).toMatchObject({ ok: true, answer: { jobId, data: { total: 3 } } });
		expect(stored).toEqual([]);
	});

	it('keeps the record of the job if its result cannot be fetched', async () => {
		const failing = Array.from({ length: 5 }, () => unavailable);
		const { result, stored, sent } = await playJob([...tooLate, ...failing], { settings });
		expect(sent.slice(3)).toEqual([poll, poll, poll, poll, poll]);
		expect(result).toMatchObject({
			ok: false,
			failure: {
				errorId: 'resultNotFetched',
				retry: 'backoff',
				facts: { jobId, lastError: 'Service temporarily unavailable' },
			},
		});
		expect(stored).toEqual([]);
	});

	it('keeps the record of the job if its status is not final yet', async () => {
		const { result, stored } = await playJob([...tooLate, processing], { settings });
		expect(result).toMatchObject({ ok: false, failure: { errorId: 'resultNotFetched' } });
		expect(stored).toEqual([]);
	});

	it('deletes the record of a failed job, because it is not charged', async () => {
		const failed = answer(200, { success: true, status: 'failed', error: 'The agent declined' });
		const trace = answer(200, {
			success: true,
			events: [{ type: 'run.finished', outcome: 'refused' }],
		});
		const { result, stored } = await playJob([...tooLate, failed, trace], { settings });
		expect(result).toMatchObject({ ok: false, failure: { errorId: 'refused', facts: { jobId } } });
		expect(stored).toEqual([{}]);
	});
});
