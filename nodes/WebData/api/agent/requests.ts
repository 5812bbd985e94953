// The requests about agent runs that exist. Paths are the living service's; the specification names what they do.

import type { ApiRequest } from '../http/request';

const SERVICE_TIMEOUT_MS = 60_000;

const onRun = (method: 'GET' | 'DELETE', ...path: string[]): ApiRequest => ({
	endpoint: 'agent',
	method,
	path: ['agent', ...path],
	idempotency: 'read',
	serviceTimeoutMs: SERVICE_TIMEOUT_MS,
});

/** Of a run that failed, the answer may say `success: false`: that is told of the run, and this look at it succeeded. */
export const getRun = (jobId: string): ApiRequest => ({
	...onRun('GET', jobId),
	statusField: 'status',
});

export const getTrace = (jobId: string, liveView = false): ApiRequest => ({
	...onRun('GET', jobId, 'trace'),
	query: liveView ? { liveView: 'true' } : undefined,
});

export const getSnapshot = (jobId: string, snapshotId: string): ApiRequest =>
	onRun('GET', jobId, 'snapshots', snapshotId);

/** It ends what costs, so it does not wait for what other requests were refused. */
export const cancelRequest = (jobId: string): ApiRequest => ({
	...onRun('DELETE', jobId),
	pacing: 'apart',
});

/** The runs of the team, newest first, a page at a time; those that began before a time in milliseconds since the epoch. */
export const listRuns = (before?: string): ApiRequest => ({
	...onRun('GET'),
	query: before === undefined ? undefined : { before },
});
