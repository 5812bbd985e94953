// A body that flows: as fast as it is read, within its limits, and gone with its connection in every case.
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as turn } from 'node:timers/promises';
import * as zlib from 'node:zlib';

import type {
	StreamingTransport,
	TransportRequest,
	TransportStream,
} from '../../../nodes/WebData/transport/http';
import type { UndiciTransportOptions } from '../../../nodes/WebData/transport/undici/undiciTransport';
import { openAdapter, promised, testPool } from '../adapterUnderTest';
import { freePort, nothing, requestTo, startHttp, startTcp, stopServers } from '../loopback';

const opened: StreamingTransport[] = [];

function transport(options?: UndiciTransportOptions): StreamingTransport {
	const made = openAdapter(options);
	opened.push(made);
	return made;
}

afterEach(async () => {
	await Promise.all(opened.splice(0).map((each) => each.close()));
	await stopServers();
});

async function streamOf(
	request: TransportRequest,
	options?: UndiciTransportOptions,
): Promise<TransportStream> {
	const result = await transport(options).open(request);
	if (result.kind === 'failure') throw new Error(`${result.failure}: ${result.detail}`);
	return result;
}

async function wholeOf({ body }: TransportStream): Promise<Buffer> {
	const pieces: Buffer[] = [];
	for await (const piece of body) pieces.push(piece as Buffer);
	return Buffer.concat(pieces);
}

/** Reads until the body breaks off, and says with what. */
async function brokenBy(stream: TransportStream): Promise<unknown> {
	await expect(wholeOf(stream)).rejects.toThrow(/./);
	return stream.streamResult.failure?.failure;
}

/** Resolves when the client has let go of the connection. */
const letGo = (raw: IncomingMessage): Promise<unknown> => once(raw.socket, 'close');

const MB = 1024 * 1024;

describe('a body that flows', () => {
	test('comes whole, with status and headers', async () => {
		const server = await startHttp((_request, response) =>
			response.writeHead(203, { 'content-type': 'image/png', 'X-Two': ['a', 'b'] }).end('picture'),
		);
		const stream = await streamOf(requestTo(server.url, { headers: { accept: 'image/*' } }));
		expect(stream).toMatchObject({
			kind: 'stream',
			status: 203,
			headers: { 'content-type': 'image/png', 'x-two': 'a, b' },
		});
		expect((await wholeOf(stream)).toString()).toBe('picture');
		expect(stream.streamResult).toEqual({ bytes: 7 });
		expect(server.seen[0]?.headers.accept).toBe('image/*');
	});

	test.each([204, 200])('%i without a body ends at once', async (status) => {
		const server = await startHttp((_request, response) => response.writeHead(status).end());
		expect(await wholeOf(await streamOf(requestTo(server.url)))).toHaveLength(0);
	});

	test.each([302, 404, 503])('status %i comes back as it is', async (status) => {
		const server = await startHttp((_request, response) =>
			response.writeHead(status, { location: '/elsewhere' }).end('why'),
		);
		const stream = await streamOf(requestTo(server.url));
		expect(stream).toMatchObject({ status, headers: { location: '/elsewhere' } });
		stream.body.destroy();
	});

	testPool('leaves a connection that the next one uses', async () => {
		const server = await startHttp((_request, response) => response.end('ok'));
		const one = transport({ connections: 1 });
		for (let count = 0; count < 5; count += 1) {
			const stream = await one.open(requestTo(server.url));
			if (stream.kind === 'failure') throw new Error(stream.detail);
			expect((await wholeOf(stream)).toString()).toBe('ok');
		}
		expect(server.connections()).toBe(1);
	});

	test.each<[string, (body: Buffer) => Buffer]>([
		['gzip', zlib.gzipSync],
		['x-gzip', zlib.gzipSync],
		['br', zlib.brotliCompressSync],
		['deflate', zlib.deflateSync],
	])('in %s is unpacked, and its headers say so', async (encoding, pack) => {
		const body = Buffer.from('Tide table. '.repeat(50_000));
		const server = await startHttp((_request, response) => {
			const packed = pack(body);
			const length = { 'content-length': packed.length };
			response.writeHead(200, { ...length, 'content-encoding': encoding }).end(packed);
		});
		const stream = await streamOf(requestTo(server.url));
		expect(stream.headers).not.toHaveProperty('content-encoding');
		expect(stream.headers).not.toHaveProperty('content-length');
		expect((await wholeOf(stream)).equals(body)).toBe(true);
		expect(stream.streamResult).toEqual({ bytes: body.length });
	});
});

