import { answer } from '../../support/scriptedTransport';
import { completed, expectEnding, jobId, processing, unavailable, type JobCase } from './playJob';

const poll = `GET /v2/agent/${jobId}`;
const cancel = `DELETE /v2/agent/${jobId}`;
const canceled = answer(200, { success: true });
const alreadyFinished = answer(409, { success: false, error: 'Agent already finished' });
const running = [processing, processing];
const unknown = [unavailable, unavailable];
const settings = { maxWaitMs: 1000 };

it.each<JobCase>([
	[
		'error: fails with the job ID and the last status',
		running,
		{ failure: { errorId: 'maxWaitOver', facts: { jobId, status: 'processing' } }, stored: [] },
		{ settings },
	],
	[
		'unfinished: returns the last response',
		running,
		{ answer: { success: true, status: 'processing', jobId } },
		{ settings: { ...settings, onTimeout: 'unfinished' } },
	],
	[
		'unfinished: returns only the job ID if no poll succeeded',
		unknown,
		{ answer: { jobId } },
		{ settings: { ...settings, onTimeout: 'unfinished' } },
	],
])('onTimeout: %s', expectEnding);

const canceling = { settings: { ...settings, onTimeout: 'cancel' } } as const;

it.each<JobCase>([
	[
		'deletes the record of the job',
		[...running, canceled],
		{ failure: { errorId: 'maxWaitOverCancelled' }, stored: [{}] },
		canceling,
	],
	[
		'keeps the record of the job if the cancel request fails',
		[...running, answer(403, { success: false, error: 'Forbidden' })],
		{ failure: { errorId: 'maxWaitOver', facts: { lastCancel: 'Access denied' } }, stored: [] },
		canceling,
	],
	[
		'cancels again if the execution is stopped between two attempts',
		[...running, unavailable, canceled],
		{ stopReason: 'aborted', failure: { facts: { jobId } }, sent: [poll, poll, cancel, cancel] },
		{ ...canceling, stopInSleep: 2 },
	],
])('onTimeout: cancel %s', expectEnding);

describe('a cancel request that arrives after the end of the job', () => {
	const tooLate = [...running, alreadyFinished];
	const failed = answer(200, { success: true, status: 'failed', error: 'The agent declined' });
	const events = [{ type: 'run.finished', outcome: 'refused' }];

	it.each<JobCase>([
		[
			'returns the result',
			[...tooLate, unavailable, unavailable, completed],
			{ answer: { jobId, data: { total: 3 } }, stored: [] },
			canceling,
		],
		[
			'keeps the record of the job if its result cannot be fetched',
			[...tooLate, ...Array.from({ length: 5 }, () => unavailable)],
			{
				failure: {
					errorId: 'resultNotFetched',
					retry: 'backoff',
					facts: { jobId, lastError: 'Service temporarily unavailable' },
				},
				sent: [poll, poll, cancel, poll, poll, poll, poll, poll],
				stored: [],
			},
			canceling,
		],
		[
			'keeps the record of the job if its status is not final yet',
			[...tooLate, processing],
			{ failure: { errorId: 'resultNotFetched' }, stored: [] },
			canceling,
		],
		[
			'deletes the record of a failed job, because it is not charged',
			[...tooLate, failed, answer(200, { success: true, events })],
			{ failure: { errorId: 'refused', facts: { jobId } }, stored: [{}] },
			canceling,
		],
	])('%s', expectEnding);
});
