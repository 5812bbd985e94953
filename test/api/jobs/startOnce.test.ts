import { agentJob } from '../../../nodes/WebData/api/agent/job';
import type { ReplayRecord } from '../../../nodes/WebData/api/http/replayStore';
import { startOnce } from '../../../nodes/WebData/api/jobs/startOnce';
import {
	answer,
	noAnswer,
	scriptedSession,
	scriptedTransport,
	type Step,
} from '../../support/scriptedTransport';
import { jobId, playJob, started, startRequest, unavailable } from './playJob';

const unsettled = { unsettled: true, sentAt: expect.any(Number) as number };

async function start(steps: Step[], record: ReplayRecord = {}) {
	const transport = scriptedTransport(...steps);
	const stored: ReplayRecord[] = [];
	const replayStore = { get: () => record, set: (next: ReplayRecord) => void stored.push(next) };
	const session = scriptedSession({ transport, replayStore });
	const result = await startOnce(agentJob, startRequest, session, true);
	return { result, requests: transport.requests.length, stored };
}

it('startOnce returns the response with the job ID and stores the job ID', async () => {
	const { result, stored } = await start([answer(200, { success: true, id: jobId, extra: 1 })]);
	expect(result).toMatchObject({ ok: true, answer: { success: true, jobId, extra: 1 } });
	expect(result.ok && result.answer).not.toHaveProperty('id');
	expect(stored).toEqual([unsettled, { jobId }]);
});

it('startOnce returns the job of an earlier attempt without a request', async () => {
	const { result, requests } = await start([], { jobId });
	expect(result).toMatchObject({ ok: true, answer: { success: true, jobId }, attempts: 0 });
	expect(requests).toBe(0);
});

it('startOnce sends nothing if the outcome of an earlier start is unknown', async () => {
	const { result, requests } = await start([], { unsettled: true });
	expect(result).toMatchObject({
		ok: false,
		failure: {
			errorId: 'startUnsettled',
			message: 'Could not confirm that the agent run was started',
		},
	});
	expect(requests).toBe(0);
});

it.each<[string, unknown]>([
	['..', '..'],
	['.', '.'],
	['an empty string', ''],
	['a lone surrogate', '\ud800'],
	['a slash', 'a/b'],
	['a number', 7],
	['nothing', undefined],
])('a start fails and stays unsettled if the ID in the response is %s', async (_what, id) => {
	const { result, requests, stored } = await start([answer(200, { success: true, id })]);
	expect(result).toMatchObject({
		ok: false,
		failure: { errorId: 'noJobId', message: 'The service returned no valid job ID' },
	});
	expect(requests).toBe(1);
	expect(stored).toEqual([unsettled]);
});

it('startOnce sends no status check for an ID that cannot be part of a path', async () => {
	const { sent } = await playJob([answer(200, { success: true, id: '..' })], { startWith: {} });
	expect(sent).toEqual(['POST /v2/agent']);
});

it('startOnce treats success: false with status 200 as a definite rejection', async () => {
	const rejected = answer(200, { success: false, error: 'Too many runs' });
	const { result, stored } = await start([rejected]);
	expect(result).toMatchObject({
		ok: false,
		stopReason: 'notRetryable',
		failure: { message: 'Too many runs', possiblyExecuted: false },
	});
	expect(stored).toEqual([unsettled, {}]);
});

it('a refused start may be sent again by the next attempt', async () => {
	const { stored } = await start([answer(402, { success: false, error: 'Payment Required' })]);
	expect(stored).toEqual([unsettled, {}]);
});

it('a start is repeated in the same attempt only if no job was started', async () => {
	const { result, requests } = await start([unavailable, started]);
	expect(result).toMatchObject({ ok: true, answer: { jobId } });
	expect(requests).toBe(2);
});

it('a start stays unsettled if the connection broke after the request was sent', async () => {
	const { result, requests, stored } = await start([noAnswer('closed', true)]);
	expect(result).toMatchObject({ ok: false, stopReason: 'unsafeToRepeat' });
	expect(requests).toBe(1);
	expect(stored).toEqual([unsettled]);
});
