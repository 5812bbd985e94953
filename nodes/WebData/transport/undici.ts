// The transport over undici: connections, proxies, time limits, the cap on a body.
// No other file knows undici.
import type { LookupFunction } from 'node:net';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';
import { EnvHttpProxyAgent, Pool, type Dispatcher } from 'undici';

import { ask, begin, fail, failWith, settle, type Check, type Exchange } from './exchange';
import { failureOf, proxyFailure } from './failure';
import { shareSignals } from './signals';
import type { Transport, TransportRequest, TransportResponse, TransportResult } from './transport';

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

/** What has arrived of a response. */
interface Arrival {
	status: number;
	headers: Record<string, string>;
	pieces: Buffer[];
	bytes: number;
}

type Tunnel = (target: Dispatcher.ConnectOptions) => Promise<Dispatcher.ConnectData>;

type Decoder = (
	body: Buffer,
	options: { maxOutputLength: number },
	callback: (error: Error | null, unpacked: Buffer) => void,
) => void;

const DEFAULT_CONNECT_TIMEOUT_MS = 10_000;

// undici's own interceptor prints an ExperimentalWarning into the log of whoever uses it.
const decoders = new Map<string, Decoder>([
	['gzip', gunzip],
	['x-gzip', gunzip],
	['br', brotliDecompress],
	['deflate', (body, ...rest) => (hasZlibHeader(body) ? inflate : inflateRaw)(body, ...rest)],
]);
const describesPacking = new Set(['content-encoding', 'content-length']);

const ABORTED = 'The request was aborted';
const CLOSED = 'The transport was closed';
const BAD_PROXY = 'The proxy address in HTTP_PROXY or HTTPS_PROXY is not valid';

/**
 * A transport with its own pool of kept-alive HTTP/1.1 connections.
 *
 * Redirects come back as responses; bodies in gzip, brotli or deflate are unpacked. HTTP_PROXY and
 * HTTPS_PROXY are read once, here; NO_PROXY at every request. Nothing is ever repeated: a kept-alive
 * connection that the server gives up at the wrong moment is `closed`. After `close` every request
 * is `aborted`.
 */
export function undiciTransport(options: UndiciTransportOptions = {}): Transport {
	const dispatcher = openDispatcher(options);
	const onAbort = shareSignals();
	const open = new Set<Exchange>();
	let closed = false;

	async function send(request: TransportRequest): Promise<TransportResult> {
		return await new Promise((resolve) => {
			const exchange = begin(request, (result) => {
				release();
				open.delete(exchange);
				resolve(result);
			});
			const release = onAbort(request.signal, () => fail(exchange, 'aborted', ABORTED));
			open.add(exchange);
			if (closed) fail(exchange, 'aborted', CLOSED);
			else if (request.signal?.aborted) fail(exchange, 'aborted', ABORTED);
			else void perform(exchange, dispatcher, options.check);
		});
	}

	// The exchanges are ended one by one: undici loses sight of a pool whose connection failed once.
	async function close(): Promise<void> {
		closed = true;
		for (const exchange of open) fail(exchange, 'aborted', CLOSED);
		await dispatcher?.destroy();
	}

	return { send, close };
}

