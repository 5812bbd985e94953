import type { ICredentialsDecrypted, ICredentialTestFunctions } from 'n8n-workflow';
import { testCredential } from '../../../nodes/WebData/host/editor/credentialTest';

const KEY = 'sk-test-of-the-credential-0123456789';

type SentRequest = Partial<Record<'method' | 'uri', string>> & {
	headers?: Record<string, string>;
};

const text = (status: number, body: string) => ({ statusCode: status, body: Buffer.from(body) });
const json = (status: number, body: unknown) => text(status, JSON.stringify(body));
const refusal = (status: number, error: string) => json(status, { success: false, error });

const failing = (code: string, message = code) => Object.assign(new Error(message), { code });

/**
 * Runs the credential test. A request with the API key `KEY` receives `answer`, and any other
 * request receives `answerToWrongKey`.
 */
async function test(
	answer: object,
	data: Record<string, string> = {},
	answerToWrongKey: object = answer,
) {
	const requests: SentRequest[] = [];
	const context = {
		helpers: {
			request: async (options: SentRequest) => {
				requests.push(options);
				if (answer instanceof Error) throw answer;
				const isOwnKey = options.headers?.authorization === `Bearer ${KEY}`;
				return await Promise.resolve(isOwnKey ? answer : answerToWrongKey);
			},
		},
	} as unknown as ICredentialTestFunctions;
	const credential = {
		data: { baseUrl: 'https://data.example.com/v2/', apiKey: KEY, ...data },
	} as unknown as ICredentialsDecrypted;
	const result = await testCredential.call(context, credential);
	expect(result.message).not.toContain(KEY);
	return { ...result, requests };
}

const notFound = refusal(404, 'Agent job not found');

it.each([KEY, `Bearer ${KEY}`])(
	'requests a run that does not exist with the key %j, follows no redirect, and accepts the key',
	async (apiKey) => {
		expect(await test(notFound, { apiKey })).toEqual({
			status: 'OK',
			message: 'The service accepts the key',
			requests: [
				expect.objectContaining({
					method: 'GET',
					uri: 'https://data.example.com/v2/agent/00000000-0000-4000-8000-000000000000',
					headers: { accept: 'application/json', authorization: `Bearer ${KEY}` },
					...{ followRedirect: false, resolveWithFullResponse: true, simple: false },
				}),
			],
		});
	},
);

/** The response could also come from a server other than the API. */
it.each([
	['a 404 with another text', refusal(404, 'Cannot GET /v2/agent')],
	['a 400', refusal(400, 'Bad Request')],
	['a success', json(200, { success: true, status: 'processing' })],
])('accepts the key after %s only if a wrong key is rejected', async (_what, answer) => {
	const checked = await test(answer, {}, refusal(401, 'Unauthorized'));
	expect([checked.status, checked.requests.length]).toEqual(['OK', 2]);
	const message = expect.stringMatching(/same response for a wrong key.*'Base URL'/) as string;
	expect(await test(answer)).toMatchObject({ status: 'Error', message });
});

const blocked = Object.assign(new Error('blocked'), { name: 'SsrfBlockedIpError' });

it.each([
	['a wrong key', refusal(401, 'Unauthorized: Invalid token'), /^Invalid API key\..* 'API Key'/],
	['an address without a host', failing('ENOTFOUND'), /^Host name .* not found\..*'Base URL'/],
	[
		'a port without a service',
		failing('ECONNREFUSED', `connect failed, Bearer ${KEY}`),
		/^Connection refused by the service\..*connect failed, Bearer \*\*\*.*'Base URL'/,
	],
	['an untrusted certificate', failing('DEPTH_ZERO_SELF_SIGNED_CERT'), /NODE_EXTRA_CA_CERTS/],
	['an address that n8n blocks, with the setting', blocked, /N8N_SSRF_ALLOWED_IP_RANGES/],
	['a website', text(200, '<!doctype html><p>'), /^The service returned HTML instead of JSON\./],
	['JSON of another server', json(200, { ok: true }), /^The response contains no data\./],
	['a redirect', text(302, ''), /^Unexpected redirect\./],
	['a failure at status 200', refusal(200, 'No'), /Another server responds/],
	['a 404 without a text', json(404, { success: false }), /Another server responds/],
])('reports %s', async (_name, answer, message) => {
	expect(await test(answer)).toMatchObject({
		status: 'Error',
		message: expect.stringMatching(message),
	});
});
