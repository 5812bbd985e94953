import type { Endpoint } from '../errors/errorRow';
import { browserSessionServiceRows } from '../errors/rows/browserSession';
import { requestRows } from '../errors/rows/scrape';
import { SERVICE_TIMEOUT_MS, type ApiRequest } from '../http/request';
import type { JsonObject } from '../http/response';

const { sessionCodeFailed, ...sessionErrors } = browserSessionServiceRows;

export const browserSessionEndpoint: Endpoint = {
	errors: [requestRows.profileInUse, ...Object.values(sessionErrors)],
	credits: ['creditsBilled'],
};

export const sessionCodeEndpoint: Endpoint = {
	errors: [...browserSessionEndpoint.errors, sessionCodeFailed],
};

const DEFAULT_TIMEOUT_SECONDS = 30;

const sessionRequest = (
	method: ApiRequest['method'],
	path: readonly string[],
	rest: Partial<ApiRequest> = {},
): ApiRequest => ({
	endpoint: browserSessionEndpoint,
	method,
	path: ['interact', ...path],
	idempotency: 'read',
	serviceTimeoutMs: SERVICE_TIMEOUT_MS,
	...rest,
});

/**
 * If the request is repeated, the service creates another session. Each session costs credits until the session ends.
 */
export const createRequest = (body: JsonObject): ApiRequest =>
	sessionRequest('POST', [], { body, idempotency: 'unsafe' });

/** If the request is repeated, the service runs the code again. */
export const codeRequest = (sessionId: string, body: JsonObject): ApiRequest =>
	sessionRequest('POST', [sessionId, 'execute'], {
		endpoint: sessionCodeEndpoint,
		body,
		idempotency: 'unsafe',
		serviceTimeoutMs: ({ timeout }) =>
			(typeof timeout === 'number' ? timeout : DEFAULT_TIMEOUT_SECONDS) * 1000 + SERVICE_TIMEOUT_MS,
	});

/**
 * Returns the request for all sessions, or for the sessions with the given status. One response contains the whole
 * list.
 */
export const listRequest = (status?: string): ApiRequest =>
	sessionRequest('GET', [], status === undefined ? {} : { query: { status } });

export const deleteRequest = (sessionId: string): ApiRequest =>
	sessionRequest('DELETE', [sessionId], { mayBeEmpty: true });
