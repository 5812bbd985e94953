import type { StreamingTransport } from '../../../nodes/WebData/transport/http';
import { expectedResult, useAdapter } from '../adapterUnderTest';
import { requestTo, startTcp } from '../loopback';

const open = useAdapter();
let transport: StreamingTransport;
beforeEach(() => {
	transport = open();
});

const sendTo = async (response: string) => {
	const server = await startTcp((socket) => socket.end(response));
	return await transport.send(requestTo(server.url));
};

// Invalid status codes make an assertion in undici fail. See transport/undici/assert.ts.
it.each(['000', '099', '1000', '-1'])('status %s is not a response', async (status) => {
	const closed = { failure: 'closed', possiblySent: true };
	expect(await sendTo(`HTTP/1.1 ${status} X\r\n\r\n`)).toMatchObject(closed);
});

it.each([
	['another protocol', 'upgrade: websocket\r\nconnection: upgrade\r\n'],
	['no protocol', ''],
] as const)('status 101 with %s fails within the head timeout', async (name, headers) => {
	const server = await startTcp((socket) =>
		socket.write(`HTTP/1.1 101 Switching Protocols\r\n${headers}\r\n`),
	);
	const result = await transport.send(requestTo(server.url, { headTimeoutMs: 500 }));
	const failure = name === 'no protocol' ? 'closed' : expectedResult(name, 'closed');
	expect(result).toMatchObject({ failure, possiblySent: true });
});

const startDripping = (head: string, text: string) =>
	startTcp((socket) => {
		socket.write(head);
		const timer = setInterval(() => socket.write(text), 20);
		socket.on('close', () => clearInterval(timer));
	});

it.each([
	['102 Processing', '', 'HTTP/1.1 102 Processing\r\n\r\n'],
	['100 Continue', '', 'HTTP/1.1 100 Continue\r\n\r\n'],
	['a header that never ends', 'HTTP/1.1 200 OK\r\nx-a: ', 'x'],
])('%s does not extend the timeout for the response headers', async (_name, head, text) => {
	const server = await startDripping(head, text);
	const result = await transport.send(requestTo(server.url, { headTimeoutMs: 200 }));
	expect(result).toMatchObject({ failure: 'headTimeout', possiblySent: true });
});

test('a body that never stalls ends at its final deadline, read as a whole or as a stream', async () => {
	const server = await startDripping('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n', 'x');
	const limits = { headTimeoutMs: 2000, stallTimeoutMs: 3000, maxResponseBytes: 1000 };
	const request = requestTo(server.url, limits);
	const whole = transport.send(request);
	const stream = await transport.open(request);
	if (stream.kind === 'failure') throw new Error(stream.detail);
	const read = async () => {
		for await (const _chunk of stream.body);
	};
	await expect(read()).rejects.toThrow('The response took too long');
	expect(stream.streamResult.failure).toMatchObject({ failure: 'bodyTimeout' });
	const detail = 'The response took too long';
	expect(await whole).toMatchObject({ failure: 'bodyTimeout', detail });
});
