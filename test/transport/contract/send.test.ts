import * as zlib from 'node:zlib';

import type {
	Transport,
	TransportRequest,
	TransportResult,
} from '../../../nodes/WebData/transport/http';
import type { UndiciTransportOptions } from '../../../nodes/WebData/transport/undici/undiciTransport';
import { openAdapter, expectedResult, testPool } from '../adapterUnderTest';
import {
	freePort,
	makeKeys,
	nothing,
	requestTo,
	startHttp,
	startHttps,
	startTcp,
	stopServers,
	type Keys,
} from '../loopback';

const KEY = 'sk-live-0123456789abcdef';
const opened: Transport[] = [];

function open(options?: UndiciTransportOptions): Transport {
	const transport = openAdapter(options);
	opened.push(transport);
	return transport;
}

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

afterEach(async () => {
	await Promise.all(opened.splice(0).map((transport) => transport.close()));
	await stopServers();
});

describe('a response', () => {
	test.each(['GET', 'DELETE'] as const)('%s has no body', async (method) => {
		const server = await startHttp((_request, response) => response.end('{"ok":true}'));
		const result = await send(requestTo(`${server.url}/v2/a%20b?c=d#e`, { method }));
		expect(result).toMatchObject({ kind: 'response', status: 200 });
		expect(result.kind === 'response' && result.body.toString()).toBe('{"ok":true}');
		expect(server.seen).toMatchObject([{ method, url: '/v2/a%20b?c=d', body: '' }]);
	});

	test('POST sends its body with a length in bytes', async () => {
		const server = await startHttp((request, response) => response.end(request.body));
		const body = '{"text":"größe €"}';
		const headers = { 'Content-Type': 'application/json' };
		const result = await send(requestTo(server.url, { method: 'POST', body, headers }));
		expect(result.kind === 'response' && result.body.toString()).toBe(body);
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
		if (result.kind !== 'response') throw new Error(result.detail);
		expect(Object.entries(result.headers)).toEqual([
			['x-one', '1'],
			['x-many', 'a, b'],
			...expectedResult('a header named __proto__', [['__proto__', 'c']]),
		]);
	});

	test.each([301, 303, 307, 404, 429, 500])(
		'status %i is returned, even for a redirect',
		async (status) => {
			const server = await startHttp((_request, response) =>
				response.writeHead(status, { location: '/elsewhere', 'retry-after': '3' }).end('why'),
			);
			const result = await send(requestTo(server.url, { method: 'POST', body: '{}' }));
			expect(result).toMatchObject({ kind: 'response', status, headers: { 'retry-after': '3' } });
			expect(server.seen).toHaveLength(1);
		},
	);

	test('204 has an empty body', async () => {
		const server = await startHttp((_request, response) => response.writeHead(204).end());
		const result = await send(requestTo(server.url));
		expect(result).toEqual(expect.objectContaining({ status: 204, body: Buffer.alloc(0) }));
	});

	test('103 Early Hints is not the response', async () => {
		const server = await startHttp((_request, response) => {
			response.writeEarlyHints({ link: '</a.css>; rel=preload' });
			response.end('late');
		});
		expect(summary(await send(requestTo(server.url)))).toEqual(['response 200']);
	});

	test.each([
		['at once', ['HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok']],
		[
			'in pieces',
			['HTTP/1.1 1', '00 Continue\r\n', '\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n', 'ok'],
		],
	])('100 Continue is not the response, %s', async (_name, pieces) => {
		const server = await startTcp((socket) => {
			const writePiece = (index: number): void => {
				const piece = pieces[index];
				if (piece !== undefined) socket.write(piece, () => setTimeout(writePiece, 5, index + 1));
			};
			writePiece(0);
		});
		const transport = open({ connections: 1 });
		for (let count = 0; count < 2; count += 1) {
			const result = await transport.send(requestTo(server.url, { method: 'POST', body: '{}' }));
			expect(result).toMatchObject({ kind: 'response', status: 200, body: Buffer.from('ok') });
		}
	});

	test('a body that looks like 100 Continue is not changed', async () => {
		const body = 'HTTP/1.1 100 Continue\r\n\r\n';
		const server = await startHttp((_request, response) => {
			response.writeHead(200).flushHeaders();
			setImmediate(() => response.end(body));
		});
		const result = await send(requestTo(server.url));
		expect(result.kind === 'response' && result.body.toString()).toBe(body);
	});

	testPool.each([
		[1, 1],
		// A connection is not immediately reusable after a response.
		[undefined, 2],
	])(
		'connections are reused: of %p connections at most %i are opened',
		async (connections, most) => {
			const server = await startHttp((_request, response) => response.end('ok'));
			const transport = open({ connections });
			for (let count = 0; count < 10; count += 1) {
				expect(summary(await transport.send(requestTo(server.url)))).toEqual(['response 200']);
			}
			expect(server.connections()).toBeLessThanOrEqual(most);
		},
	);

	testPool('no more connections are opened than allowed', async () => {
		const server = await startHttp((_request, response) => response.end('ok'));
		const transport = open({ connections: 2 });
		const sent = Array.from({ length: 20 }, () => transport.send(requestTo(server.url)));
		expect(new Set((await Promise.all(sent)).map((one) => summary(one)[0]))).toEqual(
			new Set(['response 200']),
		);
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

	test.each(Object.entries(compressors))('%s is decoded', async (encoding, compress) => {
		const server = await startHttp((_request, response) =>
			response.writeHead(422, { 'content-encoding': encoding }).end(compress(text)),
		);
		const result = await send(requestTo(server.url));
		if (result.kind !== 'response') throw new Error(result.detail);
		expect(result.body.toString()).toBe(text);
		expect(result.status).toBe(422);
		expect(result.headers).not.toHaveProperty('content-encoding');
		expect(result.headers).not.toHaveProperty('content-length');
	});

	test.each(['gzip', 'br', 'deflate'])(
		'a decompression bomb in %s stops at the size limit',
		async (encoding) => {
			const bomb = compressors[encoding]?.('0'.repeat(50_000_000));
			const server = await startHttp((_request, response) =>
				response.writeHead(200, { 'content-encoding': encoding }).end(bomb),
			);
			const before = process.memoryUsage().arrayBuffers;
			const result = await send(requestTo(server.url, { maxResponseBytes: 100_000 }));
			expect(summary(result)).toEqual(['tooLarge', true]);
			expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(25_000_000);
		},
	);

	test('the size limit counts decoded bytes exactly', async () => {
		const server = await startHttp((_request, response) =>
			response.writeHead(200, { 'content-encoding': 'gzip' }).end(zlib.gzipSync(text)),
		);
		const exact = await send(requestTo(server.url, { maxResponseBytes: text.length }));
		expect(summary(exact)).toEqual(['response 200']);
		const less = await send(requestTo(server.url, { maxResponseBytes: text.length - 1 }));
		expect(summary(less)).toEqual(['tooLarge', true]);
	});

	test('a body that compression made larger is accepted if its decoded size is within the limit', async () => {
		const server = await startHttp((_request, response) =>
			response.writeHead(200, { 'content-encoding': 'gzip' }).end(zlib.gzipSync('{}')),
		);
		const result = await send(requestTo(server.url, { maxResponseBytes: 2 }));
		expect(summary(result)).toEqual(['response 200']);
	});

	test.each([
		['invalid', Buffer.from('this is not gzip'), ['decodeFailed', true]],
		[
			'truncated',
			zlib.gzipSync(text).subarray(0, 200),
			expectedResult('truncated compressed response', ['truncated', true]),
		],
	])('%s gzip is a failure', async (_name, body, outcome) => {
		const server = await startHttp((_request, response) =>
			response.writeHead(200, { 'content-encoding': 'gzip' }).end(body),
		);
		expect(summary(await send(requestTo(server.url)))).toEqual(outcome);
	});

	test('an encoding that was not requested is not decoded', async () => {
		const server = await startHttp((_request, response) =>
			response.writeHead(200, { 'content-encoding': 'compress' }).end('raw'),
		);
		const untouched = { headers: { 'content-encoding': 'compress' }, body: Buffer.from('raw') };
		expect(await send(requestTo(server.url))).toMatchObject(
			expectedResult('unknown encoding', untouched),
		);
	});

	test('204 with a content encoding has an empty body', async () => {
		const server = await startHttp((_request, response) =>
			response.writeHead(204, { 'content-encoding': 'gzip' }).end(),
		);
		expect(summary(await send(requestTo(server.url)))).toEqual(['response 204']);
	});
});

describe('the size limit', () => {
	test.each([
		['below', 999, 'response 200'],
		['at', 1000, 'response 200'],
		['above', 1001, 'tooLarge'],
	])(
		'applies to a body %s the limit, with and without content-length',
		async (_name, size, outcome) => {
			const server = await startHttp((request, response) => {
				if (request.url === '/known') response.setHeader('content-length', size);
				response.write('x'.repeat(size - 1));
				response.end('x');
			});
			for (const path of ['/known', '/chunked']) {
				const result = await send(requestTo(server.url + path, { maxResponseBytes: 1000 }));
				expect(summary(result)[0]).toBe(outcome);
			}
		},
	);

	test('a content-length above the limit ends the request before the body arrives', async () => {
		const gone = new Promise<void>((resolve) => {
			void startHttp((_request, response, raw) => {
				raw.socket.on('close', () => resolve());
				response.writeHead(200, { 'content-length': 5_000_000 }).flushHeaders();
			}).then(async (server) => {
				expect(summary(await send(requestTo(server.url)))).toEqual(['tooLarge', true]);
			});
		});
		await gone;
	});
});

describe('a timeout', () => {
	test('headTimeout: no response begins', async () => {
		const server = await startHttp(nothing);
		const result = await send(
			requestTo(server.url, { method: 'POST', body: '{}', headTimeoutMs: 60 }),
		);
		expect(summary(result)).toEqual(['headTimeout', true]);
	});

	test('bodyTimeout: the body stops', async () => {
		const server = await startHttp((_request, response) => void response.write('{"half":'));
		const result = await send(requestTo(server.url, { stallTimeoutMs: 60 }));
		expect(summary(result)).toEqual(['bodyTimeout', true]);
	});

	test('connectTimeout: the handshake is not answered', async () => {
		const server = await startTcp(nothing);
		const url = server.url.replace('http:', 'https:');
		const result = await send(requestTo(url), { connectTimeoutMs: 60 });
		expect(summary(result)).toEqual(['connectTimeout', false]);
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
		expect(result).toEqual({
			kind: 'failure',
			failure: 'refused',
			possiblySent: false,
			detail: `connect ECONNREFUSED 127.0.0.1:${port}`,
		});
	});

	testPool('refused on every address of the host', async () => {
		const port = await freePort();
		const lookup: UndiciTransportOptions['lookup'] = (_name, _options, done) =>
			done(null, [
				{ address: '127.0.0.1', family: 4 },
				{ address: '127.0.0.2', family: 4 },
			]);
		const result = await send(requestTo(`http://two.example:${port}/`), { lookup });
		expect(summary(result)).toEqual(['refused', false]);
		expect(result).toMatchObject({ detail: expect.stringContaining(`127.0.0.2:${port}`) });
	});

	test.each([
		['before the response', '', 'closed'],
		['within the head', 'HTTP/1.1 200 OK\r\nx-a', 'closed'],
		[
			'within a body of known length',
			'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf',
			'truncated',
		],
		[
			'within a chunked body',
			'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n9\r\nhalf',
			'truncated',
		],
	])('if the server closes it %s', async (_name, answer, failure) => {
		const server = await startTcp((socket) => socket.end(answer));
		const result = await send(requestTo(server.url, { method: 'POST', body: '{}' }));
		expect(summary(result)).toEqual([failure, true]);
		expect(server.connections()).toBe(1);
	});

	test.each([
		['before the response', '', 'closed'],
		['within the body', 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf', 'truncated'],
	])('if the server resets it %s', async (_name, answer, failure) => {
		const server = await startTcp((socket) => {
			if (answer === '') socket.resetAndDestroy();
			else socket.write(answer, () => setImmediate(() => socket.resetAndDestroy()));
		});
		const result = await send(requestTo(server.url));
		expect(['closed', 'truncated']).toContain(summary(result)[0]);
		expect(summary(result)).toEqual([failure, true]);
		expect(server.connections()).toBe(1);
	});

	test('if the server does not use HTTP', async () => {
		const server = await startTcp((socket) => socket.write('220 mail.example ESMTP\r\n'));
		expect(summary(await send(requestTo(server.url)))).toEqual(['closed', true]);
	});

	test('if the response headers are too large', async () => {
		const server = await startTcp((socket) =>
			socket.write(`HTTP/1.1 200 OK\r\nx-long: ${'x'.repeat(100_000)}\r\n\r\n`),
		);
		expect(summary(await send(requestTo(server.url)))).toEqual(['tooLarge', true]);
	});

	testPool('an idle connection that the server closes is not reused', async () => {
		const server = await startHttp((_request, response, raw) => {
			response.end('ok', () => raw.socket.destroy());
		});
		const transport = open();
		expect(summary(await transport.send(requestTo(server.url)))).toEqual(['response 200']);
		await new Promise((resolve) => setImmediate(resolve));
		const second = summary(
			await transport.send(requestTo(server.url, { method: 'POST', body: '{}' })),
		);
		// The second request fails if undici has not yet detected that the server closed the connection.
		expect([['response 200'], ['closed', true]]).toContainEqual(second);
	});

	testPool('a POST on a reused connection that is closed fails and is not repeated', async () => {
		let served = 0;
		const server = await startTcp((socket) => {
			served += 1;
			if (served > 1) return socket.destroy();
			return void socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
		});
		const transport = open({ connections: 1 });
		const post = requestTo(server.url, { method: 'POST', body: '{}' });
		expect(summary(await transport.send(post))).toEqual(['response 200']);
		expect(summary(await transport.send(post))).toEqual(['closed', true]);
		expect([server.connections(), served]).toEqual([1, 2]);
	});
});

describe('TLS', () => {
	let keys: Keys;
	beforeAll(async () => {
		keys = await makeKeys('localhost', '127.0.0.1');
	});

	test('accepts a trusted certificate', async () => {
		const server = await startHttps((_request, response) => response.end('ok'), keys);
		const result = await send(requestTo(server.url), { ca: keys.cert });
		expect(summary(result)).toEqual(['response 200']);
	});

	test('rejects a self-signed certificate that is not trusted', async () => {
		const server = await startHttps((_request, response) => response.end('ok'), keys);
		expect(summary(await send(requestTo(server.url)))).toEqual(['tls', false]);
		expect(server.seen).toEqual([]);
	});

	test('rejects a certificate for another host', async () => {
		const other = await makeKeys('other.example');
		const server = await startHttps((_request, response) => response.end('ok'), other);
		const result = await send(requestTo(server.url), { ca: other.cert });
		expect(summary(result)).toEqual(['tls', false]);
		expect(server.seen).toEqual([]);
	});

	test('fails for a server without TLS', async () => {
		const server = await startHttp((_request, response) => response.end('ok'));
		const result = await send(requestTo(server.url.replace('http:', 'https:')));
		expect(summary(result)).toEqual(['tls', false]);
	});

	test('fails if the server closes the connection during the handshake', async () => {
		const server = await startTcp((socket) => socket.destroy());
		const result = await send(requestTo(server.url.replace('http:', 'https:')));
		expect(summary(result)).toEqual(['closed', false]);
		expect(server.connections()).toBe(1);
	});
});

describe('a request that cannot be sent', () => {
	test.each<[string, Partial<TransportRequest>]>([
		['a line break in the key', { headers: { authorization: `Bearer ${KEY}\nx` } }],
		['a key beyond Latin-1', { headers: { authorization: `Bearer ${KEY}€` } }],
		['a bad header name', { headers: { 'a b': KEY } }],
		['a header of the connection', { headers: { 'transfer-encoding': KEY } }],
		['an invalid URL', { url: `not a url ${KEY}` }],
		['another scheme', { url: 'ftp://127.0.0.1/' }],
		['a negative time', { headTimeoutMs: -1 }],
	])('%s', async (_name, over) => {
		const server = await startHttp((_request, response) => response.end('ok'));
		expect(summary(await send(requestTo(server.url, over)))).toEqual(['invalid', false]);
		expect(server.seen).toEqual([]);
	});
});
