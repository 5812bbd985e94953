import { SERVICE_TIMEOUT_MS, type ApiRequest } from '../http/request';

const requestTo = (method: 'GET' | 'DELETE', ...path: string[]): ApiRequest => ({
	endpoint: 'agent',
	method,
	path: ['agent', ...path],
	idempotency: 'read',
	serviceTimeoutMs: SERVICE_TIMEOUT_MS,
});

/** The response may contain `success: false` if the run failed, although the status request itself succeeded. */
export const statusRequest = (jobId: string): ApiRequest => ({
	...requestTo('GET', jobId),
	statusField: 'status',
});

export const traceRequest = (jobId: string, liveView = false): ApiRequest => ({
	...requestTo('GET', jobId, 'trace'),
	query: liveView ? { liveView: 'true' } : undefined,
});

export const snapshotRequest = (jobId: string, snapshotId: string): ApiRequest =>
	requestTo('GET', jobId, 'snapshots', snapshotId);

export const cancelRequest = (jobId: string): ApiRequest => ({
	...requestTo('DELETE', jobId),
	mayBeEmpty: true,
});

/** Requests one page of the team's runs, newest first. `before` is a time in milliseconds since the epoch. */
export const jobListRequest = (before?: string): ApiRequest => ({
	...requestTo('GET'),
	query: before === undefined ? undefined : { before },
});

/** Starts a run. Sending the request again would start and charge another run. */
export const startRequest = (body: Record<string, unknown>): ApiRequest => ({
	endpoint: 'agent',
	method: 'POST',
	path: ['agent'],
	body,
	idempotency: 'unsafe',
	serviceTimeoutMs: SERVICE_TIMEOUT_MS,
});
