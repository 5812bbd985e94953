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
	received: Delivery<Body>[];
	status: number;
}

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
