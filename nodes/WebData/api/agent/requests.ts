import type { ApiRequest } from '../http/request';

/** Milliseconds that the service may take for a response. */
const SERVICE_TIMEOUT_MS = 60_000;

const agentRequest = (method: 'GET' | 'DELETE', ...path: string[]): ApiRequest => ({
	endpoint: 'agent',
	method,
	path: ['agent', ...path],
	idempotency: 'read',
	serviceTimeoutMs: SERVICE_TIMEOUT_MS,
});

/** The response for a failed run may contain `success: false`, which refers to the run and not to this request. */
export const getStatus = (jobId: string): ApiRequest => ({
	...agentRequest('GET', jobId),
	statusField: 'status',
});

export const getTrace = (jobId: string, liveView = false): ApiRequest => ({
	...agentRequest('GET', jobId, 'trace'),
	query: liveView ? { liveView: 'true' } : undefined,
});

export const getSnapshot = (jobId: string, snapshotId: string): ApiRequest =>
	agentRequest('GET', jobId, 'snapshots', snapshotId);

export const cancelRequest = (jobId: string): ApiRequest => ({
	...agentRequest('DELETE', jobId),
	mayBeEmpty: true,
});

/** One page of the team's runs, newest first. `before` is a time in milliseconds since the epoch. */
export const listJobs = (before?: string): ApiRequest => ({
	...agentRequest('GET'),
	query: before === undefined ? undefined : { before },
});

/** Starts a run. A repeated request would start and charge another run. */
export const startRequest = (body: Record<string, unknown>): ApiRequest => ({
	endpoint: 'agent',
	method: 'POST',
	path: ['agent'],
	body,
	idempotency: 'unsafe',
	serviceTimeoutMs: SERVICE_TIMEOUT_MS,
});
