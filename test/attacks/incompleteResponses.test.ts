import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { INodeParameters } from 'n8n-workflow';
import { loadBuiltNode, runNode } from '../support/builtNode';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: () => Promise.resolve(),
}));

const SCRAPED = { success: true, data: { markdown: '# Page' } };

let server: Server;
let requests = 0;
let first: (response: ServerResponse) => void;
let whole: object;

beforeAll(async () => {
	server = createServer((request, response) => {
		request.resume();
		if (++requests === 1) first(response);
		else response.setHeader('content-type', 'application/json').end(JSON.stringify(whole));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
beforeEach(() => (requests = 0));
afterAll(() => new Promise((resolve) => server.close(resolve)));

const breakOff = (status: number) => (response: ServerResponse) => {
	response.writeHead(status, { 'content-type': 'application/json', 'content-length': 1000 });
	response.write('{"success":true,');
	setImmediate(() => response.destroy());
};

const run = (parameters: INodeParameters) =>
	runNode(loadBuiltNode(), {
		parameters,
		credential: {
			baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
			apiKey: 'wd-0123456789',
		},
		onError: 'continueRegularOutput',
	});

const scrape = { resource: 'scrape', operation: 'scrape', url: 'https://example.com' };
const call = {
	resource: 'catalog',
	operation: 'call',
	specifyCalls: 'json',
	catalogJson: '{"provider":"rates","capability":"convert"}',
};

describe('a success whose body is interrupted', () => {
	beforeEach(() => (first = breakOff(200)));

	it('is not requested again when it would be charged again', async () => {
		whole = SCRAPED;
		const { items } = await run(scrape);
		expect(requests).toBe(1);
		expect(items[0]?.json.details).toMatchObject({
			reason: 'truncated',
			tries: 1,
			retryable: false,
		});
	});

	it('is requested again with the same idempotency key', async () => {
		whole = {
			success: true,
			data: { catalog: [{ provider: 'rates', capability: 'convert', data: { rate: 2 } }] },
		};
		const { items } = await run(call);
		expect(requests).toBe(2);
		expect(items[0]?.json).toMatchObject({ provider: 'rates' });
	});
});

it('an error response whose body is interrupted is requested again', async () => {
	first = breakOff(503);
	whole = SCRAPED;
	const { items } = await run(scrape);
	expect(requests).toBe(2);
	expect(items[0]?.json).toMatchObject({ markdown: '# Page' });
});
