import type { ServerResponse } from 'node:http';
import { Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import * as zlib from 'node:zlib';

import type { TransportRequest, TransportStream } from '../../../nodes/WebData/transport/http';
import { expectedResult, useAdapter } from '../adapterUnderTest';
import { nothing, requestTo, startAnswering, startTcp, type Loopback } from '../loopback';

const open = useAdapter();

async function openStream(
	{ url }: Pick<Loopback, 'url'>,
	over: Partial<TransportRequest> = {},
	transport = open(),
): Promise<TransportStream> {
	const result = await transport.open(requestTo(url, over));
	if (result.kind === 'failure') throw new Error(`${result.failure}: ${result.detail}`);
	return result;
}

const readAll = ({ body }: TransportStream): Promise<Buffer> => buffer(body);

async function readFailure(stream: TransportStream): Promise<unknown> {
	await expect(readAll(stream)).rejects.toThrow(/./);
	return stream.streamResult.failure?.failure;
}

const answerHalf = (response: ServerResponse) => response.write('half');

const encoded = (encoding: string, body: Buffer) => (response: ServerResponse) =>
	response
		.writeHead(200, { 'content-encoding': encoding, 'content-length': body.length })
		.end(body);

const MB = 1024 * 1024;

describe('a streamed body', () => {
	test('has a status and headers', async () => {
		const headers = { 'content-type': 'image/png', 'X-Two': ['a', 'b'] };
		const server = await startAnswering((response) =>
			response.writeHead(203, headers).end('picture'),
		);
		const stream = await openStream(server, { headers: { accept: 'image/*' } });
		const joined = { 'content-type': 'image/png', 'x-two': 'a, b' };
		expect(stream).toMatchObject({ kind: 'stream', status: 203, headers: joined });
		expect((await readAll(stream)).toString()).toBe('picture');
		expect(stream.streamResult).toEqual({ bytes: 7 });
		expect(server.seen[0]?.headers.accept).toBe('image/*');
	});

	test('in gzip is decoded and loses its encoding headers', async () => {
		const body = Buffer.from('Tide table. '.repeat(50_000));
		const stream = await openStream(await startAnswering(encoded('gzip', zlib.gzipSync(body))));
		expect(stream.headers).not.toHaveProperty('content-encoding');
		expect(stream.headers).not.toHaveProperty('content-length');
		expect((await readAll(stream)).equals(body)).toBe(true);
		expect(stream.streamResult).toEqual({ bytes: body.length });
	});
});

test('a body of 50 MB is never held in memory while it is read slowly', async () => {
	const sendBytes = (bytes: number) => (response: ServerResponse) => {
		let sent = 0;
		const more = (): void => {
			while (sent < bytes) {
				sent += 64 * 1024;
				if (!response.write(Buffer.alloc(64 * 1024, 7))) return void response.once('drain', more);
			}
			response.end();
		};
		more();
	};

	const server = await startAnswering(sendBytes(50 * MB));
	const stream = await openStream(server, { maxResponseBytes: 60 * MB });
	let read = 0;
	let mostHeld = 0;
	for await (const chunk of stream.body) {
		read += (chunk as Buffer).length;
		// Waits for several event loop turns, so that all data arrives.
		if (read % (1 * MB) < 64 * 1024) for (let round = 0; round < 20; round += 1) await nextTurn();
		mostHeld = Math.max(mostHeld, stream.streamResult.bytes - read);
	}
	expect(read).toBe(50 * MB);
	expect(mostHeld).toBeLessThan(512 * 1024);
});

describe('a streamed body fails', () => {
	test('and closes the connection, if it becomes too large', async () => {
		const server = await startAnswering((response) => response.write(Buffer.alloc(11_000)));
		const stream = await openStream(server, { maxResponseBytes: 10_000 });
		expect(await readFailure(stream)).toBe('tooLarge');
		await server.closed();
	});

	test('if its decoded size becomes too large', async () => {
		const server = await startAnswering(encoded('gzip', zlib.gzipSync(Buffer.alloc(10 * MB))));
		const stream = await openStream(server, { maxResponseBytes: MB });
		expect(await readFailure(stream)).toBe('tooLarge');
		expect(stream.streamResult.bytes).toBeLessThan(2 * MB);
	});

	test('but not if it has exactly the maximum size', async () => {
		const server = await startAnswering((response) => response.end(Buffer.alloc(5000)));
		expect(await readAll(await openStream(server, { maxResponseBytes: 5000 }))).toHaveLength(5000);
	});

	const half = zlib.gzipSync('Tide table. '.repeat(1000)).subarray(0, -20);
	test.each([
		['ends too early', half, expectedResult('truncated compressed file', 'truncated')],
		['is invalid', Buffer.from('this is not gzip'), 'decodeFailed'],
	])('if its gzip %s', async (_name, body, outcome) => {
		const stream = await openStream(await startAnswering(encoded('gzip', body)));
		await readAll(stream).catch(nothing);
		expect(stream.streamResult.failure?.failure).toBe(outcome);
	});

	test('if it stops', async () => {
		const stream = await openStream(await startAnswering(answerHalf), { stallTimeoutMs: 50 });
		expect(await readFailure(stream)).toBe('bodyTimeout');
	});

	test('if the transport is closed', async () => {
		const server = await startAnswering(answerHalf);
		const transport = open();
		const stream = await openStream(server, {}, transport);
		await transport.close();
		expect(await readFailure(stream)).toBe('aborted');
		expect(await transport.open(requestTo(server.url))).toMatchObject({ failure: 'aborted' });
	});

	test.each([
		['gzip', zlib.gzipSync('half').subarray(0, 12)],
		['identity', 'half'],
	])('but not if the reader fails (%s)', async (encoding, part) => {
		const server = await startAnswering((response) => {
			response.writeHead(200, { 'content-encoding': encoding }).write(part);
		});
		const stream = await openStream(server);
		const full = new Writable({ write: (_chunk, _encoding, done) => done(new Error('full')) });
		stream.body.on('error', nothing);
		const piped = pipeline(stream.body, full);
		if (encoding !== 'identity') full.destroy(new Error('full'));
		await expect(piped).rejects.toThrow('full');
		await server.closed();
		expect(stream.streamResult.failure).toBeUndefined();
	});

	test('without an uncaught error, if it is not read', async () => {
		const server = await startTcp((socket) =>
			socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf'),
		);
		const stream = await openStream(server);
		while (stream.streamResult.failure === undefined) await nextTurn();
		expect(stream.streamResult.failure).toMatchObject({ kind: 'failure', failure: 'truncated' });
	});
});
