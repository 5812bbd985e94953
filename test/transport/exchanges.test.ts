import { getEventListeners } from 'node:events';

import type { Transport, TransportResult } from '../../nodes/WebData/transport/http';
import type { UndiciTransportOptions } from '../../nodes/WebData/transport/undici/undiciTransport';
import { expectedResult, openAdapter, testPool } from './adapterUnderTest';
import { isCloud } from '../support/build';
import { nothing, requestTo, startHttp, startTcp, stopServers } from './loopback';

const opened: Transport[] = [];
/** Number of rounds with 500 requests each. n8n's request helper is slower, as it opens a connection per request. */
const ROUNDS = isCloud ? 4 : 20;

function open(options?: UndiciTransportOptions): Transport {
	const transport = openAdapter(options);
	opened.push(transport);
	return transport;
}

const abortedBefore = { kind: 'failure', failure: 'aborted', possiblySent: false };
const abortedAfter = { kind: 'failure', failure: 'aborted', possiblySent: true };

afterEach(async () => {
	await Promise.all(opened.splice(0).map((transport) => transport.close()));
	await stopServers();
});

describe('an abort', () => {
	test('before the request sends and checks nothing', async () => {
		const server = await startHttp((_request, response) => response.end('ok'));
		const check = jest.fn(async () => ({ ok: true }) as const);
		const signal = AbortSignal.abort(new Error('secret reason'));
		const result = await open({ check }).send(requestTo(server.url, { signal }));
		expect(result).toEqual({ ...abortedBefore, detail: 'The request was aborted' });
		expect(check).not.toHaveBeenCalled();
		expect(server.connections()).toBe(0);
	});

	test('while the address is checked sends nothing', async () => {
		const server = await startHttp((_request, response) => response.end('ok'));
		const stop = new AbortController();
		const check = async () => {
			stop.abort();
			return { ok: true } as const;
		};
		const result = await open({ check }).send(requestTo(server.url, { signal: stop.signal }));
		expect(result).toMatchObject(abortedBefore);
		expect(server.connections()).toBe(0);
	});

	test('ends a check that does not respond', async () => {
		const stop = new AbortController();
		const check = async () => {
			setImmediate(() => stop.abort());
			return await new Promise<{ ok: true }>(nothing);
		};
		const url = 'http://127.0.0.1:1/';
		const result = await open({ check }).send(requestTo(url, { signal: stop.signal }));
		expect(result).toMatchObject(abortedBefore);
	});

	test('while the connection is made ends the request', async () => {
		const stop = new AbortController();
		const server = await startTcp(nothing, () => stop.abort());
		const url = server.url.replace('http:', 'https:');
		const transport = open({ connectTimeoutMs: 200 });
		const result = await transport.send(requestTo(url, { signal: stop.signal }));
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
		let onClose: () => void = nothing;
		const closed = new Promise<void>((resolve) => (onClose = resolve));
		const server = await startHttp((_request, _response, raw) => {
			raw.socket.on('close', onClose);
			stop.abort();
		});
		const request = requestTo(server.url, { method: 'POST', body: '{}', signal: stop.signal });
		expect(await open().send(request)).toMatchObject(abortedAfter);
		await closed;
	});

	test('while the body arrives ends the response with a failure', async () => {
		const stop = new AbortController();
		const server = await startHttp((_request, response) => {
			response.write('{"half":', () => setImmediate(() => stop.abort()));
		});
		const result = await open().send(requestTo(server.url, { signal: stop.signal }));
		expect(result).toMatchObject(abortedAfter);
	});

	test('after the response has no effect', async () => {
		const stop = new AbortController();
		const server = await startHttp((_request, response) => response.end('ok'));
		const transport = open({ connections: 1 });
		const result = await transport.send(requestTo(server.url, { signal: stop.signal }));
		stop.abort();
		expect(result).toMatchObject({ kind: 'response', status: 200 });
		expect(await transport.send(requestTo(server.url))).toMatchObject({ kind: 'response' });
		expect(server.connections()).toBe(expectedResult('connections for two requests', 1));
	});
});

describe('a signal that many requests share', () => {
	test('has one listener for thousands of requests, and none afterwards', async () => {
		const warnings: string[] = [];
		const onWarning = (warning: Error) => warnings.push(warning.name);
		process.on('warning', onWarning);
		const server = await startHttp((_request, response) => response.end('ok'));
		const { signal } = new AbortController();
		const transport = open({ connections: 50 });
		let most = 0;
		for (let round = 0; round < ROUNDS; round += 1) {
			const sent = Array.from({ length: 500 }, () =>
				transport.send(requestTo(server.url, { signal })),
			);
			most = Math.max(most, getEventListeners(signal, 'abort').length);
			const kinds = new Set((await Promise.all(sent)).map(({ kind }) => kind));
			expect(kinds).toEqual(new Set(['response']));
		}
		await new Promise((resolve) => setImmediate(resolve));
		process.off('warning', onWarning);
		expect(most).toBe(1);
		expect(getEventListeners(signal, 'abort')).toEqual([]);
		expect(warnings).toEqual([]);
	}, 60_000);

	test('aborts all its requests and no others', async () => {
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
		const ended = await Promise.all(Array.from({ length: 30 }, () => transport.send(own)));
		expect(new Set(ended.map((one) => JSON.stringify(one))).size).toBe(1);
		expect(ended[0]).toMatchObject(abortedAfter);
		expect(await kept).toMatchObject({ kind: 'response' });
		expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
		expect(getEventListeners(other.signal, 'abort')).toEqual([]);
	});
});

