import { Readable } from 'node:stream';
import { n8nRequestTransport } from '../../../nodes/WebData/transport/n8nRequest/n8nRequestTransport';
import type { TransportRequest } from '../../../nodes/WebData/transport/http';
import { requestTo } from '../loopback';

type N8nRequest = Parameters<Parameters<typeof n8nRequestTransport>[0]['request']>[0];

const url = 'https://api.example.com/v2/scrape';

function scripted(act: (request: N8nRequest) => unknown) {
	const requests: N8nRequest[] = [];
	const transport = n8nRequestTransport({
		request: async (request) => {
			requests.push(request);
			return act(request);
		},
	});
	return { transport, requests };
}

const respondWith = (body: unknown, headers = {}) =>
	scripted(() => ({ statusCode: 200, headers, body }));

const rejectWith = (error: unknown) => scripted(() => Promise.reject(error));

const send = ({ transport }: ReturnType<typeof scripted>, over: Partial<TransportRequest> = {}) =>
	transport.send(requestTo(url, over));

describe('the request to n8n', () => {
	it('is streamed, without redirects, with the head timeout', async () => {
		const script = respondWith(Readable.from([Buffer.from('{}')]));
		const { signal } = new AbortController();
		const headers = { Authorization: 'Bearer key', 'X-Request-Id': 'a' };
		const post = { method: 'POST', url, body: '{"url":"x"}' } as const;
		await send(script, { ...post, headers, headTimeoutMs: 1234, signal });
		expect(script.requests).toEqual([
			{
				...post,
				headers: {
					...{ 'accept-encoding': 'gzip, br, deflate', authorization: 'Bearer key' },
					'x-request-id': 'a',
				},
				...{ timeout: 1234, abortSignal: expect.any(AbortSignal) as AbortSignal },
				...{ encoding: 'stream', returnFullResponse: true },
				...{ ignoreHttpStatusErrors: true, disableFollowRedirect: true },
			},
		]);
		expect(script.requests[0]?.abortSignal).not.toBe(signal);
	});

	it('contains no body if the request has no body, and a URL without credentials and fragment', async () => {
		const script = respondWith('{}');
		await script.transport.send(requestTo('https://user:pa55@files.example/a?b=c#d'));
		expect(script.requests[0]).toMatchObject({ method: 'GET', url: 'https://files.example/a?b=c' });
		expect(script.requests[0]).not.toHaveProperty('body');
	});

	it('requests a file without compression', async () => {
		const script = respondWith(Readable.from([Buffer.from('x')]));
		const stream = await script.transport.open(requestTo(url));
		expect(script.requests[0]?.headers).toEqual({ 'accept-encoding': 'identity' });
		if (stream.kind === 'stream') stream.body.destroy();
	});
});

describe('a response without the network', () => {
	it.each([
		['an object', { success: true }, '{"success":true}'],
		['bytes', Buffer.from('bytes'), 'bytes'],
		['nothing', undefined, '""'],
	])('that is %s is read', async (_name, body, text) => {
		const result = await send(respondWith(body));
		expect(result).toEqual({ kind: 'response', status: 200, headers: {}, body: Buffer.from(text) });
	});

	it('that is not a stream fails open, and without a response the connection was closed', async () => {
		const opened = await respondWith('text').transport.open(requestTo(url));
		const truncated = { kind: 'failure', failure: 'truncated', possiblySent: true };
		expect(opened).toMatchObject(truncated);
		const generator = (async function* () {
			yield Buffer.from('x');
		})();
		expect(await respondWith(generator).transport.open(requestTo(url))).toMatchObject(truncated);
		const missing = await send(scripted(() => undefined));
		expect(missing).toMatchObject({ failure: 'closed', possiblySent: true });
	});
});

describe('a failure', () => {
	const error = (code: string | undefined, fields: object = {}, message = 'message') =>
		Object.assign(new Error(message), { code, ...fields });
	const late = (code: string, fields: object = {}) =>
		error(code, fields, 'timeout of 300ms exceeded');
	const handshake = { request: { socket: { secureConnecting: true } } };
	const connected = { request: { socket: { secureConnecting: false } } };
	const plain = { request: { socket: {} } };
	const noSocket = { request: { socket: null } };
	const caused = (syscall: string) => ({ cause: error(undefined, { syscall }) });

	// Error codes and fields from axios 1.18, recorded over loopback on Node.js 20 and 24.
	it.each<[string, unknown, string, boolean]>([
		['no response in time', late('ECONNABORTED', plain), 'headTimeout', true],
		['no TLS handshake in time', late('ECONNABORTED', handshake), 'connectTimeout', false],
		['no proxy tunnel in time', late('ECONNABORTED', noSocket), 'connectTimeout', false],
		['an n8n that reports only the message', late('ETIMEDOUT'), 'headTimeout', true],
		['a handshake that is closed', error('ECONNRESET', handshake), 'closed', false],
		['a certificate', error('DEPTH_ZERO_SELF_SIGNED_CERT', handshake), 'tls', false],
		['TLS that breaks later', error('EPROTO', connected), 'tls', true],
		['a refused connection', error('ECONNREFUSED', caused('connect')), 'refused', false],
		['a host without an address', error('ENOTFOUND', caused('getaddrinfo')), 'dns', false],
		['a connect timeout', error('ETIMEDOUT', { syscall: 'connect' }), 'connectTimeout', false],
		['a read that times out', error('ETIMEDOUT', { syscall: 'read' }), 'closed', true],
		['the egress filter', error(undefined, { name: 'SsrfBlockedIpError' }), 'blocked', false],
		['a response that is not HTTP', error('HPE_INVALID_CONSTANT', plain), 'closed', true],
		['a head that is too large', error('HPE_HEADER_OVERFLOW', plain), 'tooLarge', true],
		['a thrown text', 'text', 'closed', true],
	])('%s', async (_name, thrown, failure, possiblySent) => {
		const result = await send(rejectWith(thrown));
		expect(result).toMatchObject({ kind: 'failure', failure, possiblySent });
	});
});
