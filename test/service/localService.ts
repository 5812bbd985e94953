// Starts and ends the local service: a real HTTP(S) server that speaks the specification.
import * as http from 'node:http';
import * as https from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Fault } from './faults';
import { serveRequest } from './serveRequest';
import type { ReceivedRequest } from './requestLog';
import { createState, type ServiceState } from './state';

export { DEFAULT_API_KEY, FORBIDDEN_API_KEY } from './state';
export type { ReceivedRequest } from './requestLog';

export interface LocalServiceOptions {
	/** 0, the default, takes a free one. */
	port?: number;
	host?: string;
	apiKey?: string;
	tls?: { key: string; cert: string };
	/** Whether the team may use zero data retention; false by default. */
	zeroDataRetention?: boolean;
}

export interface LocalService {
	/** The origin, without a slash at its end. */
	url: string;
	apiKey: string;
	/** The API requests, in order of arrival. */
	requests: ReceivedRequest[];
	/** Requests for /pages and /files, the service's own scrapes of them included. */
	fetches: ReceivedRequest[];
	addFaults(...faults: Fault[]): void;
	/** Moves the service's clock on: ages of cached pages, lifetimes of links. */
	advanceClock(ms: number): void;
	/** Forgets requests, faults, cache and sessions, and ends answers that stand still. */
	reset(): Promise<void>;
	close(): Promise<void>;
}

// Longer than any test: a connection that ends while it is used anew would be a fault unasked for.
const KEEP_ALIVE_MS = 600_000;

export async function startLocalService(options: LocalServiceOptions = {}): Promise<LocalService> {
	const state = createState(options);
	const server = createServer(options.tls, (request, response) => {
		void serveRequest(state, request, response);
	});
	server.keepAliveTimeout = KEEP_ALIVE_MS;
	await listen(server, options.port ?? 0, options.host ?? '127.0.0.1');
	state.url = originOf(server, options);
	return {
		url: state.url,
		apiKey: state.apiKey,
		requests: state.log.api,
		fetches: state.log.fetches,
		addFaults: (...faults) => state.faults.add(faults),
		advanceClock: (ms) => state.clock.advance(ms),
		reset: async () => state.reset(),
		close: () => close(server, state),
	};
}

function createServer(
	tls: LocalServiceOptions['tls'],
	listener: http.RequestListener,
): http.Server | https.Server {
	return tls ? https.createServer(tls, listener) : http.createServer(listener);
}

async function listen(server: http.Server, port: number, host: string): Promise<void> {
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, host, resolve);
	});
}

function originOf(server: http.Server, options: LocalServiceOptions): string {
	const { port } = server.address() as AddressInfo;
	const host = options.host ?? '127.0.0.1';
	const anywhere = host === '0.0.0.0' || host === '::';
	const name = anywhere ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
	return `${options.tls ? 'https' : 'http'}://${name}:${port}`;
}

async function close(server: http.Server, state: ServiceState): Promise<void> {
	state.reset();
	await new Promise<void>((resolve) => {
		server.close(() => resolve());
		server.closeAllConnections();
	});
	await state.network.close();
}
