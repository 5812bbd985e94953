import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import * as zlib from 'node:zlib';

import type { TransportRequest, TransportResult } from '../../../nodes/WebData/transport/http';
import type { UndiciTransportOptions } from '../../../nodes/WebData/transport/undici/undiciTransport';
import { freePort } from '../../support/listen';
import { expectedResult, testPool, useAdapter } from '../adapterUnderTest';
import {
	makeKeys,
	nothing,
	overTls,
	requestTo,
	startAnswering,
	startHttp,
	startHttps,
	startOk,
	startTcp,
	type Keys,
	type Loopback,
} from '../loopback';

const KEY = 'sk-live-0123456789abcdef';
const open = useAdapter();

async function send(
	request: TransportRequest,
	options?: UndiciTransportOptions,
): Promise<TransportResult> {
	const headers = { authorization: `Bearer ${KEY}`, ...request.headers };
	const result = await open(options).send({ ...request, headers });
	if (result.kind === 'failure') expect(result.detail).not.toContain('sk-live');
	if (result.kind === 'failure') expect(result.detail).not.toBe('');
	return result;
}

function summary(result: TransportResult): [string, boolean?] {
	if (result.kind === 'response') return [`response ${result.status}`];
	return [result.failure, result.possiblySent];
}

const textOf = (result: TransportResult) =>
	result.kind === 'response' ? result.body.toString() : result.detail;

/** Sends a request to a server that answers with `answer`. */
async function sendTo(
	answer: (response: ServerResponse) => unknown,
	over: Partial<TransportRequest> = {},
): Promise<TransportResult> {
	return await send(requestTo((await startAnswering(answer)).url, over));
}

const post = { method: 'POST', body: '{}' } as const;

describe('a response', () => {
	test.each(['GET', 'DELETE'] as const)('%s has no body', async (method) => {
		const server = await startAnswering((response) => response.end('{"ok":true}'));
		const result = await send(requestTo(`${server.url}/v2/a%20b?c=d#e`, { method }));
		expect([summary(result), textOf(result)]).toEqual([['response 200'], '{"ok":true}']);
		expect(server.seen).toMatchObject([{ method, url: '/v2/a%20b?c=d', body: '' }]);
	});

	test('POST sends its body with a length in bytes', async () => {
		const server = await startHttp((request, response) => response.end(request.body));
		const body = '{"text":"größe €"}';
		const headers = { 'Content-Type': 'application/json' };
		expect(textOf(await send(requestTo(server.url, { method: 'POST', body, headers })))).toBe(body);
		expect(server.seen[0]?.headers).toMatchObject({
			authorization: `Bearer ${KEY}`,
			'content-type': 'application/json',
			'content-length': '22',
			'accept-encoding': 'gzip, br, deflate',
		});
	});

	test('header names are in lowercase, and repeated headers are joined', async () => {
		const server = await startTcp((socket) =>
			socket.end('HTTP/1.1 200 OK\r\nX-One: 1\r\nx-many: a\r\nX-Many: b\r\n__proto__: c\r\n\r\n'),
		);
		const result = await send(requestTo(server.url));
		expect(result.kind === 'response' && Object.entries(result.headers)).toEqual([
			['x-one', '1'],
			['x-many', 'a, b'],
			...expectedResult('a header named __proto__', [['__proto__', 'c']]),
		]);
	});

	test.each([307, 404])('%i is returned, even for a redirect', async (status) => {
		const headers = { location: '/elsewhere', 'retry-after': '3' };
		const server = await startAnswering((response) =>
			response.writeHead(status, headers).end('why'),
		);
		const result = await send(requestTo(server.url, post));
		expect(result).toMatchObject({ kind: 'response', status, headers: { 'retry-after': '3' } });
		expect(server.seen).toHaveLength(1);
	});

	test('100 Continue is not the response, even in pieces', async () => {
		const head = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n';
		const pieces = ['HTTP/1.1 1', '00 Continue\r\n', `\r\n${head}`, 'ok'];
		const server = await startTcp((socket) => {
			const writePiece = (index: number): void => {
				const piece = pieces[index];
				if (piece !== undefined) socket.write(piece, () => setTimeout(writePiece, 5, index + 1));
			};
			writePiece(0);
		});
		const transport = open({ connections: 1 });
		for (let count = 0; count < 2; count += 1) {
			const result = await transport.send(requestTo(server.url, post));
			expect(result).toMatchObject({ kind: 'response', status: 200, body: Buffer.from('ok') });
		}
	});

	testPool('connections are reused, and no more are opened than allowed', async () => {
		const server = await startOk();
		const transport = open({ connections: 2 });
		const sent = Array.from({ length: 20 }, () => transport.send(requestTo(server.url)));
		const results = (await Promise.all(sent)).map((result) => summary(result)[0]);
		expect(new Set(results)).toEqual(new Set(['response 200']));
		expect(server.connections()).toBe(2);
	});
});

