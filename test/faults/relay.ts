// A TCP relay in front of the local service. A test closes and reopens the relay on the same port
// to simulate an outage of the service.

import * as net from 'node:net';

export interface Relay {
	readonly url: string;
	responseCount(): number;
	shut(): Promise<void>;
	open(): Promise<void>;
}

/** Node.js 20 tries forever to reset a socket that has already ended. */
const resetSocket = (socket: net.Socket): void =>
	void (socket.writableEnded ? socket.destroy() : socket.resetAndDestroy());

const relay = (client: net.Socket, target: number, sent: (piece: Buffer) => void): void => {
	const service = net.connect(target, '127.0.0.1');
	service.on('data', (piece: Buffer) => client.write(piece, () => sent(piece)));
	client.on('data', (piece: Buffer) => service.write(piece));
	service.on('end', () => client.end());
	client.on('end', () => service.end());
	service.on('error', () => resetSocket(client));
	client.on('error', () => service.destroy());
	service.on('close', () => client.end());
	client.on('close', () => service.destroy());
};

export async function openRelay(target: number): Promise<Relay> {
	const sockets = new Set<net.Socket>();
	let answers = 0;
	const server = net.createServer((client) => {
		sockets.add(client.once('close', () => sockets.delete(client)));
		relay(client, target, (piece) => {
			if (piece.subarray(0, 5).toString('latin1') === 'HTTP/') answers += 1;
		});
	});
	const listen = (port: number) =>
		new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
	await listen(0);
	const { port } = server.address() as net.AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		responseCount: () => answers,
		shut: () =>
			new Promise<void>((resolve) => {
				server.close(() => resolve());
				for (const socket of sockets) resetSocket(socket);
			}),
		open: async () => (server.listening ? undefined : await listen(port)),
	};
}