/** Nothing if the environment names a proxy that is none: every request then fails and says so. */
function openDispatcher(options: UndiciTransportOptions): Dispatcher | undefined {
	const timeout = options.connectTimeoutMs ?? DEFAULT_CONNECT_TIMEOUT_MS;
	const tls = { ca: options.ca, timeout };
	try {
		return new EnvHttpProxyAgent({
			allowH2: false,
			connections: options.connections,
			connect: { ...tls, lookup: options.lookup },
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
			throw proxyFailure(failureOf(error, 'waiting').detail);
		}
	};
	return Object.assign(pool, { connect });
}

function requireTunnel(answer: Dispatcher.ConnectData): Dispatcher.ConnectData {
	if (answer.statusCode === 200) return answer;
	answer.socket.on('error', () => undefined).destroy();
	throw new Error(`it answered with status ${answer.statusCode}`);
}

async function perform(
	exchange: Exchange,
	dispatcher: Dispatcher | undefined,
	check: Check | undefined,
): Promise<void> {
	try {
		const url = new URL(exchange.request.url);
		if (check !== undefined) await ask(check, url, exchange);
		if (exchange.done) return;
		if (dispatcher === undefined) fail(exchange, 'proxy', BAD_PROXY);
		else dispatcher.dispatch(dispatchOptions(url, exchange.request), receive(exchange));
	} catch (error) {
		failWith(exchange, error);
	}
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

/** undici's callbacks for one exchange. `onRequestStart` comes right before the first byte goes out. */
function receive(exchange: Exchange): Dispatcher.DispatchHandler {
	const arrival: Arrival = { status: 0, headers: {}, pieces: [], bytes: 0 };
	return {
		onRequestStart(controller) {
			if (exchange.done) return controller.abort(new Error(ABORTED));
			exchange.cut = () => controller.abort(new Error(ABORTED));
			exchange.progress = 'sent';
		},
		onResponseStart(_controller, status, headers) {
			if (status < 200) return;
			exchange.progress = 'responding';
			arrival.status = status;
			arrival.headers = joined(headers);
			limit(exchange, arrival, Number(arrival.headers['content-length'] ?? 0));
		},
		onResponseData(_controller, piece) {
			arrival.bytes += piece.length;
			if (limit(exchange, arrival, arrival.bytes)) arrival.pieces.push(piece);
		},
		onResponseEnd: () => void finish(exchange, arrival),
		onResponseError: (_controller, error) => failWith(exchange, error),
	};
}

function joined(headers: Record<string, string | string[] | undefined>): Record<string, string> {
	return Object.fromEntries(
		Object.entries(headers).map(([name, value]) => [name, [value ?? []].flat().join(', ')]),
	);
}

/** Ends an exchange whose body has too many bytes; says whether it may go on. */
function limit(exchange: Exchange, arrival: Arrival, bytes: number): boolean {
	const cap = exchange.request.maxResponseBytes;
	// What can't be compressed grows a little when it is: the unpacked size decides.
	const allowed = decoderOf(arrival) === undefined ? cap : cap * 1.01 + 1024;
	if (bytes > allowed) fail(exchange, 'tooLarge', `The response is larger than ${cap} bytes`);
	return !exchange.done;
}

async function finish(exchange: Exchange, arrival: Arrival): Promise<void> {
	try {
		settle(exchange, await unpack(arrival, exchange.request.maxResponseBytes));
	} catch (error) {
		failWith(exchange, error);
	}
}

/** The response in the form in which it was meant; rejects when it can't be unpacked within `cap` bytes. */
async function unpack(arrival: Arrival, cap: number): Promise<TransportResponse> {
	const { status, headers, pieces, bytes } = arrival;
	const body = pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces, bytes);
	arrival.pieces = [];
	const decode = decoderOf(arrival);
	if (decode === undefined || bytes === 0) return { kind: 'response', status, headers, body };
	const meant = Object.entries(headers).filter(([name]) => !describesPacking.has(name));
	return {
		kind: 'response',
		status,
		headers: Object.fromEntries(meant),
		body: await new Promise((resolve, reject) => {
			decode(body, { maxOutputLength: Math.max(cap, 1) }, (error, unpacked) =>
				error ? reject(error) : resolve(unpacked),
			);
		}),
	};
}

function decoderOf({ headers }: Arrival): Decoder | undefined {
	return decoders.get((headers['content-encoding'] ?? '').trim().toLowerCase());
}

/** `deflate` means zlib's format; some servers send the bare stream all the same. */
function hasZlibHeader(body: Buffer): boolean {
	return ((body[0] ?? 0) & 0x0f) === 8;
}