describe('a compressed response', () => {
	const text = JSON.stringify({ markdown: 'lorem ipsum '.repeat(20_000) });
	const compressors: Record<string, (body: string) => Buffer> = {
		gzip: (body) => zlib.gzipSync(body),
		'X-GZIP': (body) => zlib.gzipSync(body),
		br: (body) => zlib.brotliCompressSync(body),
		deflate: (body) => zlib.deflateSync(body),
		'deflate ': (body) => zlib.deflateRawSync(body),
	};
	const sendEncoded = (encoding: string, body?: string | Buffer, maxResponseBytes = 1_000_000) => {
		const headers = { 'content-encoding': encoding };
		return sendTo((response) => response.writeHead(200, headers).end(body), { maxResponseBytes });
	};

	test.each(Object.entries(compressors))('%s is decoded', async (encoding, compress) => {
		const result = await sendEncoded(encoding, compress(text));
		expect([summary(result), textOf(result)]).toEqual([['response 200'], text]);
		expect(result).not.toHaveProperty('headers.content-encoding');
		expect(result).not.toHaveProperty('headers.content-length');
	});

	test.each(['gzip', 'br'])('a bomb in %s stops at the size limit', async (encoding) => {
		const bomb = compressors[encoding]?.('0'.repeat(50_000_000));
		const before = process.memoryUsage().arrayBuffers;
		expect(summary(await sendEncoded(encoding, bomb, 100_000))).toEqual(['tooLarge', true]);
		expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(25_000_000);
	});

	const half = zlib.gzipSync(text).subarray(0, 200);
	test.each([
		['invalid', Buffer.from('this is not gzip'), ['decodeFailed', true]],
		['truncated', half, expectedResult('truncated compressed response', ['truncated', true])],
	])('%s gzip is a failure', async (_name, body, outcome) => {
		expect(summary(await sendEncoded('gzip', body))).toEqual(outcome);
	});

	test('an encoding that was not requested is not decoded', async () => {
		const untouched = { headers: { 'content-encoding': 'compress' }, body: Buffer.from('raw') };
		const expected = expectedResult('unknown encoding', untouched);
		expect(await sendEncoded('compress', 'raw')).toMatchObject(expected);
	});
});

describe('the size limit', () => {
	test.each([
		[1000, 'response 200'],
		[1001, 'tooLarge'],
	])('of 1,000 bytes applies to %i bytes of any transfer: %s', async (size, outcome) => {
		for (const headers of [{ 'content-length': size }, {}]) {
			const send = (response: ServerResponse) => {
				response.writeHead(200, headers).write('x'.repeat(size - 1));
				response.end('x');
			};
			expect(summary(await sendTo(send, { maxResponseBytes: 1000 }))[0]).toBe(outcome);
		}
	});

	test('a content-length above the limit ends the request before the body arrives', async () => {
		const server = await startAnswering((response) =>
			response.writeHead(200, { 'content-length': 5_000_000 }).flushHeaders(),
		);
		expect(summary(await send(requestTo(server.url)))).toEqual(['tooLarge', true]);
		await server.closed();
	});
});

