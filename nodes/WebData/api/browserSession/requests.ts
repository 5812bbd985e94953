import { SERVICE_TIMEOUT_MS, type ApiRequest } from '../http/request';
import type { JsonObject } from '../http/response';

/** The service's default time limit for code. */
const DEFAULT_TIMEOUT_SECONDS = 30;

const sessionRequest = (
	method: ApiRequest['method'],
	path: readonly string[],
	rest: Partial<ApiRequest> = {},
): ApiRequest => ({
	endpoint: 'browserSession',
	method,
	path: ['interact', ...path],
	idempotency: 'read',
	serviceTimeoutMs: SERVICE_TIMEOUT_MS,
	...rest,
});

/** Creates a session. Must not be repeated, because each session costs credits until the session ends. */
export const createRequest = (body: JsonObject): ApiRequest =>
	sessionRequest('POST', [], { body, idempotency: 'unsafe' });

/** Runs code in a session. Must not be repeated, because the code would run again. */
export const codeRequest = (sessionId: string, body: JsonObject): ApiRequest =>
	sessionRequest('POST', [sessionId, 'execute'], {
		body,
		idempotency: 'unsafe',
		serviceTimeoutMs: ({ timeout }) =>
			(typeof timeout === 'number' ? timeout : DEFAULT_TIMEOUT_SECONDS) * 1000 + SERVICE_TIMEOUT_MS,
	});

/**
 * Lists all browser sessions, or the sessions with the given status. The service returns the whole list in one
 * response.
 */
export const listRequest = (status?: string): ApiRequest =>
	sessionRequest('GET', [], status === undefined ? {} : { query: { status } });

export const deleteRequest = (sessionId: string): ApiRequest =>
	sessionRequest('DELETE', [sessionId], { mayBeEmpty: true });
