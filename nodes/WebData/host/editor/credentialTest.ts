import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { normalizeApiKey } from '../../client/account';
import { type Account, type ApiRequest, requestHeaders, requestUrl } from '../../client/request';
import { failureOfDefect, failureOfResponse, failureOfTransport } from '../../errors/classify';
import { maskText } from '../../errors/mask';
import type { Failure } from '../../errors/row';
import { isObject, parseBody } from '../../json/json';
import { normalizeBaseUrl } from '../../json/url';
import { agentEndpoint } from '../../resources/agent/service';
import { toTransportFailure } from '../../transport/errors';
import type { TransportFailure, TransportResponse } from '../../transport/http';
import { blockedByInstance } from '../network/egress';
import { toError } from '../output/errors';
import { textWithLabels } from '../output/text';

const TIMEOUT_MS = 20_000;

/**
 * Requests the status of an agent run that does not exist. The request is free, and the service checks the API key
 * first (specification: Agent errors, `Agent job not found`).
 */
const probe: ApiRequest = {
	endpoint: agentEndpoint,
	method: 'GET',
	path: ['agent', '00000000-0000-4000-8000-000000000000'],
	idempotency: 'read',
	serviceTimeoutMs: TIMEOUT_MS,
};

const WRONG_KEY = 'web-data-credential-test-with-a-wrong-key';

const accepted: INodeCredentialTestResult = {
	status: 'OK',
	message: 'The service accepts the key',
};

const testFailed = (message: string): INodeCredentialTestResult => ({ status: 'Error', message });

const failureResult = ({ message, cause, remedy }: Failure): INodeCredentialTestResult =>
	testFailed(textWithLabels(`${message.replace(/[.:]$/, '')}. ${cause} ${remedy}`, []));

const keyNotChecked = testFailed(
	"The address returned the same response for a wrong key, so the key could not be tested. Check that the credential's 'Base URL' is the address of the API.",
);

const isTemporaryStatus = (status: number): boolean => status === 429 || status >= 500;

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
	if (isRejection(status) || isTemporaryStatus(status) || (status >= 300 && status < 400)) {
		return failureResult(failureOfResponse(response, body, probe.endpoint, Date.now(), apiKey));
	}
	const error = typeof body.error === 'string' ? body.error : undefined;
	if (status === 404 && error !== undefined && /agent job not found/i.test(error)) return accepted;
	const isServiceError = body.success === false && error !== undefined;
	if (body.success === true || (isServiceError && (status === 404 || status === 400)))
		return 'unproven';
	return failureResult(failureOfDefect(isObject(parsed) ? 'notJson' : parsed, response));
}

const responseOf = (answer: unknown): TransportResponse | undefined => {
	if (!isObject(answer) || typeof answer.statusCode !== 'number') return undefined;
	const body = Buffer.isBuffer(answer.body) ? answer.body : Buffer.from(String(answer.body ?? ''));
	const { location } = isObject(answer.headers) ? answer.headers : {};
	const headers: Record<string, string> = typeof location === 'string' ? { location } : {};
	return { kind: 'response', status: answer.statusCode, headers, body };
};

/** If n8n blocked the address, adds the name of the n8n setting that would allow it. */
const withAllowHint = (failure: TransportFailure, { baseUrl }: Account, error: Error) =>
	failure.failure === 'blocked'
		? { ...failure, detail: blockedByInstance(new URL(baseUrl).hostname, error) }
		: failure;

async function sendProbe(
	test: ICredentialTestFunctions,
	account: Account,
): Promise<TransportResponse | INodeCredentialTestResult> {
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
		return responseOf(answer) ?? testFailed('The service did not respond');
	} catch (thrown) {
		const error = toError(thrown);
		return failureResult(
			failureOfTransport(withAllowHint(toTransportFailure(error, 'waiting'), account, error)),
		);
	}
}

/** Tests the API key. If the first response proves nothing, checks whether the service rejects a wrong key. */
async function testAccount(
	test: ICredentialTestFunctions,
	account: Account,
): Promise<INodeCredentialTestResult> {
	const response = await sendProbe(test, account);
	if (!('kind' in response)) return response;
	const url = requestUrl(account, probe);
	const result = interpretProbe({ ...response, url }, account.apiKey);
	if (result !== 'unproven') return result;
	const withWrongKey = await sendProbe(test, { ...account, apiKey: WRONG_KEY });
	const isChecked = 'kind' in withWrongKey && isRejection(withWrongKey.status);
	return isChecked ? accepted : keyNotChecked;
}

/** A path prefix may end with a version of its own, so the test mentions the version only if the test fails. */
function olderVersionAdvice(baseUrl: string): string {
	const version = /\/v[013-9]$/i.exec(baseUrl)?.[0];
	return version === undefined
		? ''
		: ` 'Base URL' ends with ${version}, but this node uses version 2 of the API. Remove ${version} from 'Base URL'.`;
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
	const advice = result.status === 'OK' ? '' : olderVersionAdvice(base.url);
	return { ...result, message: maskText(`${result.message}${advice}`, key) };
}
