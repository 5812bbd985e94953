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

const sendTo = async (response: string) => {
	const server = await startTcp((socket) => socket.end(response));
	return await transport.send(requestTo(server.url));
};

// Invalid status codes make an assertion in undici fail. See transport/undici/assert.ts.
it.each(['000', '001', '099', '1000', '20', '-1'])(
	'status %s is not a response',
	async (status) => {
		expect(await sendTo(`HTTP/1.1 ${status} X\r\n\r\n`)).toMatchObject({
			failure: 'closed',
			possiblySent: true,
		});
	},
);

it('status 999, which some sites use, is a response', async () => {
	expect(await sendTo('HTTP/1.1 999 Request Denied\r\n\r\n')).toMatchObject({ status: 999 });
});

it.each([
	['two lengths', 'content-length: 1\r\ncontent-length: 2'],
	['a length and chunks', 'content-length: 1\r\ntransfer-encoding: chunked'],
	['a negative length', 'content-length: -1'],
	['an unexpected upgrade', 'connection: upgrade\r\nupgrade: websocket'],
])('a response with %s is reported as a failure', async (_name, headers) => {
	const status = headers.includes('upgrade:') ? '101 Switching Protocols' : '200 OK';
	const server = await startTcp((socket) =>
		socket.end(`HTTP/1.1 ${status}\r\n${headers}\r\n\r\nx`),
	);
	const result = await transport.send(requestTo(server.url));
	expect(result).toMatchObject({ kind: 'failure' });
});