describe('a connection fails', () => {
	test('if the host name has no address', async () => {
		const result = await send(requestTo('http://nowhere.invalid/'));
		expect(summary(result)).toEqual(['dns', false]);
	});

	test('if it is refused', async () => {
		const port = await freePort();
		const result = await send(requestTo(`http://127.0.0.1:${port}/`));
		expect(summary(result)).toEqual(['refused', false]);
		expect(textOf(result)).toBe(`connect ECONNREFUSED 127.0.0.1:${port}`);
	});

	const half = 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf';
	const chunk = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n9\r\nhalf';
	const tooLarge = `HTTP/1.1 200 OK\r\nx-long: ${'x'.repeat(100_000)}\r\n\r\n`;
	const reset = (socket: Socket) => setImmediate(() => socket.resetAndDestroy());

	test.each<[string, (socket: Socket) => unknown, string]>([
		['closes it within a chunked body', (socket) => socket.end(chunk), 'truncated'],
		['resets it within the body', (socket) => socket.write(half, () => reset(socket)), 'truncated'],
		['does not use HTTP', (socket) => socket.write('220 mail.example ESMTP\r\n'), 'closed'],
		['sends headers that are too large', (socket) => socket.write(tooLarge), 'tooLarge'],
	])('if the server %s', async (_name, act, failure) => {
		const server = await startTcp((socket) => void act(socket));
		expect(summary(await send(requestTo(server.url, post)))).toEqual([failure, true]);
		expect(server.connections()).toBe(1);
	});

	testPool('a POST on a reused connection that is closed fails and is not repeated', async () => {
		let served = 0;
		const server = await startTcp((socket) => {
			served += 1;
			if (served > 1) return socket.destroy();
			return void socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
		});
		const transport = open({ connections: 1 });
		expect(summary(await transport.send(requestTo(server.url, post)))).toEqual(['response 200']);
		expect(summary(await transport.send(requestTo(server.url, post)))).toEqual(['closed', true]);
		expect([server.connections(), served]).toEqual([1, 2]);
	});
});

describe('TLS', () => {
	let keys: Keys;
	beforeAll(async () => {
		keys = await makeKeys('localhost', '127.0.0.1');
	});
	const serve = (of: Keys) => startHttps((_request, response) => response.end('ok'), of);

	test('accepts only a certificate that is trusted and for the host', async () => {
		const result = await send(requestTo((await serve(keys)).url), { ca: keys.cert });
		expect(summary(result)).toEqual(['response 200']);
		const other = await makeKeys('other.example');
		for (const [of, ca] of [[keys, undefined] as const, [other, other.cert] as const]) {
			const server = await serve(of);
			expect(summary(await send(requestTo(server.url), { ca }))).toEqual(['tls', false]);
			expect(server.seen).toEqual([]);
		}
	});

	test('fails if the server has no TLS, or closes or does not answer the handshake', async () => {
		const closing = await startTcp((socket) => socket.destroy());
		const silent = await startTcp(nothing);
		const outcomeOf = async (server: Loopback, connectTimeoutMs?: number) =>
			summary(await send(requestTo(overTls(server)), { connectTimeoutMs }));
		expect(await outcomeOf(await startOk())).toEqual(['noTls', false]);
		expect(await outcomeOf(closing)).toEqual(['closed', false]);
		expect(await outcomeOf(silent, 60)).toEqual(['connectTimeout', false]);
		expect(closing.connections()).toBe(1);
	});
});

test('an invalid request is not sent', async () => {
	const server = await startOk();
	const bad = { headers: { authorization: `Bearer ${KEY}\nx` } };
	for (const over of [bad, { url: `not a url ${KEY}` }, { url: 'ftp://127.0.0.1/' }]) {
		expect(summary(await send(requestTo(server.url, over)))).toEqual(['invalid', false]);
	}
	expect(server.seen).toEqual([]);
});
