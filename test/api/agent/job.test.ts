import { agentJob } from '../../../nodes/WebData/api/agent/job';
import { answer, scriptedSession, scriptedTransport } from '../../support/scriptedTransport';

const jobId = '0192f4c1-7d5e-4c3a-9b1e-2f6a4d8c0b17';
const response = { status: 'failed', error: 'Agent was cancelled' };

const failureWith = async (trace: ReturnType<typeof answer>) => {
	const transport = scriptedTransport(trace);
	const failure = await agentJob.failureOf(jobId, response, scriptedSession({ transport }));
	return { failure, urls: transport.requests.map(({ url }) => url) };
};

it('agentJob polls and cancels a run by its job ID', () => {
	expect(agentJob.poll(jobId)).toMatchObject({ method: 'GET', path: ['agent', jobId] });
	expect(agentJob.cancel?.(jobId)).toMatchObject({ method: 'DELETE', path: ['agent', jobId] });
});

it('agentJob reads the reason of a failed run from its trace', async () => {
	const events = [{ type: 'run.finished', outcome: 'refused' }];
	const { failure, urls } = await failureWith(answer(200, { success: true, events }));
	expect(failure).toMatchObject({ errorId: 'refused', message: 'Agent was cancelled' });
	expect(urls).toEqual([`https://api.example.com/v2/agent/${jobId}/trace`]);
});

it.each([
	['cannot be fetched', answer(400, { success: false, error: 'Trace is only available …' })],
	['has no list of events', answer(200, { success: true, events: 'none' })],
	['has events that are not objects', answer(200, { success: true, events: [null, 'x'] })],
])('agentJob reads the reason from the status if the trace %s', async (_what, trace) => {
	expect((await failureWith(trace)).failure).toMatchObject({ errorId: 'cancelled' });
});
