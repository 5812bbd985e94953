import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Listening {
	port: number;
	url: string;
	/** Ends all connections too. */
	close: () => Promise<void>;
}

/** Makes a server listen on a free port of this computer. */
export async function listen(server: Server): Promise<Listening> {
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject).listen(0, '127.0.0.1', resolve);
	});
	const { port } = server.address() as AddressInfo;
	const close = () =>
		new Promise<void>((resolve) => {
			server.close(() => resolve());
			server.closeAllConnections();
		});
	return { port, url: `http://127.0.0.1:${port}`, close };
}

export async function freePort(): Promise<number> {
	const { port, close } = await listen(createServer());
	await close();
	return port;
}
