import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { type Account, normalizeApiKey, normalizeBaseUrl } from '../../client/account';
import { type ApiRequest, toTransportRequest } from '../../client/request';
import { failureOfDefect, failureOfResponse, failureOfTransport } from '../../errors/failure';
import { maskText } from '../../errors/mask';
import type { Failure } from '../../errors/row';
import { isObject, parseBody } from '../../json/json';
import { agentRoutes } from '../../resources/agent/service';
import { toTransportFailure } from '../../transport/errors';
import type { TransportResponse } from '../../transport/http';
import { blockedByInstance } from '../network/egress';
import { toError } from '../output/errors';
import { failureText } from '../output/text';

const TIMEOUT_MS = 20_000;

/**
 * Requests the status of an agent run that does not exist. The request is free, and the service checks the API key
 * first (specification: Agent errors, `Agent job not found`).
 */
const probe: ApiRequest = {
	route: agentRoutes.status,
	ids: ['00000000-0000-4000-8000-000000000000'],
};

const accepted: INodeCredentialTestResult = {
	status: 'OK',
	message: 'The service accepts the key',
};

const testFailed = (message: string): INodeCredentialTestResult => ({ status: 'Error', message });

const failureResult = (failure: Failure): INodeCredentialTestResult =>
	testFailed(failureText(failure));

const isRejection = (status: number): boolean => status === 401 || status === 403;

/**
 * Returns the test result, or `unproven` if the response does not prove that the service checked the API key. The
 * service returns `Agent job not found` only for an accepted key (specification: Agent errors).
 */
function interpretProbe(
	response: TransportResponse & { url: string },
	apiKey: string,
): INodeCredentialTestResult | 'unproven' {
	const { status } = response;
	const parsed = parseBody(response.body);
	const body = isObject(parsed) ? parsed : {};
	const isRedirect = status >= 300 && status < 400;
	const isTemporary = status === 429 || status >= 500;
	if (isRejection(status) || isRedirect || isTemporary) {
		return failureResult(failureOfResponse(response, body, probe, Date.now(), apiKey));
	}
	const error = typeof body.error === 'string' ? body.error : undefined;
	if (status === 404 && error !== undefined && /agent job not found/i.test(error)) return accepted;
	const isServiceError = body.success === false && error !== undefined;
	if (body.success === true || (isServiceError && (status === 404 || status === 400)))
		return 'unproven';
	return failureResult(failureOfDefect(isObject(parsed) ? 'noData' : parsed, response));
}

async function sendProbe(
	test: ICredentialTestFunctions,
	account: Account,
): Promise<TransportResponse | INodeCredentialTestResult> {
	const sent = toTransportRequest(account, probe);
	try {
		const answer: unknown = await test.helpers.request({
			method: sent.method,
			uri: sent.url,
			headers: sent.headers,
			timeout: TIMEOUT_MS,
			encoding: null,
			simple: false,
			resolveWithFullResponse: true,
			followRedirect: false,
		});
		if (!isObject(answer) || typeof answer.statusCode !== 'number') {
			return testFailed('The service did not respond');
		}
		const { statusCode: status, body: content } = answer;
		const body = Buffer.isBuffer(content) ? content : Buffer.from(String(content ?? ''));
		const { location } = isObject(answer.headers) ? answer.headers : {};
		const headers: Record<string, string> = typeof location === 'string' ? { location } : {};
		return { kind: 'response', status, headers, body };
	} catch (thrown) {
		const error = toError(thrown);
		const failure = toTransportFailure(error, 'waiting');
		if (failure.failure !== 'blocked') return failureResult(failureOfTransport(failure));
		// n8n's error does not name the setting that would allow the address.
		const detail = blockedByInstance(new URL(account.baseUrl).hostname, error);
		return failureResult(failureOfTransport({ ...failure, detail }));
	}
}

/** Tests the API key. If the first response proves nothing, checks whether the service rejects a wrong key. */
async function testAccount(
	test: ICredentialTestFunctions,
	account: Account,
): Promise<INodeCredentialTestResult> {
	const response = await sendProbe(test, account);
	if (!('kind' in response)) return response;
	const { url } = toTransportRequest(account, probe);
	const result = interpretProbe({ ...response, url }, account.apiKey);
	if (result !== 'unproven') return result;
	const withWrongKey = await sendProbe(test, {
		...account,
		apiKey: 'web-data-credential-test-with-a-wrong-key',
	});
	const isChecked = 'kind' in withWrongKey && isRejection(withWrongKey.status);
	return isChecked
		? accepted
		: testFailed(
				"The address returned the same response for a wrong key, so the key could not be tested. Check that the credential's 'Base URL' is the address of the API.",
			);
}

/** The test is free. The requests use n8n's HTTP client, so n8n's egress rules apply. */
export async function testCredential(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const { baseUrl, apiKey } = credential.data ?? {};
	const base = normalizeBaseUrl(baseUrl);
	if (!base.ok) return testFailed(base.message);
	const key = normalizeApiKey(apiKey);
	if (key === '') return testFailed("'API Key' is empty");
	const result = await testAccount(this, { baseUrl: base.url, apiKey: key });
	if (result.status === 'OK') return result;
	// A path prefix may end with a version of its own, so only a failed test mentions the version.
	const version = /\/v[013-9]$/i.exec(base.url)?.[0];
	const advice =
		version === undefined
			? ''
			: ` 'Base URL' ends with ${version}, but this node uses version 2 of the API. Remove ${version} from 'Base URL'.`;
	return { ...result, message: maskText(`${result.message}${advice}`, key) };
}
