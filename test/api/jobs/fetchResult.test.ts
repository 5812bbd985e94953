import { agentJob } from '../../../nodes/WebData/api/agent/job';
import { callApi } from '../../../nodes/WebData/api/http/call';
import type { JobKind } from '../../../nodes/WebData/api/jobs/job';
import { answer } from '../../support/scriptedTransport';
import {
	expectEnding,
	jobId,
	notFound,
	playJob,
	processing,
	unavailable,
	type JobCase,
} from './playJob';

const poll = `GET /v2/agent/${jobId}`;
const ended = answer(200, { success: true, status: 'completed' });
const alreadyFinished = answer(409, { success: false, error: 'Agent already finished' });
const pages = answer(200, { success: true, pages: ['a', 'b'] });

const kind: JobKind = {
	...agentJob,
	fetchResult: (id, _response, session) =>
		callApi({ ...agentJob.poll(id), query: { result: 'true' } }, session),
};

const fetch = `${poll}?result=true`;
const all = { pages: ['a', 'b'], jobId };
const maxWaitMs = 1000;

it.each<JobCase>([
	[
		'fetches the result once the job has completed',
		[processing, ended, pages],
		{ answer: all, sent: [poll, poll, fetch] },
		{ kind },
	],
	[
		'fetches the result with the usual retries, not only within Max Wait',
		[processing, ended, unavailable, unavailable, pages],
		{ answer: all },
		{ kind, settings: { maxWaitMs } },
	],
	[
		'keeps the record of the job if the result cannot be fetched',
		[ended, notFound],
		{
			failure: {
				errorId: 'resultNotFetched',
				httpCode: 404,
				facts: { jobId, status: 'completed', lastError: 'Agent job not found' },
			},
			stored: [],
		},
		{ kind },
	],
	[
		'does not cancel a job that has ended when the execution is stopped',
		[ended, unavailable],
		{ stopReason: 'aborted', failure: { facts: { jobId } }, sent: [poll, fetch] },
		{ kind, stopInSleep: 1 },
	],
	[
		'fetches the result of a job that ended before it could be canceled',
		[processing, processing, alreadyFinished, ended, pages],
		{ answer: all },
		{ kind, settings: { maxWaitMs, onTimeout: 'cancel' } },
	],
])('%s', expectEnding);

it('leaves out partial results of the status', async () => {
	const next = 'http://api.example.com:13002/v2/crawl/1?skip=1&limit=1';
	const data = [{ markdown: 'Welcome' }];
	const running = answer(200, { status: 'processing', completed: 2, data, next });
	const { result } = await playJob([running, running], {
		kind: { ...kind, partialFields: ['data', 'next'] },
		settings: { maxWaitMs, onTimeout: 'unfinished' },
	});
	expect(result.ok && result.answer).toEqual({ status: 'processing', completed: 2, jobId });
});
