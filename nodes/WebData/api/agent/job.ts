import { agentRows } from '../errors/rows/agent';
import { callApi } from '../http/call';
import { objectsIn } from '../http/pagination';
import type { JobKind } from '../jobs/job';
import { failureOfJob, reasonOfFailure } from './jobError';
import { cancelRequest, statusRequest, traceRequest } from './requests';

export const agentJob: JobKind = {
	name: 'agent run',
	// The specification documents only `failed`. The other statuses were observed in the live API.
	phases: {
		pending: 'running',
		processing: 'running',
		completed: 'completed',
		failed: 'failed',
		cancelled: 'failed',
	},
	statusOf: ({ status }) => status,
	// The service may set `expiresAt` while the run is still processing.
	hasEnded: ({ data, error, stopReason, completedAt }) =>
		[data, error, stopReason, completedAt].some((value) => value !== undefined && value !== null),
	poll: statusRequest,
	cancel: cancelRequest,
	async failureOf(jobId, response, session) {
		const traced = await callApi(traceRequest(jobId), session);
		const trace = traced.ok ? traced.answer : {};
		const reason = reasonOfFailure(objectsIn(trace.events), response);
		const creditsUsed = response.creditsUsed ?? trace.creditsUsed;
		return failureOfJob(jobId, { ...response, creditsUsed }, reason);
	},
	goneErrorId: agentRows.agentJobNotFound.id,
	cancelOutcomes: {
		[agentRows.agentAlreadyFinished.id]: 'alreadyFinished',
		[agentRows.agentAlreadyCancelled.id]: 'alreadyCancelling',
	},
};
