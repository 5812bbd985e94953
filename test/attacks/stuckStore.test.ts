import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadBuiltNode, runNode } from '../support/builtNode';

let server: Server;
let url: string;

beforeAll(async () => {
	server = createServer((request, response) => {
		request.resume();
		if (request.url === '/file') {
			response.end('file');
			return;
		}
		response.setHeader('content-type', 'application/json');
		response.end(
			JSON.stringify({
				success: true,
				data: { screenshot: 'data:image/png;base64,iVBORw0KGgo=', video: `${url}/file` },
			}),
		);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

it('stopping an execution does not wait for a binary store that never responds', async () => {
	const controller = new AbortController();
	const stored: string[] = [];
	const prepareBinaryData = (_content: unknown, fileName: string) => {
		if (stored.push(fileName) === 2) controller.abort();
		return new Promise(() => undefined);
	};
	const run = runNode(loadBuiltNode(), {
		parameters: {
			resource: 'scrape',
			operation: 'scrape',
			url: 'https://example.com',
			downloadFiles: true,
		},
		credential: { baseUrl: url, apiKey: 'wd-0123456789' },
		signal: controller.signal,
		helpers: { prepareBinaryData },
	});
	await expect(run).rejects.toThrow(/cancel/i);
	expect(stored).toHaveLength(2);
});
