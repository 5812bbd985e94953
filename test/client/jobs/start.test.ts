import { agentJob } from '../../../nodes/WebData/resources/agent/job';
import { startOnce } from '../../../nodes/WebData/client/jobs/start';
import { answer, type Step } from '../../support/scriptedTransport';
import { jobId, playClient, startRequest } from './playJob';

const unsettled = { unsettled: true, sentAt: expect.any(Number) as number };
const POST = 'POST /v2/agent';

const start = (step: Step) =>
	playClient([step], (client) => startOnce(agentJob, startRequest, client, true));

it('startOnce returns the response with the job ID and stores both', async () => {
	const { result, stored } = await start(answer(200, { success: true, id: jobId, extra: 1 }));
	expect(result).toMatchObject({
		ok: true,
		answer: { jobId, response: { success: true, extra: 1 } },
	});
	expect(result.ok && result.answer.response).not.toHaveProperty('id');
	expect(stored).toEqual([unsettled, { jobId, response: { success: true, extra: 1 } }]);
});

it.each(['..', 'a/b', 7, undefined])(
	'a start fails and stays unsettled if the ID in the response is %j',
	async (id) => {
		const { result, sent, stored } = await start(answer(200, { success: true, id }));
		expect(result).toMatchObject({ ok: false, failure: { errorId: 'noJobId' } });
		expect([sent, stored]).toEqual([[POST], [unsettled]]);
	},
);

it.each([
	['success: false', answer(200, { success: false, error: 'Too many runs' })],
	['402', answer(402, { success: false, error: 'Payment Required' })],
])('a start that was refused with %s may be sent again by the next attempt', async (_how, step) => {
	const { result, stored } = await start(step);
	const failure = { possiblyExecuted: false };
	expect(result).toMatchObject({ ok: false, stopReason: 'notRetryable', failure });
	expect(stored).toEqual([unsettled, {}]);
});
