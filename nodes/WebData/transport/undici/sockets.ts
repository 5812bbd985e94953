import { Socket } from 'node:net';

export type Connector<Options, Callback> = (options: Options, callback: Callback) => unknown;

export interface SocketTracker {
	track<Options, Callback>(connect: Connector<Options, Callback>): Connector<Options, Callback>;
	destroyAll(): void;
}

/**
 * Tracks all sockets, so that `destroyAll` can also destroy a socket during its TLS handshake. undici does not destroy
 * such a socket.
 */
export function trackSockets(): SocketTracker {
	const sockets = new Set<Socket>();
	return {
		track: (connect) => (options, callback) => {
			const socket = connect(options, callback);
			if (!(socket instanceof Socket)) return socket;
			sockets.add(socket);
			return socket.once('close', () => sockets.delete(socket));
		},
		destroyAll() {
			for (const socket of sockets) socket.destroy(new Error('The transport was closed'));
		},
	};
}

const HEAD_END = '\r\n\r\n';
const MAX_HEAD_BYTES = 16 * 1024;
const continueStatus = /^HTTP\/1\.[01] 100[ \r]/;
const STATUS_LINE_START = 'HTTP/1.x 100 ';

function isPartialContinue(bytes: Buffer): boolean {
	const start = bytes.toString('latin1', 0, STATUS_LINE_START.length);
	if (start.length === STATUS_LINE_START.length) {
		return continueStatus.test(start) && bytes.length <= MAX_HEAD_BYTES;
	}
	return STATUS_LINE_START.startsWith(start.replace(/^(HTTP\/1\.)[01]/, '$1x'));
}

/** Removes complete `100 Continue` responses from the start of the received bytes. */
export function skipContinue(bytes: Buffer): { rest: Buffer; partial: boolean } {
	let rest = bytes;
	while (continueStatus.test(rest.toString('latin1', 0, STATUS_LINE_START.length))) {
		const end = rest.indexOf(HEAD_END);
		if (end === -1) break;
		rest = rest.subarray(end + HEAD_END.length);
	}
	return { rest, partial: isPartialContinue(rest) };
}

/**
 * Hides `100 Continue` responses from undici. undici closes the connection after an unexpected `100 Continue` response,
 * but clients must accept the response: https://www.rfc-editor.org/rfc/rfc9110#section-15.2
 */
export function hideContinue(socket: Socket): void {
	const write = socket.write.bind(socket) as (...args: unknown[]) => boolean;
	const read = socket.read.bind(socket) as (size?: number) => Buffer | null;
	let expectsHead = false;
	let pending: Buffer = Buffer.alloc(0);
	socket.write = (data: unknown, ...args: unknown[]) => {
		// undici writes the head of a request as a single string, so a write of such a string starts a request.
		if (typeof data === 'string' && data.includes(' HTTP/1.1\r\n')) expectsHead = true;
		return write(data, ...args);
	};
	socket.read = (size?: number) => {
		for (let chunk = read(size); chunk !== null; chunk = read(size)) {
			if (!expectsHead) return chunk;
			const bytes = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
			const { rest, partial } = skipContinue(bytes);
			pending = partial ? rest : Buffer.alloc(0);
			expectsHead = partial;
			if (!partial) return rest;
		}
		return null;
	};
}
