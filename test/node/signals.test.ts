import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadBuiltNode, runNode } from '../support/builtNode';

/** Node.js prints a MaxListenersExceededWarning if a signal has more than 10 listeners. */
const MAX_LISTENERS = 10;
const ACCOUNTS = 30;

let server: Server;
let baseUrl: string;

beforeAll(async () => {
	server = createServer((request, response) => {
		request.resume();
		const data = { markdown: '# Page', screenshot: 'data:image/png;base64,iVBORw0KGgo=' };
		response.setHeader('content-type', 'application/json');
		response.end(JSON.stringify({ success: true, data: { ...data, video: `${baseUrl}/file` } }));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => new Promise((resolve) => server.close(resolve)));

const scrape = { resource: 'scrape', operation: 'scrape', url: 'https://example.com' };

/** Counts the abort listeners of each signal. */
function countListeners(): { highest: number } {
	const { addEventListener, removeEventListener } = EventTarget.prototype;
	const counts = new Map<EventTarget, number>();
	const result = { highest: 0 };
	const counting = (method: typeof removeEventListener, change: number) =>
		function (this: EventTarget, ...args: Parameters<typeof method>): void {
			const listeners = (counts.get(this) ?? 0) + (args[0] === 'abort' ? change : 0);
			counts.set(this, listeners);
			result.highest = Math.max(result.highest, listeners);
			method.apply(this, args);
		};
	const { prototype } = EventTarget;
	jest.spyOn(prototype, 'addEventListener').mockImplementation(counting(addEventListener, 1));
	jest
		.spyOn(prototype, 'removeEventListener')
		.mockImplementation(counting(removeEventListener, -1));
	return result;
}

it(`${ACCOUNTS} accounts in one execution share the listeners of its signal`, async () => {
	const listeners = countListeners();
	const { items } = await runNode(loadBuiltNode(), {
		parameters: { ...scrape, requestSettings: { maxRequestsAtOnce: ACCOUNTS } },
		credential: (index) => ({ baseUrl, apiKey: `wd-account-${index}` }),
		items: Array.from({ length: ACCOUNTS }, () => ({})),
		signal: new AbortController().signal,
	});
	expect(items.map(({ json }) => json.markdown)).toEqual(Array(ACCOUNTS).fill('# Page'));
	expect(listeners.highest).toBeGreaterThan(0);
	expect(listeners.highest).toBeLessThanOrEqual(MAX_LISTENERS);
});
