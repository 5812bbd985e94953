// A door before the local service: a TCP relay that can be shut and opened on the same port, as a service that goes down and comes back.

import * as net from 'node:net';

export interface Door {
	/** `http://127.0.0.1:<port>`; the port stays the same. */
	readonly url: string;
	/** Answers of which a part at least has gone out to clients so far. */
	answers(): number;
	/** Breaks every connection and refuses new ones. */
	shut(): Promise<void>;
	/** Nothing happens to a door that is open. */
	open(): Promise<void>;
}

/** A socket that has said its last can't be reset: Node 20 would try so for ever. */
const breakOff = (socket: net.Socket): void =>
	void (socket.writableEnded ? socket.destroy() : socket.resetAndDestroy());

const relay = (client: net.Socket, target: number, sent: (piece: Buffer) => void): void => {
	const service = net.connect(target, '127.0.0.1');
	service.on('data', (piece: Buffer) => client.write(piece, () => sent(piece)));
	client.on('data', (piece: Buffer) => service.write(piece));
	service.on('end', () => client.end());
	client.on('end', () => service.end());
	service.on('error', () => breakOff(client));
	client.on('error', () => service.destroy());
	service.on('close', () => client.end());
	client.on('close', () => service.destroy());
};

/** Opens a door to the service at `target`, a port of this machine. */
export async function openDoor(target: number): Promise<Door> {
	const sockets = new Set<net.Socket>();
	let answers = 0;
	const server = net.createServer((client) => {
		sockets.add(client.once('close', () => sockets.delete(client)));
		relay(client, target, (piece) => {
			// An answer begins in a piece of its own: no connection carries two at a time.
			if (piece.subarray(0, 5).toString('latin1') === 'HTTP/') answers += 1;
		});
	});
	const listen = (port: number) =>
		new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
	await listen(0);
	const { port } = server.address() as net.AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		answers: () => answers,
		shut: () =>
			new Promise<void>((resolve) => {
				server.close(() => resolve());
				for (const socket of sockets) breakOff(socket);
			}),
		open: async () => (server.listening ? undefined : await listen(port)),
	};
}
