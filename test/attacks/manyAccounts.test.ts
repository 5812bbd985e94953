import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadBuiltNode, runNode } from '../support/builtNode';

const ACCOUNTS = 30;
const page = JSON.stringify({ success: true, data: { markdown: '# Page' } });

/** Node.js prints a MaxListenersExceededWarning if a signal has more than 10 listeners. */
const MAX_LISTENERS = 10;

let server: Server;

async function highestListenerCount(work: () => Promise<unknown>): Promise<number> {
	const { addEventListener, removeEventListener } = EventTarget.prototype;
	const counts = new Map<EventTarget, number>();
	let highest = 0;
	const count = (target: EventTarget, type: string, change: number): void => {
		if (type !== 'abort') return;
		const listeners = (counts.get(target) ?? 0) + change;
		counts.set(target, listeners);
		highest = Math.max(highest, listeners);
	};
	jest.spyOn(EventTarget.prototype, 'addEventListener').mockImplementation(function (
		this: EventTarget,
		...args: Parameters<typeof addEventListener>
	) {
		count(this, args[0], 1);
		addEventListener.apply(this, args);
	});
	jest.spyOn(EventTarget.prototype, 'removeEventListener').mockImplementation(function (
		this: EventTarget,
		...args: Parameters<typeof removeEventListener>
	) {
		count(this, args[0], -1);
		removeEventListener.apply(this, args);
	});
	await work();
	return highest;
}

beforeAll(async () => {
	server = createServer((request, response) => {
		request.resume();
		response.setHeader('content-type', 'application/json');
		setImmediate(() => response.end(page));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => new Promise((resolve) => server.close(resolve)));

it(`${ACCOUNTS} accounts in one execution share the listeners of its signal`, async () => {
	const { port } = server.address() as AddressInfo;
	const highest = await highestListenerCount(async () => {
		const { items } = await runNode(loadBuiltNode(), {
			parameters: {
				resource: 'scrape',
				operation: 'scrape',
				url: 'https://example.com',
				requestSettings: { maxRequestsAtOnce: ACCOUNTS },
			},
			credential: (index) => ({
				baseUrl: `http://127.0.0.1:${port}`,
				apiKey: `wd-account-${index}`,
			}),
			items: Array.from({ length: ACCOUNTS }, () => ({})),
			signal: new AbortController().signal,
		});
		expect(items.map(({ json }) => json.markdown)).toEqual(Array(ACCOUNTS).fill('# Page'));
	});
	expect(highest).toBeGreaterThan(0);
	expect(highest).toBeLessThanOrEqual(MAX_LISTENERS);
});