describe('memory', () => {
	/** Sends `bytes` as fast as they are taken and counts what has left this side. */
	const pour = (bytes: number, sent: { bytes: number }) => (response: ServerResponse) => {
		const piece = Buffer.alloc(64 * 1024, 7);
		const more = (): void => {
			while (sent.bytes < bytes) {
				sent.bytes += piece.length;
				if (!response.write(piece)) return void response.once('drain', more);
			}
			response.end();
		};
		more();
	};

	test('50 MB that are read slowly are never held: the server is made to wait', async () => {
		const sent = { bytes: 0 };
		const send = pour(50 * MB, sent);
		const server = await startHttp((_request, response) => send(response));
		const stream = await streamOf(requestTo(server.url, { maxResponseBytes: 60 * MB }));
		let read = 0;
		let mostHeld = 0;
		for await (const piece of stream.body) {
			read += (piece as Buffer).length;
			// Whatever can still arrive gets the chance to.
			if (read % (1 * MB) < 64 * 1024) for (let round = 0; round < 20; round += 1) await turn();
			mostHeld = Math.max(mostHeld, stream.streamResult.bytes - read);
		}
		expect(read).toBe(50 * MB);
		expect(mostHeld).toBeLessThan(512 * 1024);
	});

	test('a body that nobody reads stops coming', async () => {
		const sent = { bytes: 0 };
		const send = pour(50 * MB, sent);
		const server = await startHttp((_request, response) => send(response));
		const stream = await streamOf(requestTo(server.url, { maxResponseBytes: 60 * MB }));
		let before = -1;
		for (let quiet = 0; quiet < 50; quiet = sent.bytes === before ? quiet + 1 : 0) {
			before = sent.bytes;
			await turn();
		}
		// What the sockets of both sides hold is the system's: some megabytes on loopback.
		expect(sent.bytes).toBeLessThan(25 * MB);
		expect(stream.streamResult.bytes).toBeLessThan(512 * 1024);
		stream.body.destroy();
	});
});