describe('close', () => {
	test('aborts running and later requests, and can be called twice', async () => {
		const arrived = new Promise<void>((resolve) => {
			void startHttp(() => resolve()).then(({ url }) => begin(url));
		});
		const transport = open();
		let pending: Promise<TransportResult> | undefined;
		const begin = (url: string) => (pending = transport.send(requestTo(url)));
		await arrived;
		await Promise.all([transport.close(), transport.close()]);
		expect(await pending).toEqual({ ...abortedAfter, detail: 'The transport was closed' });
		await transport.close();
		const late = await transport.send(requestTo('http://127.0.0.1:1/'));
		expect(late).toEqual({ ...abortedBefore, detail: 'The transport was closed' });
	});

	test('closes a connection in its TLS handshake', async () => {
		let closed: Promise<void> = Promise.resolve();
		let connect: () => void = nothing;
		const connected = new Promise<void>((resolve) => (connect = resolve));
		const server = await startTcp(nothing, (socket) => {
			closed = new Promise((resolve) => void socket.once('close', () => resolve()));
			connect();
		});
		const transport = open({ connectTimeoutMs: 60_000 });
		const pending = transport.send(requestTo(server.url.replace('http:', 'https:')));
		await connected;
		await transport.close();
		expect(await pending).toMatchObject({ failure: 'aborted' });
		await closed;
	});

	testPool('aborts a request of a pool that undici has dropped', async () => {
		let arrive: () => void = nothing;
		const arrived = new Promise<void>((resolve) => (arrive = resolve));
		let connections = 0;
		const server = await startHttp(() => arrive());
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
		await arrived;
		await transport.close();
		expect(await first).toMatchObject(abortedAfter);
	});

	test('aborts a request while its connection is made', async () => {
		let onConnect: () => void = nothing;
		const connected = new Promise<void>((resolve) => (onConnect = resolve));
		const server = await startTcp(nothing, onConnect);
		const transport = open({ connectTimeoutMs: 200 });
		const pending = transport.send(requestTo(server.url.replace('http:', 'https:')));
		await connected;
		await transport.close();
		expect(await pending).toMatchObject(expectedResult('abort while connecting', abortedBefore));
	});
});

describe('the check and the lookup', () => {
	const blocked = (name: string) => Object.assign(new Error('not there'), { name });

	test('the check refuses a request before it is sent', async () => {
		const server = await startHttp((_request, response) => response.end('ok'));
		const check = jest.fn(async () => ({ ok: false, detail: 'No.' }) as const);
		const result = await open({ check }).send(requestTo(`${server.url}/a?b`));
		expect(result).toEqual({
			kind: 'failure',
			failure: 'blocked',
			possiblySent: false,
			detail: 'No.',
		});
		expect(check.mock.calls).toEqual([[new URL(`${server.url}/a?b`)]]);
		expect(server.connections()).toBe(0);
	});

	test('the check is called for every request', async () => {
		const server = await startHttp((_request, response) => response.end('ok'));
		const check = jest.fn(async () => ({ ok: true }) as const);
		const transport = open({ check });
		await transport.send(requestTo(server.url));
		await transport.send(requestTo(server.url));
		expect(check).toHaveBeenCalledTimes(2);
	});

	test.each([
		['has a bug', new TypeError('x is not a function'), 'blocked'],
		['finds no address', Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }), 'dns'],
		['throws what it should return', blocked('SsrfBlockedIpError'), 'blocked'],
	])(
		'a check that %s blocks the request or keeps its network error',
		async (_name, error, failure) => {
			const check = async () => await Promise.reject(error);
			const result = await open({ check }).send(requestTo('http://127.0.0.1:1/'));
			expect(result).toMatchObject({ failure, possiblySent: false, detail: error.message });
		},
	);

	testPool.each(['SsrfBlockedIpError', 'SsrfBlockedHostnameError'])(
		'%s from the lookup is blocked, also as a nested error',
		async (name) => {
			const deep = new AggregateError([
				Object.assign(new Error('reset'), { code: 'ECONNREFUSED' }),
				new Error('outer', { cause: blocked(name) }),
			]);
			for (const error of [blocked(name), deep]) {
				const lookup: UndiciTransportOptions['lookup'] = (_name, _options, done) => done(error, '');
				const result = await open({ lookup }).send(requestTo('http://name.example/'));
				expect(result).toMatchObject({
					failure: 'blocked',
					possiblySent: false,
					detail: 'not there',
				});
			}
		},
	);
});
