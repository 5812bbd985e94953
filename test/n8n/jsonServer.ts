import { type IncomingMessage, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json as jsonOf } from 'node:stream/consumers';
import type { JsonRecord } from './execution';

export interface JsonServer {
	url: string;
	/** Request bodies, in order of arrival. */
	heard: JsonRecord[];
	close: () => Promise<void>;
}

export async function startJsonServer(
	answer: (body: JsonRecord) => JsonRecord,
): Promise<JsonServer> {
	const heard: JsonRecord[] = [];
	const reply = async (request: IncomingMessage): Promise<string> => {
		const body = (await jsonOf(request)) as JsonRecord;
		heard.push(body);
		return JSON.stringify(answer(body));
	};
	const server = createServer((request, response) => {
		reply(request).then(
			(text) => response.writeHead(200, { 'content-type': 'application/json' }).end(text),
			(error: unknown) => response.writeHead(400).end(String(error)),
		);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		heard,
		close: () => {
			server.closeAllConnections();
			return new Promise((resolve) => server.close(() => resolve()));
		},
	};
}
