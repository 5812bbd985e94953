// The credential's Test button: one free read, and what its answer says about address, key and permission.

import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { isObject, readAnswer } from '../api/answer';
import { normaliseBaseUrl } from '../api/baseUrl';
import { failureOfAnswer, failureOfDefect, failureOfTransport } from '../api/failures/classify';
import type { Failure } from '../api/failures/failure';
import { headersOf, urlOf, type Account, type ApiRequest } from '../api/request';
import { failureOf } from '../transport/failure';
import type { TransportFailure, TransportResponse } from '../transport/transport';
import { blockedByInstance } from './egress';
import { withLabels } from './words';

const TIMEOUT_MS = 20_000;

/**
 * Reading an agent run that nobody has: free of charge, and the key is looked at before the run is.
 * Specification: Agent errors, `Agent job not found`.
 */
const probe: ApiRequest = {
	endpoint: 'agent',
	method: 'GET',
	path: ['agent', '00000000-0000-4000-8000-000000000000'],
	replay: 'free',
	serviceTimeoutMs: TIMEOUT_MS,
};

const ok: INodeCredentialTestResult = { status: 'OK', message: 'The service accepts the key' };

const refusal = (message: string): INodeCredentialTestResult => ({ status: 'Error', message });

const refusalOf = ({ message, cause, remedy }: Failure): INodeCredentialTestResult =>
	refusal(withLabels(`${message.replace(/[.:]$/, '')}. ${cause} ${remedy}`, []));

/** Statuses that say nothing about the key, although this service sent them. */
const isUnsettled = (status: number): boolean => status === 429 || status >= 500;

/**
 * What an answer to the probe says. Only this service answers with `success: false` and a text, and it
 * says "not found" only to a key that it knows.
 */
export function verdictOf(response: TransportResponse): INodeCredentialTestResult {
	const { status } = response;
	const answer = readAnswer(response.body);
	const body = 'object' in answer ? answer.object : {};
	const isService = body.success === false && typeof body.error === 'string';
	if (status === 401 || status === 403 || isUnsettled(status)) {
		return refusalOf(failureOfAnswer(response, body, probe.endpoint, Date.now()));
	}
	if (isService && (status === 404 || status === 400)) return ok;
	if (body.success === true) return ok;
	if (status >= 300 && status < 400) {
		return refusalOf(failureOfAnswer(response, body, probe.endpoint, Date.now()));
	}
	return refusalOf(failureOfDefect('defect' in answer ? answer.defect : 'notJson', response));
}

const responseOf = (answer: unknown): TransportResponse | undefined => {
	if (!isObject(answer) || typeof answer.statusCode !== 'number') return undefined;
	const body = Buffer.isBuffer(answer.body) ? answer.body : Buffer.from(String(answer.body ?? ''));
	return { kind: 'response', status: answer.statusCode, headers: {}, body };
};

/** n8n's client names the blocked address, not who can allow it. */
const explained = (failure: TransportFailure, { baseUrl }: Account, error: Error) =>
	failure.failure === 'blocked'
		? { ...failure, detail: blockedByInstance(new URL(baseUrl).hostname, error) }
		: failure;

async function ask(
	test: ICredentialTestFunctions,
	account: Account,
): Promise<INodeCredentialTestResult> {
	try {
		const answer: unknown = await test.helpers.request({
			method: probe.method,
			uri: urlOf(account, probe),
			headers: headersOf(account, probe),
			timeout: TIMEOUT_MS,
			encoding: null,
			simple: false,
			resolveWithFullResponse: true,
			followRedirect: false,
		});
		const response = responseOf(answer);
		return response === undefined ? refusal('The service gave no answer') : verdictOf(response);
	} catch (thrown) {
		const error = thrown instanceof Error ? thrown : new Error(String(thrown));
		return refusalOf(failureOfTransport(explained(failureOf(error, 'waiting'), account, error)));
	}
}

/** n8n's credential test. Costs no credits; goes through n8n's own client, which keeps its egress rules. */
export async function testCredential(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const { baseUrl, apiKey } = credential.data ?? {};
	const base = normaliseBaseUrl(typeof baseUrl === 'string' ? baseUrl : '');
	if (!base.ok) return refusal(base.message);
	const key = typeof apiKey === 'string' ? apiKey.trim() : '';
	if (key === '') return refusal("'API Key' is empty");
	const result = await ask(this, { baseUrl: base.url, apiKey: key });
	// The service's words may repeat the key.
	return { ...result, message: result.message.replaceAll(key, '***') };
}
