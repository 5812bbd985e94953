import { agentJob } from '../../../nodes/WebData/api/agent/job';
import { cancelJob } from '../../../nodes/WebData/api/jobs/cancelJob';
import {
	answer,
	scriptedSession,
	scriptedTransport,
	type Step,
} from '../../support/scriptedTransport';
import { jobId, notFound } from './playJob';

const cancel = (step: Step) =>
	cancelJob(agentJob, jobId, scriptedSession({ transport: scriptedTransport(step) }));

it('returns the response with the job ID and the outcome', async () => {
	expect(await cancel(answer(200, { success: true }))).toMatchObject({
		ok: true,
		answer: { success: true, jobId, outcome: 'cancelling' },
	});
});

it.each([
	['Agent already finished', 'alreadyFinished', 'The agent run has already finished'],
	['Agent is already cancelled', 'alreadyCancelling', 'The agent run is already stopping'],
])('succeeds with status 409 and "%s"', async (error, outcome, message) => {
	expect(await cancel(answer(409, { success: false, error }))).toMatchObject({
		ok: true,
		answer: { success: true, jobId, outcome, message },
	});
});

it('fails with the job ID for a job that does not exist', async () => {
	expect(await cancel(notFound)).toMatchObject({
		ok: false,
		failure: { errorId: 'agentJobNotFound', facts: { jobId } },
	});
});
