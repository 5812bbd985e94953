import { type LookupFunction, Socket } from 'node:net';
import { createSecureContext } from 'node:tls';
import { Agent, buildConnector, type Dispatcher, EnvHttpProxyAgent, Pool } from 'undici';
import { failureError, proxyError } from '../errors';

type Connect = (options: buildConnector.Options, callback: buildConnector.Callback) => unknown;

/**
 * Tracks all sockets, so that `destroyAll` can also destroy a socket during its TLS handshake. undici does not destroy
 * such a socket.
 */
function trackSockets() {
	const sockets = new Set<Socket>();
	return {
		track:
			(connect: Connect): Connect =>
			(options, callback) => {
				const socket = connect(options, callback);
				if (!(socket instanceof Socket)) return socket;
				sockets.add(socket);
				return socket.once('close', () => sockets.delete(socket));
			},
		destroyAll() {
			// Node.js reads the stack trace of the error, so each error would take 0.1 ms.
			const closed = new Error('The transport was closed');
			for (const socket of sockets) socket.destroy(closed);
		},
	};
}

const MAX_HEAD_BYTES = 16 * 1024;
const CONTINUE_LINE = 'HTTP/1.1 100 ';
const continues = /^(?:HTTP\/1\.[01] 100(?=[ \r]).*?\r\n\r\n)+/s;

/** Whether the bytes are or may become the start of a response with a status code below 200. */
const mayBeInformational = (bytes: Buffer): boolean =>
	/^HTTP\/1\.[01] 1|^.{0,9}$/s.test(bytes.toString('latin1', 0, 10));

/** Removes complete `100 Continue` responses from the start of the received bytes. */
export function skipContinue(bytes: Buffer): { rest: Buffer; partial: boolean } {
	if (!mayBeInformational(bytes)) return { rest: bytes, partial: false };
	const head = bytes.toString('latin1', 0, MAX_HEAD_BYTES);
	const skipped = continues.exec(head)?.[0].length ?? 0;
	const line = head.slice(skipped, skipped + CONTINUE_LINE.length).replace('\r', ' ');
	const rest = bytes.subarray(skipped);
	const mayContinue = CONTINUE_LINE.startsWith(line.replace('HTTP/1.0', 'HTTP/1.1'));
	return { rest, partial: mayContinue && rest.length <= MAX_HEAD_BYTES };
}

/**
 * Hides `100 Continue` responses from undici, which closes the connection after such a response, even in
 * version 7.30. Clients must accept it: https://www.rfc-editor.org/rfc/rfc9110#section-15.2
 */
function hideContinue(socket: Socket): void {
	const write = socket.write.bind(socket) as (...args: unknown[]) => boolean;
	const read = socket.read.bind(socket) as (size?: number) => Buffer | null;
	let expectsHead = false;
	let pending: Buffer = Buffer.alloc(0);
	socket.write = (data: unknown, ...args: unknown[]) => {
		// undici writes the head of a request as a single string, so a write of such a string starts a request.
		expectsHead ||= typeof data === 'string' && data.includes(' HTTP/1.1\r\n');
		return write(data, ...args);
	};
	socket.read = (size?: number) => {
		for (let chunk = read(size); chunk !== null; chunk = read(size)) {
			if (!expectsHead) return chunk;
			const received = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
			const { rest, partial } = skipContinue(received);
			expectsHead = partial;
			pending = partial ? rest : Buffer.alloc(0);
			if (!partial) return rest;
		}
		return null;
	};
}

export interface ConnectionOptions {
	/**
	 * Resolves the host names of direct connections. This function is not called for IP addresses or proxied
	 * connections.
	 */
	lookup?: LookupFunction;
	/** Maximum time to establish a connection, including the TLS handshake. Default: 10,000. */
	connectTimeoutMs?: number;
	/** Maximum number of connections per origin. Default: unlimited. */
	connections?: number;
	/** Trusted certificates in PEM format. These certificates replace the default certificates of Node.js. */
	ca?: string;
}

type Tunnel = (target: Dispatcher.ConnectOptions) => Promise<Dispatcher.ConnectData>;

/**
 * Returns the proxy addresses for http and https targets, or empty strings. As in n8n's own nodes, `ALL_PROXY` replaces
 * a missing variable, and an address needs no scheme.
 */
export function proxyAddresses(env: NodeJS.ProcessEnv) {
	const read = (name: string): string => {
		const address = env[name] || env[name.toUpperCase()] || '';
		return address === '' || address.includes('://') ? address : `http://${address}`;
	};
	const all = read('all_proxy');
	const httpProxy = read('http_proxy') || all;
	return { httpProxy, httpsProxy: read('https_proxy') || all || httpProxy };
}

/** Reads the proxy addresses once. undici reads `NO_PROXY` for every request. */
export function openConnections(options: ConnectionOptions) {
	const sockets = trackSockets();
	const dispatcher = openDispatcher(options, sockets.track);
	return {
		dispatcher,
		async close() {
			sockets.destroyAll();
			await dispatcher?.destroy();
		},
	};
}

