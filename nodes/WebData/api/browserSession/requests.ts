import { SERVICE_TIMEOUT_MS, type ApiRequest } from '../http/request';
import type { JsonObject } from '../http/response';

/** The default of the service. */
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

/** A repeat would create a second session, which costs credits until it ends. */
export const createRequest = (body: JsonObject): ApiRequest =>
	sessionRequest('POST', [], { body, idempotency: 'unsafe' });

/** A repeat would run the code a second time. */
export const codeRequest = (sessionId: string, body: JsonObject): ApiRequest =>
	sessionRequest('POST', [sessionId, 'execute'], {
		body,
		idempotency: 'unsafe',
		serviceTimeoutMs: ({ timeout }) =>
			(typeof timeout === 'number' ? timeout : DEFAULT_TIMEOUT_SECONDS) * 1000 + SERVICE_TIMEOUT_MS,
	});

/** All sessions, or those with a status. The service returns them in one response. */
export const listRequest = (status?: string): ApiRequest =>
	sessionRequest('GET', [], status === undefined ? {} : { query: { status } });

export const deleteRequest = (sessionId: string): ApiRequest =>
	sessionRequest('DELETE', [sessionId], { mayBeEmpty: true });
