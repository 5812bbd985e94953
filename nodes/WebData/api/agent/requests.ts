import type { Endpoint } from '../errors/errorRow';
import { agentRows } from '../errors/rows/agent';
import { requestRows } from '../errors/rows/scrape';
import { SERVICE_TIMEOUT_MS, type ApiRequest } from '../http/request';

export const agentEndpoint: Endpoint = {
	errors: [...Object.values(agentRows), requestRows.threatProtectionRefused],
	credits: ['creditsUsed'],
};

const requestTo = (method: 'GET' | 'DELETE', ...path: string[]): ApiRequest => ({
	endpoint: agentEndpoint,
	method,
	path: ['agent', ...path],
	idempotency: 'read',
	serviceTimeoutMs: SERVICE_TIMEOUT_MS,
});

/** The response for a failed run may contain `success: false`. */
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

/** Returns the request for one page of the team's runs, newest first. `before` is in milliseconds since the epoch. */
export const jobListRequest = (before?: string): ApiRequest => ({
	...requestTo('GET'),
	query: before === undefined ? undefined : { before },
});

/** If the request is repeated, the service starts another run and charges credits for both runs. */
export const startRequest = (body: Record<string, unknown>): ApiRequest => ({
	endpoint: agentEndpoint,
	method: 'POST',
	path: ['agent'],
	body,
	idempotency: 'unsafe',
	serviceTimeoutMs: SERVICE_TIMEOUT_MS,
});
