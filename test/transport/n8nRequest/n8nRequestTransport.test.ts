// The adapter over n8n's request helper against a helper that follows a script: what it is asked for, and what its errors mean.

import { Readable } from 'node:stream';
import {
	n8nRequestTransport,
	type N8nRequest,
} from '../../../nodes/WebData/transport/n8nRequest/n8nRequestTransport';
import type { TransportRequest } from '../../../nodes/WebData/transport/http';
import { requestTo } from '../loopback';

const url = 'https://api.example.com/v2/scrape';

/** A transport whose helper does this, and what the helper was asked for. */
function scripted(act: (request: N8nRequest) => unknown) {
	const asked: N8nRequest[] = [];
	const transport = n8nRequestTransport({
		request: async (request) => {
			asked.push(request);
			return act(request);
		},
	});
	return { transport, asked };
}

const answering = (body: unknown, headers = {}) =>
	scripted(() => ({ statusCode: 200, headers, body }));

const failing = (error: unknown) => scripted(() => Promise.reject(error));

const send = ({ transport }: ReturnType<typeof scripted>, over: Partial<TransportRequest> = {}) =>
	transport.send(requestTo(url, over));

describe('what n8n is asked for', () => {
	it('is one request that flows, without redirects, in the time for the head', async () => {
		const script = answering(Readable.from([Buffer.from('{}')]));
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
		expect(script.asked).toEqual([
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
		expect(script.asked[0]?.abortSignal).not.toBe(signal);
	});

	it('has no body where there is none, and neither name, password nor fragment in its address', async () => {
		const script = answering('{}');
		await script.transport.send(requestTo('https://user:pa55@files.example/a?b=c#d'));
		expect(script.asked[0]).toMatchObject({ method: 'GET', url: 'https://files.example/a?b=c' });
		expect(script.asked[0]).not.toHaveProperty('body');
	});

	it('is a file as it is, not packed', async () => {
		const script = answering(Readable.from([Buffer.from('x')]));
		const stream = await script.transport.open(requestTo(url));
		expect(script.asked[0]?.headers).toEqual({ 'accept-encoding': 'identity' });
		if (stream.kind === 'stream') stream.body.destroy();
	});
});

describe('an answer in place of the network', () => {
	it.each([
		['an object', { success: true }, '{"success":true}'],
		['text', '{"success":true}', '{"success":true}'],
		['bytes', Buffer.from('bytes'), 'bytes'],
		['nothing', undefined, '""'],
	])('that is %s is read', async (_name, body, text) => {
		const result = await send(answering(body));
		expect(result).toEqual({ kind: 'response', status: 200, headers: {}, body: Buffer.from(text) });
	});

	it('that does not flow is no file', async () => {
		expect(await answering('text').transport.open(requestTo(url))).toMatchObject({
			kind: 'failure',
			failure: 'truncated',
		});
	});

	it('that is none is a connection that closed', async () => {
		expect(await send(scripted(() => undefined))).toMatchObject({
			failure: 'closed',
			possiblySent: true,
		});
	});
});

describe('a failure', () => {
	const withFields = (fields: object, message = 'words') =>
		Object.assign(new Error(message), fields);
	const timeout = 'timeout of 300ms exceeded';
	const handshake = { request: { socket: { secureConnecting: true } } };
	const connected = { request: { socket: { secureConnecting: false } } };
	const plain = { request: { socket: {} } };
	const without = { request: { socket: null } };

	// Codes and fields as axios 1.18 and Node 20 and 24 give them over loopback.
	it.each([
		[
			'no head in time',
			withFields({ code: 'ECONNABORTED', ...plain }, timeout),
			'headTimeout',
			true,
		],
		[
			'the same over TLS',
			withFields({ code: 'ECONNABORTED', ...connected }, timeout),
			'headTimeout',
			true,
		],
		[
			'no handshake in time',
			withFields({ code: 'ECONNABORTED', ...handshake }, timeout),
			'connectTimeout',
			false,
		],
		[
			'no way through the proxy in time',
			withFields({ code: 'ECONNABORTED', ...without }, timeout),
			'connectTimeout',
			false,
		],
		[
			'an n8n that says no more than that',
			withFields({ code: 'ETIMEDOUT' }, timeout),
			'headTimeout',
			true,
		],
		['a handshake that is cut', withFields({ code: 'ECONNRESET', ...handshake }), 'closed', false],
		['a reset over TLS', withFields({ code: 'ECONNRESET', ...connected }), 'closed', true],
		[
			'a certificate',
			withFields({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT', ...handshake }),
			'tls',
			false,
		],
		['TLS that breaks later', withFields({ code: 'EPROTO', ...connected }), 'tls', true],
		[
			'nobody there',
			withFields({ code: 'ECONNREFUSED', cause: withFields({ syscall: 'connect' }) }),
			'refused',
			false,
		],
		[
			'no address',
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
		['no HTTP', withFields({ code: 'HPE_INVALID_CONSTANT', ...plain }), 'closed', true],
		['too long a head', withFields({ code: 'HPE_HEADER_OVERFLOW', ...plain }), 'tooLarge', true],
		['no error at all', 'text', 'closed', true],
	])('%s', async (_name, error, failure, possiblySent) => {
		expect(await send(failing(error))).toMatchObject({ kind: 'failure', failure, possiblySent });
	});
});
