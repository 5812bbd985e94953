// The transport over undici: connections, proxies, time limits, the cap on a body.
// No other file knows undici.
import type { LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import * as zlib from 'node:zlib';
import { Agent, EnvHttpProxyAgent, Pool, type Dispatcher } from 'undici';

import {
	contentLength,
	contentEncoding,
	completeExchange,
	hasZlibHeader,
	joinHeaders,
	enforceSizeLimit,
} from '../responseHead';
import type { ResponseHead, Decoder } from '../responseHead';
import { ABORTED, fail, failWith, openExchanges, settle } from '../exchange';
import type { AnyExchange, Check, Exchange } from '../exchange';
import { toTransportFailure, proxyFailure } from '../errors';
import { isDecoded, toTransportStream } from './responseStream';
import type { StreamResult, StreamingTransport, TransportRequest } from '../http';
import type { TransportResponse, TransportStream } from '../http';

export interface UndiciTransportOptions {
	/** Resolves the host names of direct connections; an address literal never reaches it. */
	lookup?: LookupFunction;
	/** Asked before every request; a refusal means `blocked`, and nothing is sent. */
	check?: Check;
	/** Milliseconds for a connection, TLS handshake included; 10,000 unless told. */
	connectTimeoutMs?: number;
	/** Connections per origin; as many as there are requests unless told. */
	connections?: number;
	/** Certificates in PEM to trust in place of Node's own list. */
	ca?: string;
}

type Tunnel = (target: Dispatcher.ConnectOptions) => Promise<Dispatcher.ConnectData>;

const DEFAULT_CONNECT_TIMEOUT_MS = 10_000;

// undici's own interceptor prints an ExperimentalWarning into the log of whoever uses it.
const decoders = new Map<string, Decoder>([
	['gzip', zlib.gunzip],
	['x-gzip', zlib.gunzip],
	['br', zlib.brotliDecompress],
	[
		'deflate',
		(body, ...rest) => (hasZlibHeader(body) ? zlib.inflate : zlib.inflateRaw)(body, ...rest),
	],
]);
const BAD_PROXY = 'The proxy address in HTTP_PROXY or HTTPS_PROXY is not valid';

/**
 * A transport with its own pool of kept-alive HTTP/1.1 connections.
 *
 * Redirects come back as responses; bodies in gzip, brotli or deflate are unpacked. HTTP_PROXY and
 * HTTPS_PROXY are read once, here; NO_PROXY at every request. Nothing is ever repeated: a kept-alive
 * connection that the server gives up at the wrong moment is `closed`. After `close` every request
 * is `aborted`.
 */
export function undiciTransport(options: UndiciTransportOptions = {}): StreamingTransport {
	const dispatcher = openDispatcher(options);
	const exchanges = openExchanges(options.check);
	const through =
		<Done>(handlerOf: (exchange: Exchange<Done>) => Dispatcher.DispatchHandler) =>
		(exchange: Exchange<Done>, url: URL) => {
			if (dispatcher === undefined) fail(exchange, 'proxy', BAD_PROXY);
			else dispatcher.dispatch(dispatchOptions(url, exchange.request), handlerOf(exchange));
		};

	return {
		send: (request) =>
			new Promise((resolve) => exchanges.begin(request, resolve, through(collectHandler))),
		// Resolved with the head: what the exchange ends with counts only if it fails before.
		open: (request) =>
			new Promise((resolve) => {
				const handlerOf = (exchange: Exchange<TransportStream>) => streamHandler(exchange, resolve);
				exchanges.begin(request, resolve, through(handlerOf));
			}),
		// The exchanges are ended one by one: undici loses sight of a pool whose connection failed once.
		async close() {
			exchanges.close();
			await dispatcher?.destroy();
		},
	};
}

/** Names that undici reads. */
const hasProxy = (env: NodeJS.ProcessEnv): boolean =>
	[env.http_proxy, env.HTTP_PROXY, env.https_proxy, env.HTTPS_PROXY].some(Boolean);

/** Nothing if the environment names a proxy that is none: every request then fails and says so. */
function openDispatcher(options: UndiciTransportOptions): Dispatcher | undefined {
	const timeout = options.connectTimeoutMs ?? DEFAULT_CONNECT_TIMEOUT_MS;
	const tls = { ca: options.ca, timeout };
	const direct = {
		allowH2: false,
		connections: options.connections,
		connect: { ...tls, lookup: options.lookup },
	};
	// Without a proxy there is nothing to be asked at every request.
	if (!hasProxy(process.env)) return new Agent(direct);
	try {
		return new EnvHttpProxyAgent({
			...direct,
			proxyTls: tls,
			requestTls: tls,
			clientFactory: (origin, settings) => openProxy(origin, settings, timeout),
		});
	} catch {
		return undefined;
	}
}

/**
 * The connections to a proxy. Two reasons to stand between undici and its proxy: the proxy gets as
 * much time to answer as a connection gets (undici: 300 s), and its failures get a code of their own.
 * Without one, a proxy that hangs up would be asked again and again for ever.
 */
function openProxy(origin: URL, settings: object, timeoutMs: number): Dispatcher {
	const pool = new Pool(origin, { ...settings, headersTimeout: timeoutMs });
	const reach: Tunnel = pool.connect;
	const connect: Tunnel = async (target) => {
		try {
			return requireTunnel(await reach.call(pool, target));
		} catch (error) {
			throw proxyFailure(toTransportFailure(error, 'waiting').detail);
		}
	};
	return Object.assign(pool, { connect });
}

function requireTunnel(answer: Dispatcher.ConnectData): Dispatcher.ConnectData {
	if (answer.statusCode === 200) return answer;
	answer.socket.on('error', () => undefined).destroy();
	throw new Error(`it answered with status ${answer.statusCode}`);
}

function dispatchOptions(url: URL, request: TransportRequest): Dispatcher.DispatchOptions {
	const own = Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value]);
	return {
		origin: url.origin,
		path: url.pathname + url.search,
		method: request.method,
		headers: { 'accept-encoding': 'gzip, br, deflate', ...Object.fromEntries(own) },
		body: request.body,
		headersTimeout: request.headTimeoutMs,
		bodyTimeout: request.stallTimeoutMs,
	};
}

