import { createHash } from 'node:crypto';
import type { JsonObject } from '../json/json';
import type { Account, ApiRequest } from './client';

/** Returns the absolute URL of a request. Path segments are escaped, but IDs are not validated. */
export function requestUrl(
	account: Account,
	{ path, query }: Pick<ApiRequest, 'path' | 'query'>,
): string {
	const url = [account.baseUrl, 'v2', ...path.map(encodeURIComponent)].join('/');
	const search = query && new URLSearchParams(query).toString();
	return search ? `${url}?${search}` : url;
}

export const serviceTimeoutMs = ({ serviceTimeoutMs: timeout, body = {} }: ApiRequest): number =>
	typeof timeout === 'number' ? timeout : timeout(body);

/** The default timeout of a request is the service's time limit plus this time. */
const GRACE_MS = 30_000;

/** Returns the maximum time until the response to an attempt begins, in milliseconds. Attempts are counted from 1. */
export const headTimeoutOf = (request: ApiRequest, attempt: number): number =>
	request.headTimeoutMs?.(attempt) ?? serviceTimeoutMs(request) + GRACE_MS;

const BODY_PART = 'options';

/** Returns JSON text, or a multipart body if the request contains files. */
export function requestBody({ body, files }: ApiRequest) {
	const json = body && JSON.stringify(body);
	if (files === undefined) return json;
	const options = json === undefined || json === '{}' ? [] : [{ name: BODY_PART, value: json }];
	// A copy reads the content only once, and only when the attempt is sent.
	return [...options, ...files.map((file) => ({ ...file }))];
}

/** The specification documents the headers in "Authentication" and "Endpoints". */
export function requestHeaders(account: Account, request: ApiRequest): Record<string, string> {
	const headers: Record<string, string> = { accept: 'application/json' };
	if (request.body !== undefined && request.files === undefined) {
		headers['content-type'] = 'application/json';
	}
	return Object.assign(headers, request.headers, { authorization: `Bearer ${account.apiKey}` });
}

/** Returns 32 hexadecimal digits. */
export const fingerprint = (body: JsonObject): string =>
	createHash('sha256').update(JSON.stringify(body)).digest('hex').slice(0, 32);

/**
 * Returns the `x-request-id` for an item (specification, "Catalog request idempotency"). The ID has 32
 * characters, because n8n's error panel truncates longer IDs. `execution` identifies an execution and all its retries, and
 * `runIndex` is the number of earlier runs of the node in this execution, for example, in a loop.
 */
export const deriveRequestId = (
	item: { execution: string; nodeId: string; runIndex: number; itemIndex: number },
	body: JsonObject,
): string => {
	const { execution, nodeId, runIndex, itemIndex } = item;
	return fingerprint({ execution, nodeId, runIndex, itemIndex, body });
};