describe('a body that breaks off', () => {
	test('is too large by its head: no stream at all', async () => {
		const server = await startHttp((_request, response) =>
			response.writeHead(200, { 'content-length': 5000 }).end(Buffer.alloc(5000)),
		);
		const result = await transport().open(requestTo(server.url, { maxResponseBytes: 4999 }));
		expect(result).toEqual({
			kind: 'failure',
			failure: 'tooLarge',
			possiblySent: true,
			detail: 'The response is larger than 4999 bytes',
		});
	});

	test('grows too large on its way, and the connection goes', async () => {
		let gone: Promise<unknown> = Promise.resolve();
		const server = await startHttp((_request, response, raw) => {
			gone = letGo(raw);
			const feed = (): void => {
				if (!response.destroyed) response.write(Buffer.alloc(1000), () => setImmediate(feed));
			};
			feed();
		});
		const stream = await streamOf(requestTo(server.url, { maxResponseBytes: 10_000 }));
		expect(await brokenBy(stream)).toBe('tooLarge');
		await gone;
	});

	test('grows too large when it is unpacked', async () => {
		const server = await startHttp((_request, response) =>
			response
				.writeHead(200, { 'content-encoding': 'gzip' })
				.end(zlib.gzipSync(Buffer.alloc(10 * MB))),
		);
		const stream = await streamOf(requestTo(server.url, { maxResponseBytes: MB }));
		expect(await brokenBy(stream)).toBe('tooLarge');
		expect(stream.streamResult.bytes).toBeLessThan(2 * MB);
	});

	test('of exactly the cap is not too large', async () => {
		const server = await startHttp((_request, response) => response.end(Buffer.alloc(5000)));
		const stream = await streamOf(requestTo(server.url, { maxResponseBytes: 5000 }));
		expect(await wholeOf(stream)).toHaveLength(5000);
	});

	test.each([
		['with a length', 'Content-Length: 100\r\n\r\nhalf'],
		['in chunks', 'Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n'],
	])('is cut, %s', async (_name, rest) => {
		const server = await startTcp((socket) => socket.end(`HTTP/1.1 200 OK\r\n${rest}`));
		expect(await brokenBy(await streamOf(requestTo(server.url)))).toBe('truncated');
	});

	test.each([
		[
			'ends too early',
			(packed: Buffer) => packed.subarray(0, packed.length - 20),
			promised('packed file without its end', 'truncated'),
		],
		['is none', () => Buffer.from('this is no gzip'), 'decodeFailed'],
	])('whose gzip %s has a fate that says so', async (_name, spoil, outcome) => {
		const packed = zlib.gzipSync('Tide table. '.repeat(1000));
		const server = await startHttp((_request, response) =>
			response.writeHead(200, { 'content-encoding': 'gzip' }).end(spoil(packed)),
		);
		const stream = await streamOf(requestTo(server.url));
		await wholeOf(stream).catch(nothing);
		expect(stream.streamResult.failure?.failure).toBe(outcome);
	});

	test('stands still', async () => {
		const server = await startHttp((_request, response) => void response.write('half'));
		const stream = await streamOf(requestTo(server.url, { stallTimeoutMs: 50 }));
		expect(await brokenBy(stream)).toBe('bodyTimeout');
	});

	test('is aborted, and the connection goes', async () => {
		const stop = new AbortController();
		let gone: Promise<unknown> = Promise.resolve();
		const server = await startHttp((_request, response, raw) => {
			gone = letGo(raw);
			response.write('half');
		});
		const stream = await streamOf(requestTo(server.url, { signal: stop.signal }));
		stop.abort();
		expect(await brokenBy(stream)).toBe('aborted');
		await gone;
	});

	test('ends with the transport', async () => {
		const server = await startHttp((_request, response) => void response.write('half'));
		const one = transport();
		const stream = await one.open(requestTo(server.url));
		if (stream.kind === 'failure') throw new Error(stream.detail);
		await one.close();
		expect(await brokenBy(stream)).toBe('aborted');
		expect(await one.open(requestTo(server.url))).toMatchObject({ failure: 'aborted' });
	});

	test('is let go by its reader, and so is the connection', async () => {
		let gone: Promise<unknown> = Promise.resolve();
		const server = await startHttp((_request, response, raw) => {
			gone = letGo(raw);
			response.write('half');
		});
		const stream = await streamOf(requestTo(server.url));
		stream.body.destroy();
		await gone;
		expect(stream.streamResult.failure).toBeUndefined();
	});

	test.each(['gzip', 'identity'])(
		'that its reader breaks is not the fault of the connection (%s)',
		async (encoding) => {
			let gone: Promise<unknown> = Promise.resolve();
			const server = await startHttp((_request, response, raw) => {
				gone = letGo(raw);
				response.writeHead(200, { 'content-encoding': encoding });
				response.write(encoding === 'gzip' ? zlib.gzipSync('half').subarray(0, 12) : 'half');
			});
			const stream = await streamOf(requestTo(server.url));
			const full = new Writable({ write: (_piece, _encoding, done) => done(new Error('full')) });
			stream.body.on('error', nothing);
			const piped = pipeline(stream.body, full);
			if (encoding === 'gzip') full.destroy(new Error('full'));
			await expect(piped).rejects.toThrow('full');
			await gone;
			expect(stream.streamResult.failure).toBeUndefined();
		},
	);

	test('errors unheard without harm', async () => {
		const server = await startTcp((socket) =>
			socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf'),
		);
		const stream = await streamOf(requestTo(server.url));
		while (stream.streamResult.failure === undefined) await turn();
		expect(stream.streamResult.failure).toMatchObject({ kind: 'failure', failure: 'truncated' });
	});
});

describe('no head', () => {
	test('nobody listens', async () => {
		const result = await transport().open(requestTo(`http://127.0.0.1:${await freePort()}/`));
		expect(result).toMatchObject({ kind: 'failure', failure: 'refused', possiblySent: false });
	});

	test('the head does not come in time', async () => {
		const server = await startHttp(nothing);
		const result = await transport().open(requestTo(server.url, { headTimeoutMs: 50 }));
		expect(result).toMatchObject({ kind: 'failure', failure: 'headTimeout' });
	});

	test('the connection goes before it', async () => {
		const server = await startTcp((socket) => socket.destroy());
		const result = await transport().open(requestTo(server.url));
		expect(result).toMatchObject({ kind: 'failure', failure: 'closed', possiblySent: true });
	});

	test('the check refuses: nothing is sent', async () => {
		const server = await startHttp((_request, response) => response.end('ok'));
		const check = async () => ({ ok: false, detail: 'No.' }) as const;
		const result = await transport({ check }).open(requestTo(server.url));
		expect(result).toMatchObject({ failure: 'blocked', possiblySent: false, detail: 'No.' });
		expect(server.connections()).toBe(0);
	});
});
