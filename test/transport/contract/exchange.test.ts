import { getEventListeners } from 'node:events';

import type { UndiciTransportOptions } from '../../../nodes/WebData/transport/undici/undiciTransport';
import { expectedResult, testPool, useAdapter } from '../adapterUnderTest';
import { nothing, overTls, requestTo, startHttp, startOk, startTcp } from '../loopback';

const open = useAdapter();

/** Starts a server that never answers. `arrived` resolves when a request has arrived. */
async function startSilent() {
	let onArrival: () => void = nothing;
	const arrived = new Promise<void>((resolve) => (onArrival = resolve));
	return { ...(await startHttp(() => onArrival())), arrived };
}

/** Longer than any test takes, so that only an abort ends the handshake. */
const connectTimeoutMs = 600_000;

const abortedBefore = { kind: 'failure', failure: 'aborted', possiblySent: false };
const abortedAfter = { kind: 'failure', failure: 'aborted', possiblySent: true };

describe('an abort', () => {
	test('before the request sends and checks nothing', async () => {
		const server = await startOk();
		const check = jest.fn(async () => undefined);
		const signal = AbortSignal.abort(new Error('secret reason'));
		const result = await open({ check }).send(requestTo(server.url, { signal }));
		expect(result).toEqual({ ...abortedBefore, detail: 'The request was aborted' });
		expect(check).not.toHaveBeenCalled();
		expect(server.connections()).toBe(0);
	});

	test('ends a check that does not respond', async () => {
		const stop = new AbortController();
		const check = async () => {
			setImmediate(() => stop.abort());
			return await new Promise<undefined>(nothing);
		};
		const url = 'http://127.0.0.1:1/';
		const result = await open({ check }).send(requestTo(url, { signal: stop.signal }));
		expect(result).toMatchObject(abortedBefore);
	});

	test('while the connection is made ends the request', async () => {
		const stop = new AbortController();
		const server = await startTcp(nothing, () => stop.abort());
		const transport = open({ connectTimeoutMs });
		const result = await transport.send(requestTo(overTls(server), { signal: stop.signal }));
		expect(result).toMatchObject(expectedResult('abort while connecting', abortedBefore));
	});

	testPool('while another request uses the only connection sends nothing', async () => {
		const stop = new AbortController();
		let answer: () => void = nothing;
		const server = await startHttp((_request, response) => {
			answer = () => void response.end('ok');
			stop.abort();
		});
		const transport = open({ connections: 1 });
		const first = transport.send(requestTo(`${server.url}/first`));
		const second = transport.send(requestTo(`${server.url}/second`, { signal: stop.signal }));
		expect(await second).toMatchObject(abortedBefore);
		answer();
		expect(await first).toMatchObject({ kind: 'response' });
		expect(server.seen.map(({ url }) => url)).toEqual(['/first']);
	});

	test('before the response begins closes the connection', async () => {
		const stop = new AbortController();
		const server = await startHttp(() => stop.abort());
		const request = requestTo(server.url, { method: 'POST', body: '{}', signal: stop.signal });
		expect(await open().send(request)).toMatchObject(abortedAfter);
		await server.closed();
	});
});

test('a signal that many requests share has one listener, aborts all its requests and no others, and has no listener afterwards', async () => {
	const stop = new AbortController();
	const other = new AbortController();
	let arrived = 0;
	const server = await startHttp((request, response) => {
		if (request.url === '/own') arrived += 1;
		else setImmediate(() => response.end('ok'));
		if (arrived === 30) stop.abort();
	});
	const transport = open();
	const kept = transport.send(requestTo(`${server.url}/other`, { signal: other.signal }));
	const own = requestTo(`${server.url}/own`, { signal: stop.signal });
	const sent = Array.from({ length: 30 }, () => transport.send(own));
	// Node.js warns about more than 10 listeners.
	expect(getEventListeners(stop.signal, 'abort')).toHaveLength(1);
	const ended = await Promise.all(sent);
	expect(new Set(ended.map((one) => JSON.stringify(one))).size).toBe(1);
	expect(ended[0]).toMatchObject(abortedAfter);
	expect(await kept).toMatchObject({ kind: 'response' });
	expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
	expect(getEventListeners(other.signal, 'abort')).toEqual([]);
});

describe('close', () => {
	test('aborts running and later requests, and can be called twice', async () => {
		const server = await startSilent();
		const transport = open();
		const pending = transport.send(requestTo(server.url));
		await server.arrived;
		await Promise.all([transport.close(), transport.close()]);
		expect(await pending).toEqual({ ...abortedAfter, detail: 'The transport was closed' });
		await transport.close();
		const late = await transport.send(requestTo('http://127.0.0.1:1/'));
		expect(late).toEqual({ ...abortedBefore, detail: 'The transport was closed' });
	});

	testPool('aborts a request of a pool that undici has dropped', async () => {
		let connections = 0;
		const server = await startSilent();
		// The second connection fails while the first connection is in use. undici's agent then drops the whole pool.
		const lookup: UndiciTransportOptions['lookup'] = (_name, _options, done) => {
			connections += 1;
			if (connections === 1) done(null, [{ address: '127.0.0.1', family: 4 }]);
			else done(Object.assign(new Error('no address'), { code: 'ENOTFOUND' }), []);
		};
		const transport = open({ lookup });
		const url = `http://one.example:${server.port}/`;
		const first = transport.send(requestTo(url));
		const second = transport.send(requestTo(url));
		expect(await second).toMatchObject({ failure: 'dns', possiblySent: false });
		await server.arrived;
		await transport.close();
		expect(await first).toMatchObject(abortedAfter);
	});
});

test.each([
	['has a bug', new TypeError('x is not a function'), 'blocked'],
	['finds no address', Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }), 'dns'],
])(
	'a check that %s blocks the request or keeps its network error',
	async (_name, error, failure) => {
		const check = async () => await Promise.reject(error);
		const result = await open({ check }).send(requestTo('http://127.0.0.1:1/'));
		expect(result).toMatchObject({ failure, possiblySent: false, detail: error.message });
	},
);
