import { type IncomingMessage, createServer } from 'node:http';
import { json as jsonOf } from 'node:stream/consumers';
import { listen } from '../support/listen';
import type { JsonRecord } from './execution';

/** Starts a server that answers each request. `heard` contains the request bodies, in order of arrival. */
export async function startJsonServer(answer: (body: JsonRecord) => JsonRecord, port?: number) {
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
	return { ...(await listen(server, port)), heard };
}
