import { getEventListeners } from 'node:events';

import type { Transport, TransportResult } from '../../nodes/WebData/transport/http';
import type { UndiciTransportOptions } from '../../nodes/WebData/transport/undici/undiciTransport';
import { openAdapter, promised, testPool } from './adapterUnderTest';
import { isCloud } from '../support/build';
import { nothing, requestTo, startHttp, startTcp, stopServers } from './loopback';

const opened: Transport[] = [];
/** Of 500 requests each; over n8n's helper each of them makes a connection. */
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

describe('abort', () => {
	test('before: nothing is asked, nothing is sent', async () => {
		const server = await startHttp((_request, response) => response.end('ok'));
		const check = jest.fn(async () => ({ ok: true }) as const);
		const signal = AbortSignal.abort(new Error('secret reason'));
		const result = await open({ check }).send(requestTo(server.url, { signal }));
		expect(result).toEqual({ ...abortedBefore, detail: 'The request was aborted' });
		expect(check).not.toHaveBeenCalled();
		expect(server.connections()).toBe(0);
	});

	test('while the address is checked', async () => {
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

	test('while a check never ends', async () => {
		const stop = new AbortController();
		const check = async () => {
			setImmediate(() => stop.abort());
			return await new Promise<{ ok: true }>(nothing);
		};
		const url = 'http://127.0.0.1:1/';
		const result = await open({ check }).send(requestTo(url, { signal: stop.signal }));
		expect(result).toMatchObject(abortedBefore);
	});

	test('while the connection is made', async () => {
		const stop = new AbortController();
		const server = await startTcp(nothing, () => stop.abort());
		const url = server.url.replace('http:', 'https:');
		const transport = open({ connectTimeoutMs: 200 });
		const result = await transport.send(requestTo(url, { signal: stop.signal }));
		expect(result).toMatchObject(promised('ended while it connects', abortedBefore));
	});

	testPool('while another request has the only connection', async () => {
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

	test('while the head is awaited: the server sees the connection go', async () => {
		const stop = new AbortController();
		let gone: () => void = nothing;
		const hungUp = new Promise<void>((resolve) => (gone = resolve));
		const server = await startHttp((_request, _response, raw) => {
			raw.socket.on('close', gone);
			stop.abort();
		});
		const request = requestTo(server.url, { method: 'POST', body: '{}', signal: stop.signal });
		expect(await open().send(request)).toMatchObject(abortedAfter);
		await hungUp;
	});

	test('while the body comes', async () => {
		const stop = new AbortController();
		const server = await startHttp((_request, response) => {
			response.write('{"half":', () => setImmediate(() => stop.abort()));
		});
		const result = await open().send(requestTo(server.url, { signal: stop.signal }));
		expect(result).toMatchObject(abortedAfter);
	});

	test('after the end changes nothing', async () => {
		const stop = new AbortController();
		const server = await startHttp((_request, response) => response.end('ok'));
		const transport = open({ connections: 1 });
		const result = await transport.send(requestTo(server.url, { signal: stop.signal }));
		stop.abort();
		expect(result).toMatchObject({ kind: 'response', status: 200 });
		expect(await transport.send(requestTo(server.url))).toMatchObject({ kind: 'response' });
		expect(server.connections()).toBe(promised('connections for two requests', 1));
	});
});

describe('a signal that many requests share', () => {
	test('requests by the thousand leave no listener and no warning, and have one at a time', async () => {
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

	test('one abort ends them all, and only its own', async () => {
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
	test('ends what is on its way, refuses what comes later, and can be called twice', async () => {
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

	testPool('ends a request of a pool that undici has let go of', async () => {
		let arrive: () => void = nothing;
		const arrived = new Promise<void>((resolve) => (arrive = resolve));
		let connections = 0;
		const server = await startHttp(() => arrive());
		// The second connection fails while the first is in use: the agent drops the whole pool.
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

	test('while the connection is made', async () => {
		let meet: () => void = nothing;
		const met = new Promise<void>((resolve) => (meet = resolve));
		const server = await startTcp(nothing, meet);
		const transport = open({ connectTimeoutMs: 200 });
		const pending = transport.send(requestTo(server.url.replace('http:', 'https:')));
		await met;
		await transport.close();
		expect(await pending).toMatchObject(promised('ended while it connects', abortedBefore));
	});
});

describe('the check and the lookup', () => {
	const blocked = (name: string) => Object.assign(new Error('not there'), { name });

	test('a refusal sends nothing', async () => {
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

	test('is asked for every request', async () => {
		const server = await startHttp((_request, response) => response.end('ok'));
		const check = jest.fn(async () => ({ ok: true }) as const);
		const transport = open({ check });
		await transport.send(requestTo(server.url));
		await transport.send(requestTo(server.url));
		expect(check).toHaveBeenCalledTimes(2);
	});

	test.each([
		['breaks down', new TypeError('x is not a function'), 'blocked'],
		['finds no address', Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }), 'dns'],
		['throws what it should return', blocked('SsrfBlockedIpError'), 'blocked'],
	])('a check that %s', async (_name, error, failure) => {
		const check = async () => await Promise.reject(error);
		const result = await open({ check }).send(requestTo('http://127.0.0.1:1/'));
		expect(result).toMatchObject({ failure, possiblySent: false, detail: error.message });
	});

	testPool.each(['SsrfBlockedIpError', 'SsrfBlockedHostnameError'])(
		'%s of the lookup is blocked, however deep',
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
