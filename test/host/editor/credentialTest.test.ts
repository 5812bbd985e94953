import type { ICredentialsDecrypted, ICredentialTestFunctions } from 'n8n-workflow';
import { testCredential } from '../../../nodes/WebData/host/editor/credentialTest';

const KEY = 'sk-test-of-the-credential-0123456789';

interface SentRequest {
	method?: string;
	uri?: string;
	headers?: Record<string, string>;
	followRedirect?: boolean;
}

const json = (status: number, body: unknown) => ({
	statusCode: status,
	body: Buffer.from(JSON.stringify(body)),
});

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
	return { ...result, requests };
}

const notFound = { success: false, error: 'Agent job not found' };

it('requests a run that does not exist, with the key, and follows no redirect', async () => {
	const { requests } = await test(json(404, notFound));
	expect(requests).toEqual([
		expect.objectContaining({
			method: 'GET',
			uri: 'https://data.example.com/v2/agent/00000000-0000-4000-8000-000000000000',
			headers: { accept: 'application/json', authorization: `Bearer ${KEY}` },
			followRedirect: false,
		}),
	]);
});

it('accepts the key if the service reports that the run does not exist', async () => {
	const { status, message, requests } = await test(json(404, notFound));
	expect([status, message]).toEqual(['OK', 'The service accepts the key']);
	expect(requests).toHaveLength(1);
});

/** Responses that could also come from a server other than the API. */
const ambiguous: [string, object][] = [
	['404 with another text', json(404, { success: false, error: 'Cannot GET /v2/agent' })],
	['400', json(400, { success: false, error: 'Invalid job ID format.' })],
	['a success', json(200, { success: true, status: 'completed' })],
];

it.each(ambiguous)(
	'after %s, accepts the key if a wrong one is rejected',
	async (_name, answer) => {
		const rejected = json(401, { success: false, error: 'Unauthorized' });
		const { status, requests } = await test(answer, {}, rejected);
		expect(status).toBe('OK');
		expect(requests).toHaveLength(2);
	},
);

it.each(ambiguous)(
	'after %s, fails if a wrong key gets the same response',
	async (_name, answer) => {
		const { status, message } = await test(answer);
		expect(status).toBe('Error');
		expect(message).toMatch(/^The address returned the same response for a wrong key.*'Base URL'/);
	},
);

it('sends Bearer only once if the key was pasted with Bearer', async () => {
	const { status, requests } = await test(json(404, notFound), { apiKey: `Bearer ${KEY}` });
	expect(status).toBe('OK');
	expect(requests[0]?.headers).toHaveProperty('authorization', `Bearer ${KEY}`);
});

it.each([
	[
		'a wrong key',
		json(401, { success: false, error: 'Unauthorized: Invalid token' }),
		/^Invalid API key\. The API key is missing, malformed, or revoked\..* 'API Key'/,
	],
	[
		'a missing permission',
		json(403, { success: false, error: 'Forbidden' }),
		/^Access denied\. The API key does not have permission.*upgrade the plan\.$/,
	],
	[
		'an address without a host',
		failing('ENOTFOUND'),
		/^Host name of the service not found\..*'Base URL'.*typos/,
	],
	[
		'a port without a service',
		failing('ECONNREFUSED'),
		/^Connection refused by the service\..*port in the credential's 'Base URL'/,
	],
	[
		'an untrusted certificate',
		failing('DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate'),
		/^TLS certificate of the service rejected\..*NODE_EXTRA_CA_CERTS/,
	],
	[
		'a website',
		{ statusCode: 200, body: Buffer.from('<!doctype html><html></html>') },
		/^The service returned HTML instead of JSON\..*not of a website/,
	],
	[
		'a website without this page',
		{ statusCode: 404, body: Buffer.from('<html></html>') },
		/^The service returned HTML instead of JSON\./,
	],
	['another API', json(404, { message: 'no route' }), /^The response is not JSON\./],
	[
		'a redirect',
		{ statusCode: 302, body: Buffer.from('') },
		/^Unexpected redirect\..*final address/,
	],
	[
		'an unavailable service',
		json(503, { success: false, error: 'Service Unavailable' }),
		/^Service temporarily unavailable\..*later/,
	],
])('reports %s', async (_name, answer, said) => {
	const { status, message } = await test(answer);
	expect(status).toBe('Error');
	expect(message).toMatch(said);
	expect(message).not.toContain(KEY);
});

it("masks the key in the messages of n8n's client", async () => {
	const { message } = await test(failing('ECONNREFUSED', `connect failed, Bearer ${KEY}`));
	expect(message).toContain('connect failed, Bearer ***');
	expect(message).not.toContain(KEY);
});

it('names the setting that lets an admin allow a blocked address', async () => {
	const blocked = Object.assign(new Error('blocked'), { name: 'SsrfBlockedIpError' });
	const { message } = await test(blocked, { baseUrl: 'http://127.0.0.1:3002' });
	expect(message).toContain('N8N_SSRF_ALLOWED_IP_RANGES');
});

it.each([
	[{ apiKey: 'Bearer ' }, "'API Key' is empty"],
	[{ baseUrl: '' }, 'The base URL is empty'],
	[{ baseUrl: 'ftp://data.example.com' }, 'must begin with https:// or http://'],
	[{ apiKey: ' ' }, "'API Key' is empty"],
])('sends nothing if the credential is %j', async (data, said) => {
	const { message, requests } = await test(json(404, notFound), data);
	expect(message).toContain(said);
	expect(requests).toEqual([]);
});
