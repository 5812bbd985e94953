import { agentJob } from '../../../nodes/WebData/api/agent/job';
import { callApi } from '../../../nodes/WebData/api/http/call';
import type { JobKind } from '../../../nodes/WebData/api/jobs/job';
import { answer } from '../../support/scriptedTransport';
import { jobId, notFound, playJob, processing, unavailable } from './playJob';

const poll = `GET /v2/agent/${jobId}`;
const ended = answer(200, { success: true, status: 'completed' });
const pages = answer(200, { success: true, pages: ['a', 'b'] });

const kind: JobKind = {
	...agentJob,
	fetchResult: (id, _response, session) =>
		callApi({ ...agentJob.poll(id), query: { result: 'true' } }, session),
};

it('fetches the result once the job has completed', async () => {
	const { result, sent } = await playJob([processing, ended, pages], { kind });
	expect(sent).toEqual([poll, poll, `${poll}?result=true`]);
	expect(result).toMatchObject({ ok: true, answer: { pages: ['a', 'b'], jobId } });
});

it('fetches the result with the usual retries, not only within Max Wait', async () => {
	const settings = { maxWaitMs: 1000 };
	const { result } = await playJob([processing, ended, unavailable, unavailable, pages], {
		kind,
		settings,
	});
	expect(result).toMatchObject({ ok: true, answer: { pages: ['a', 'b'] } });
});

it('fails with the job ID and keeps the record of the job if the result cannot be fetched', async () => {
	const { result, stored } = await playJob([ended, notFound], { kind });
	expect(result).toMatchObject({
		ok: false,
		failure: {
			errorId: 'resultNotFetched',
			httpCode: 404,
			facts: { jobId, status: 'completed', lastError: 'Agent job not found' },
		},
	});
	expect(stored).toEqual([]);
});

it('leaves out partial results of the status', async () => {
	const running = answer(200, {
		status: 'processing',
		completed: 2,
		data: [{ markdown: 'Welcome' }],
		next: 'http://api.example.com:13002/v2/crawl/1?skip=1&limit=1',
	});
	const { result } = await playJob([running, running], {
		kind: { ...kind, partialFields: ['data', 'next'] },
		settings: { maxWaitMs: 1000, onTimeout: 'unfinished' },
	});
	expect(result.ok && result.answer).toEqual({ status: 'processing', completed: 2, jobId });
});

it('does not cancel a job that has ended when the execution is stopped', async () => {
	const { result, sent } = await playJob([ended, unavailable], { kind, stopInSleep: 1 });
	expect(sent).toEqual([poll, `${poll}?result=true`]);
	expect(result).toMatchObject({ stopReason: 'aborted', failure: { facts: { jobId } } });
});

it('fetches the result of a job that ended before it could be canceled', async () => {
	const alreadyFinished = answer(409, { success: false, error: 'Agent already finished' });
	const settings = { maxWaitMs: 1000, onTimeout: 'cancel' } as const;
	const steps = [processing, processing, alreadyFinished, ended, pages];
	const { result } = await playJob(steps, { kind, settings });
	expect(result).toMatchObject({ ok: true, answer: { pages: ['a', 'b'], jobId } });
});