/** Right before the first byte goes out. */
function onSent(exchange: AnyExchange, controller: Dispatcher.DispatchController): void {
	if (exchange.done) return controller.abort(new Error(ABORTED));
	exchange.abort = () => controller.abort(new Error(ABORTED));
	exchange.progress = 'sent';
}

/** undici's callbacks for an exchange that ends with the whole body. */
function collectHandler(exchange: Exchange<TransportResponse>): Dispatcher.DispatchHandler {
	const head: ResponseHead = { status: 0, headers: {} };
	const chunks: Buffer[] = [];
	let bytes = 0;
	return {
		onRequestStart: (controller) => onSent(exchange, controller),
		onResponseStart(_controller, status, headers) {
			if (status < 200) return;
			exchange.progress = 'responding';
			Object.assign(head, { status, headers: joinHeaders(headers) });
			enforceSizeLimit(exchange, contentLength(head), decoders.has(contentEncoding(head)));
		},
		onResponseData(_controller, chunk) {
			bytes += chunk.length;
			if (enforceSizeLimit(exchange, bytes, decoders.has(contentEncoding(head))))
				chunks.push(chunk);
		},
		onResponseEnd: () =>
			completeExchange(exchange, head, chunks.splice(0), decoders.get(contentEncoding(head))),
		onResponseError: (_controller, error) => failWith(exchange, error),
	};
}

/** undici's callbacks for an exchange whose body flows: `begun` gets the head, and a stream that waits for its reader. */
function streamHandler(
	exchange: Exchange<TransportStream>,
	begun: (stream: TransportStream) => void,
): Dispatcher.DispatchHandler {
	const streamResult: StreamResult = { bytes: 0 };
	let source: Readable | undefined;
	let stream: TransportStream | undefined;
	return {
		onRequestStart: (controller) => onSent(exchange, controller),
		onResponseStart(controller, status, headers) {
			if (status < 200) return;
			exchange.progress = 'responding';
			const head = { status, headers: joinHeaders(headers) };
			if (!enforceSizeLimit(exchange, contentLength(head), isDecoded(head))) return;
			source = rawBodyStream(exchange, controller, streamResult);
			stream = toTransportStream(head, source, streamResult, exchange.request.maxResponseBytes);
			begun(stream);
		},
		onResponseData(controller, chunk) {
			if (source?.push(chunk) === false) controller.pause();
		},
		onResponseEnd() {
			source?.push(null);
			if (stream) settle(exchange, stream);
		},
		onResponseError: (_controller, error) => failWith(exchange, error),
	};
}

/** The body as it comes over the wire. The stream and the exchange end each other; only what the connection did is the body's streamResult. */
function rawBodyStream(
	exchange: AnyExchange,
	controller: Dispatcher.DispatchController,
	streamResult: StreamResult,
): Readable {
	const source = new Readable({
		read: () => controller.resume(),
		destroy(error, done) {
			exchange.abort = () => controller.abort(new Error(ABORTED));
			fail(exchange, 'aborted', ABORTED);
			done(error);
		},
	});
	exchange.abort = (failure) => {
		streamResult.failure ??= failure;
		source.destroy(new Error(failure.detail));
		controller.abort(new Error(ABORTED));
	};
	return source;
}
