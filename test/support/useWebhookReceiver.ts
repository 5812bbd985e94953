import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Delivery<Body> {
	headers: IncomingHttpHeaders;
	raw: string;
	body: Body;
}

export interface WebhookReceiver<Body> {
	/** The URL is available as soon as the first test starts. */
	url: string;
	/** The requests of the current test. */
	received: Delivery<Body>[];
	/** Status code of the responses. 200 at the start of each test. */
	status: number;
}

/** Receives webhook events for all tests of a file. */
export function useWebhookReceiver<Body>(): WebhookReceiver<Body> {
	const receiver: WebhookReceiver<Body> = { url: '', received: [], status: 200 };
	const server = createServer((request, response) => {
		void text(request).then((raw) => {
			receiver.received.push({ headers: request.headers, raw, body: JSON.parse(raw) as Body });
			response.writeHead(receiver.status).end();
		});
	});
	beforeAll(async () => {
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
	});
	beforeEach(() => {
		receiver.received.length = 0;
		receiver.status = 200;
	});
	afterAll(() => {
		server.closeAllConnections();
		server.close();
	});
	return receiver;
}
