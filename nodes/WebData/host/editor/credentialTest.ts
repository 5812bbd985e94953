// The credential's Test button: one free read, and what its answer says about address, key and permission.

import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { isObject, parseBody } from '../../api/http/response';
import { normalizeBaseUrl } from '../../api/http/baseUrl';
import { failureOfResponse, failureOfDefect, failureOfTransport } from '../../api/errors/classify';
import type { Failure } from '../../api/errors/failure';
import { requestHeaders, requestUrl, type Account, type ApiRequest } from '../../api/http/request';
import { toTransportFailure } from '../../transport/errors';
import type { TransportFailure, TransportResponse } from '../../transport/http';
import { blockedByInstance } from '../network/egress';
import { insertLabels } from '../output/insertLabels';

const TIMEOUT_MS = 20_000;

/**
 * Reading an agent run that nobody has: free of charge, and the key is looked at before the run is.
 * Specification: Agent errors, `Agent job not found`.
 */
const probe: ApiRequest = {
	endpoint: 'agent',
	method: 'GET',
	path: ['agent', '00000000-0000-4000-8000-000000000000'],
	idempotency: 'read',
	serviceTimeoutMs: TIMEOUT_MS,
};

const ok: INodeCredentialTestResult = { status: 'OK', message: 'The service accepts the key' };

const testFailed = (message: string): INodeCredentialTestResult => ({ status: 'Error', message });

const failureResult = ({ message, cause, remedy }: Failure): INodeCredentialTestResult =>
	testFailed(insertLabels(`${message.replace(/[.:]$/, '')}. ${cause} ${remedy}`, []));

/** Statuses that say nothing about the key, although this service sent them. */
const isInconclusive = (status: number): boolean => status === 429 || status >= 500;

/**
 * What an answer to the probe says. Only this service answers with `success: false` and a text, and it
 * says "not found" only to a key that it knows.
 */
export function interpretProbe(response: TransportResponse): INodeCredentialTestResult {
	const { status } = response;
	const answer = parseBody(response.body);
	const body = 'object' in answer ? answer.object : {};
	const isService = body.success === false && typeof body.error === 'string';
	if (status === 401 || status === 403 || isInconclusive(status)) {
		return failureResult(failureOfResponse(response, body, probe.endpoint, Date.now()));
	}
	if (isService && (status === 404 || status === 400)) return ok;
	if (body.success === true) return ok;
	if (status >= 300 && status < 400) {
		return failureResult(failureOfResponse(response, body, probe.endpoint, Date.now()));
	}
	return failureResult(failureOfDefect('defect' in answer ? answer.defect : 'notJson', response));
}

const responseOf = (answer: unknown): TransportResponse | undefined => {
	if (!isObject(answer) || typeof answer.statusCode !== 'number') return undefined;
	const body = Buffer.isBuffer(answer.body) ? answer.body : Buffer.from(String(answer.body ?? ''));
	return { kind: 'response', status: answer.statusCode, headers: {}, body };
};

/** n8n's client names the blocked address, not who can allow it. */
const withAllowHint = (failure: TransportFailure, { baseUrl }: Account, error: Error) =>
	failure.failure === 'blocked'
		? { ...failure, detail: blockedByInstance(new URL(baseUrl).hostname, error) }
		: failure;

async function sendProbe(
	test: ICredentialTestFunctions,
	account: Account,
): Promise<INodeCredentialTestResult> {
	try {
		const answer: unknown = await test.helpers.request({
			method: probe.method,
			uri: requestUrl(account, probe),
			headers: requestHeaders(account, probe),
			timeout: TIMEOUT_MS,
			encoding: null,
			simple: false,
			resolveWithFullResponse: true,
			followRedirect: false,
		});
		const response = responseOf(answer);
		return response === undefined
			? testFailed('The service gave no answer')
			: interpretProbe(response);
	} catch (thrown) {
		const error = thrown instanceof Error ? thrown : new Error(String(thrown));
		return failureResult(
			failureOfTransport(withAllowHint(toTransportFailure(error, 'waiting'), account, error)),
		);
	}
}

/** n8n's credential test. Costs no credits; goes through n8n's own client, which keeps its egress rules. */
export async function testCredential(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const { baseUrl, apiKey } = credential.data ?? {};
	const base = normalizeBaseUrl(typeof baseUrl === 'string' ? baseUrl : '');
	if (!base.ok) return testFailed(base.message);
	const key = typeof apiKey === 'string' ? apiKey.trim() : '';
	if (key === '') return testFailed("'API Key' is empty");
	const result = await sendProbe(this, { baseUrl: base.url, apiKey: key });
	// The service's words may repeat the key.
	return { ...result, message: result.message.replaceAll(key, '***') };
}
