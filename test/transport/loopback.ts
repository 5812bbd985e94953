import * as http from 'node:http';
import * as https from 'node:https';
import * as net from 'node:net';
import { generate } from 'selfsigned';

import type { TransportRequest } from '../../nodes/WebData/transport/http';

export interface LoopbackRequest {
	method: string;
	url: string;
	headers: http.IncomingHttpHeaders;
	body: string;
}

export interface Loopback {
	port: number;
	url: string;
	/** Returns the number of accepted TCP connections. */
	connections(): number;
	/** Resolves when the last accepted connection is closed. */
	closed(): Promise<unknown>;
	/** Requests that the server has received completely. */
	seen: LoopbackRequest[];
}

type Answer = (
	request: LoopbackRequest,
	response: http.ServerResponse,
	raw: http.IncomingMessage,
) => void;

const running: (() => Promise<void>)[] = [];

export const nothing = () => undefined;

/** Stops all servers that the tests of a file started. Every test file must call `stopServers` in `afterEach`. */
export async function stopServers(): Promise<void> {
	await Promise.all(running.splice(0).map((stop) => stop()));
}

async function listen(server: net.Server, scheme: string): Promise<Loopback> {
	const sockets: net.Socket[] = [];
	let closed: Promise<unknown> = Promise.resolve();
	server.on('connection', (socket: net.Socket) => {
		sockets.push(socket.on('error', nothing));
		closed = new Promise((resolve) => socket.once('close', resolve));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	running.push(async () => {
		for (const socket of sockets) socket.destroy();
		await new Promise((resolve) => server.close(resolve));
	});
	const { port } = server.address() as net.AddressInfo;
	const counts = { connections: () => sockets.length, closed: () => closed };
	return { port, url: `${scheme}://127.0.0.1:${port}`, ...counts, seen: [] };
}

function reader(seen: LoopbackRequest[], answer: Answer): http.RequestListener {
	return (raw, response) => {
		const chunks: Buffer[] = [];
		raw.on('data', (chunk: Buffer) => chunks.push(chunk));
		raw.on('end', () => {
			const { method = '', url = '', headers } = raw;
			const request = { method, url, headers, body: Buffer.concat(chunks).toString() };
			seen.push(request);
			answer(request, response, raw);
		});
	};
}

export async function startHttp(answer: Answer): Promise<Loopback> {
	const seen: LoopbackRequest[] = [];
	return { ...(await listen(http.createServer(reader(seen, answer)), 'http')), seen };
}

/** Starts a server whose response does not depend on the request. */
export const startAnswering = (
	answer: (response: http.ServerResponse) => unknown,
): Promise<Loopback> => startHttp((_request, response) => void answer(response));

export const startOk = (): Promise<Loopback> => startAnswering((response) => response.end('ok'));

export const overTls = ({ url }: Loopback): string => url.replace('http:', 'https:');

export async function startStreaming(listener: http.RequestListener): Promise<Loopback> {
	return await listen(http.createServer(listener), 'http');
}

export async function startHttps(answer: Answer, keys: Keys): Promise<Loopback> {
	const seen: LoopbackRequest[] = [];
	const server = https.createServer(keys, reader(seen, answer));
	server.on('tlsClientError', nothing);
	return { ...(await listen(server, 'https')), seen };
}

export async function startTcp(
	onData: (socket: net.Socket, text: string) => void,
	onConnect: (socket: net.Socket) => void = nothing,
): Promise<Loopback> {
	const server = net.createServer((socket) => {
		onConnect(socket);
		socket.on('data', (data) => onData(socket, data.toString('latin1')));
	});
	return await listen(server, 'http');
}

export interface Proxy extends Loopback {
	tunnels: string[];
}

/** Starts an HTTP proxy whose tunnels all lead to a port. */
export async function startProxy(port: number): Promise<Proxy> {
	const tunnels: string[] = [];
	const server = http.createServer();
	server.on('connect', (request, client: net.Socket) => {
		tunnels.push(request.url ?? '');
		client.on('error', nothing);
		const target = net.connect(port, '127.0.0.1', () => {
			client.write('HTTP/1.1 200 Connection established\r\n\r\n');
			target.pipe(client).pipe(target);
		});
		target.on('error', () => client.destroy());
		running.push(async () => void target.destroy());
	});
	return { ...(await listen(server, 'http')), tunnels };
}

export interface Keys {
	key: string;
	cert: string;
}

export async function makeKeys(...names: string[]): Promise<Keys> {
	const altNames = names.map((name) =>
		net.isIP(name) ? { type: 7 as const, ip: name } : { type: 2 as const, value: name },
	);
	const certificate = await generate([{ name: 'commonName', value: names[0] }], {
		keyType: 'ec',
		algorithm: 'sha256',
		extensions: [{ name: 'subjectAltName', altNames }],
	});
	return { key: certificate.private, cert: certificate.cert };
}

export async function withProxyEnv<T>(
	variables: Record<string, string>,
	work: () => Promise<T>,
): Promise<T> {
	const before = process.env;
	const rest = Object.entries(before).filter(
		([name]) => !/^(http|https|all|no)_proxy$/i.test(name),
	);
	process.env = { ...Object.fromEntries(rest), ...variables };
	try {
		return await work();
	} finally {
		process.env = before;
	}
}

export function requestTo(url: string, over: Partial<TransportRequest> = {}): TransportRequest {
	return {
		...{ method: 'GET', url, headers: {} },
		...{ headTimeoutMs: 10_000, stallTimeoutMs: 10_000, maxResponseBytes: 1_000_000 },
		...over,
	};
}
