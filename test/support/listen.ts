import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Listening {
	port: number;
	url: string;
	/** Ends all connections too. */
	close: () => Promise<void>;
}

/** Makes a server listen on a port of this computer. The default, 0, selects a free port. */
export async function listen(server: Server, port = 0): Promise<Listening> {
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject).listen(port, '127.0.0.1', resolve);
	});
	const { port: used } = server.address() as AddressInfo;
	const close = () =>
		new Promise<void>((resolve) => {
			server.close(() => resolve());
			server.closeAllConnections();
		});
	return { port: used, url: `http://127.0.0.1:${used}`, close };
}

export async function freePort(): Promise<number> {
	const { port, close } = await listen(createServer());
	await close();
	return port;
}
