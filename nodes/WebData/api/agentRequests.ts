// The requests about an agent run that exists. Paths are the living service's; the specification names what they do.

import type { ApiRequest } from './request';

const SERVICE_TIMEOUT_MS = 60_000;

const onRun = (method: 'GET' | 'DELETE', ...path: string[]): ApiRequest => ({
	endpoint: 'agent',
	method,
	path: ['agent', ...path],
	replay: 'safe',
	serviceTimeoutMs: SERVICE_TIMEOUT_MS,
});

export const getRun = (jobId: string): ApiRequest => onRun('GET', jobId);

export const getTrace = (jobId: string, liveView = false): ApiRequest => ({
	...onRun('GET', jobId, 'trace'),
	query: liveView ? { liveView: 'true' } : undefined,
});

export const getSnapshot = (jobId: string, snapshotId: string): ApiRequest =>
	onRun('GET', jobId, 'snapshots', snapshotId);

export const cancelRequest = (jobId: string): ApiRequest => onRun('DELETE', jobId);