/** Returns undefined if the environment contains an invalid proxy address. */
function openDispatcher(
	{ lookup, connectTimeoutMs: timeout = 10_000, connections, ca }: ConnectionOptions,
	track: (connect: Connect) => Connect,
): Dispatcher | undefined {
	// By default, Node.js creates a TLS context for each connection. The shared context saves 0.15 ms of CPU time per
	// connection.
	const tls = { secureContext: createSecureContext({ ca }), timeout };
	const direct = {
		allowH2: false,
		connections,
		connect: track(buildConnector({ ...tls, lookup, allowH2: false })),
		factory: openPool,
	};
	const proxies = proxyAddresses(process.env);
	if (proxies.httpsProxy === '') return new Agent(direct);
	try {
		const proxyUrls = [proxies.httpProxy, proxies.httpsProxy].map((address) =>
			address === '' || isHttpProxy(address) ? address && new URL(address).href : UNUSABLE_PROXY,
		);
		const [httpProxy, httpsProxy] = proxyUrls;
		const refusal = refusalOf(Object.values(proxies));
		return new EnvHttpProxyAgent({
			...direct,
			httpProxy,
			httpsProxy,
			// Many proxies open tunnels to port 443 only, so requests to http targets are sent to the proxy itself.
			proxyTunnel: false,
			factory: (origin, settings: { connect: Connect }) => {
				if (String(origin) === UNUSABLE_PROXY) return openRefusingPool(origin, refusal);
				return proxyUrls.includes(String(origin))
					? openPool(origin, { connections, connect: reportProxy(track(settings.connect)) })
					: openPool(origin, settings);
			},
			proxyTls: tls,
			requestTls: tls,
			clientFactory: (origin, settings: { connect: Connect }) =>
				origin.href === UNUSABLE_PROXY
					? openRefusingPool(origin, refusal)
					: openProxyPool(origin, { ...settings, connect: track(settings.connect) }, timeout),
		});
	} catch {
		return undefined;
	}
}

function openPool(origin: string | URL, settings: object): Dispatcher {
	const { connect } = settings as { connect: Connect };
	const connectAndFilter: buildConnector.connector = (options, callback) => {
		connect(options, (...result) => {
			const [error, socket] = result;
			if (error === null) hideContinue(socket);
			callback(...result);
		});
	};
	return new Pool(origin, { ...settings, connect: connectAndFilter });
}

/**
 * Replaces the address of a proxy that the node cannot use, for example, of a SOCKS proxy, which undici supports only
 * experimentally. Requests through this proxy fail, but requests to hosts in `NO_PROXY` succeed.
 */
const UNUSABLE_PROXY = 'http://unusable-proxy.invalid/';

const isHttpProxy = (address: string): boolean => /^https?:/i.test(address);

/** Returns the error of requests through the first unusable proxy. The message contains no password. */
function refusalOf(addresses: readonly string[]): Error {
	const unusable = addresses.find((address) => address !== '' && !isHttpProxy(address)) ?? '';
	const [, scheme = '', host = ''] = /^([^:]*:\/\/)(?:.*@)?([^/?#]*)/.exec(unusable) ?? [];
	return failureError('proxySetting', `The proxy ${scheme}${host} is not an HTTP proxy`);
}

function openRefusingPool(origin: string | URL, refusal: Error): Dispatcher {
	const refuse: buildConnector.connector = (_options, callback) => callback(refusal, null);
	return Object.assign(new Pool(origin, { connect: refuse }), {
		connect: () => Promise.reject(refusal),
	});
}

/** Reports a failed connection as a failure of the proxy. */
const reportProxy =
	(connect: Connect): buildConnector.connector =>
	(options, callback) => {
		connect(options, (...result) => {
			const [error] = result;
			if (error === null) callback(...result);
			else callback(proxyError(error), null);
		});
	};

/**
 * By default, undici waits up to 300 seconds for a response from the proxy. `timeoutMs` replaces this default.
 *
 * If the proxy does not open a tunnel, `connect` rejects with a `proxyError`. After any other error, undici keeps
 * reconnecting to a proxy that closes the connection.
 */
function openProxyPool(origin: URL, settings: object, timeoutMs: number): Dispatcher {
	const pool = new Pool(origin, { ...settings, headersTimeout: timeoutMs });
	const openTunnel: Tunnel = pool.connect;
	const connect: Tunnel = async (target) => {
		try {
			const response = await openTunnel.call(pool, target);
			if (response.statusCode === 200) return response;
			response.socket.on('error', () => undefined).destroy();
			throw new Error(`it returned status ${response.statusCode}`);
		} catch (error) {
			throw proxyError(error);
		}
	};
	return Object.assign(pool, { connect });
}
