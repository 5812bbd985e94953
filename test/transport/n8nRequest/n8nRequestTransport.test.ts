import { Readable } from 'node:stream';
import {
	n8nRequestTransport,
	type N8nRequest,
} from '../../../nodes/WebData/transport/n8nRequest/n8nRequestTransport';
import type { TransportRequest } from '../../../nodes/WebData/transport/http';
import { requestTo } from '../loopback';

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
		const over = {
			method: 'POST',
			body: '{"url":"x"}',
			headers,
			headTimeoutMs: 1234,
			signal,
		} as const;
		await send(script, over);
		expect(script.requests).toEqual([
			{
				method: 'POST',
				url,
				headers: {
					'accept-encoding': 'gzip, br, deflate',
					authorization: 'Bearer key',
					'x-request-id': 'a',
				},
				body: '{"url":"x"}',
				timeout: 1234,
				abortSignal: expect.any(AbortSignal),
				encoding: 'stream',
				returnFullResponse: true,
				ignoreHttpStatusErrors: true,
				disableFollowRedirect: true,
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
		['text', '{"success":true}', '{"success":true}'],
		['bytes', Buffer.from('bytes'), 'bytes'],
		['nothing', undefined, '""'],
	])('that is %s is read', async (_name, body, text) => {
		const result = await send(respondWith(body));
		expect(result).toEqual({ kind: 'response', status: 200, headers: {}, body: Buffer.from(text) });
	});

	it('that is not a stream fails open', async () => {
		expect(await respondWith('text').transport.open(requestTo(url))).toMatchObject({
			kind: 'failure',
			failure: 'truncated',
		});
	});

	it('that is missing is a closed connection', async () => {
		expect(await send(scripted(() => undefined))).toMatchObject({
			failure: 'closed',
			possiblySent: true,
		});
	});
});

describe('a failure', () => {
	const withFields = (fields: object, message = 'message') =>
		Object.assign(new Error(message), fields);
	const timeout = 'timeout of 300ms exceeded';
	const handshake = { request: { socket: { secureConnecting: true } } };
	const connected = { request: { socket: { secureConnecting: false } } };
	const plain = { request: { socket: {} } };
	const without = { request: { socket: null } };

	// Error codes and fields from axios 1.18, recorded over loopback on Node.js 20 and 24.
	it.each([
		[
			'no response in time',
			withFields({ code: 'ECONNABORTED', ...plain }, timeout),
			'headTimeout',
			true,
		],
		[
			'no response in time over TLS',
			withFields({ code: 'ECONNABORTED', ...connected }, timeout),
			'headTimeout',
			true,
		],
		[
			'no TLS handshake in time',
			withFields({ code: 'ECONNABORTED', ...handshake }, timeout),
			'connectTimeout',
			false,
		],
		[
			'no proxy tunnel in time',
			withFields({ code: 'ECONNABORTED', ...without }, timeout),
			'connectTimeout',
			false,
		],
		[
			'an n8n that reports only the message',
			withFields({ code: 'ETIMEDOUT' }, timeout),
			'headTimeout',
			true,
		],
		[
			'a handshake that is closed',
			withFields({ code: 'ECONNRESET', ...handshake }),
			'closed',
			false,
		],
		['a reset over TLS', withFields({ code: 'ECONNRESET', ...connected }), 'closed', true],
		[
			'a certificate',
			withFields({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT', ...handshake }),
			'tls',
			false,
		],
		['TLS that breaks later', withFields({ code: 'EPROTO', ...connected }), 'tls', true],
		[
			'a refused connection',
			withFields({ code: 'ECONNREFUSED', cause: withFields({ syscall: 'connect' }) }),
			'refused',
			false,
		],
		[
			'a host without an address',
			withFields({ code: 'ENOTFOUND', cause: withFields({ syscall: 'getaddrinfo' }) }),
			'dns',
			false,
		],
		[
			'a connection that times out',
			withFields({ code: 'ETIMEDOUT', syscall: 'connect' }),
			'connectTimeout',
			false,
		],
		['a read that times out', withFields({ code: 'ETIMEDOUT', syscall: 'read' }), 'closed', true],
		['the egress filter', withFields({ name: 'SsrfBlockedIpError' }), 'blocked', false],
		[
			'a response that is not HTTP',
			withFields({ code: 'HPE_INVALID_CONSTANT', ...plain }),
			'closed',
			true,
		],
		[
			'a head that is too large',
			withFields({ code: 'HPE_HEADER_OVERFLOW', ...plain }),
			'tooLarge',
			true,
		],
		['a thrown text', 'text', 'closed', true],
	])('%s', async (_name, error, failure, possiblySent) => {
		expect(await send(rejectWith(error))).toMatchObject({ kind: 'failure', failure, possiblySent });
	});
});
