import type { Socket } from 'node:net';

import type { StreamingTransport } from '../../nodes/WebData/transport/http';
import { openAdapter } from '../transport/adapterUnderTest';
import { requestTo, startTcp, stopServers } from '../transport/loopback';

let transport: StreamingTransport;
beforeEach(() => {
	transport = openAdapter();
});
afterEach(async () => {
	await transport.close();
	await stopServers();
});

const startDripping = (head: string, text: string) =>
	startTcp((socket: Socket) => {
		socket.write(head);
		const timer = setInterval(() => socket.write(text), 20);
		socket.on('close', () => clearInterval(timer));
	});

const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n';

it.each([
	['102 Processing', 'HTTP/1.1 102 Processing\r\n\r\n'],
	['100 Continue', 'HTTP/1.1 100 Continue\r\n\r\n'],
	['103 Early Hints', 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'],
	['a header that never ends', 'x'],
])('%s does not extend the timeout for the response headers', async (_name, text) => {
	const server = await startDripping(text === 'x' ? 'HTTP/1.1 200 OK\r\nx-a: ' : '', text);
	const result = await transport.send(requestTo(server.url, { headTimeoutMs: 200 }));
	expect(result).toMatchObject({ failure: 'headTimeout', possiblySent: true });
});

it('a body that never stalls ends at its final deadline', async () => {
	const server = await startDripping(OK, 'x');
	const result = await transport.send(
		requestTo(server.url, { headTimeoutMs: 100, stallTimeoutMs: 150, maxResponseBytes: 1000 }),
	);
	expect(result).toMatchObject({ failure: 'bodyTimeout', detail: 'The response took too long' });
});

it('a streamed body that never stalls ends at its final deadline', async () => {
	const server = await startDripping(OK, 'x');
	const stream = await transport.open(
		requestTo(server.url, { headTimeoutMs: 100, stallTimeoutMs: 150, maxResponseBytes: 1000 }),
	);
	if (stream.kind === 'failure') throw new Error(stream.detail);
	const read = async () => {
		for await (const _chunk of stream.body);
	};
	await expect(read()).rejects.toThrow('The response took too long');
	expect(stream.streamResult.failure).toMatchObject({ failure: 'bodyTimeout' });
});
