import { type Progress, toTransportFailure } from './errors';
import type { TransportFailure, TransportFailureKind, TransportRequest } from './http';
import type { Upload } from './multipart';
import { monotonicNow } from './signals';

/** A request and its response. An exchange ends exactly once, with a `Result` or a failure. */
export interface Exchange<Result> {
	readonly request: TransportRequest;
	readonly resolve: (result: Result | TransportFailure) => void;
	progress: Progress;
	status?: number;
	done: boolean;
	/** Whether reading is paused because all response bodies together need too much memory. */
	waitsForMemory?: boolean;
	/** Time at which the exchange fails if it has not ended. Progress extends this deadline. */
	deadlineMs: number;
	/** Latest possible value of `deadlineMs`. */
	finalDeadlineMs: number;
	readonly schedule: (deadlineMs: number) => void;
	upload?: Upload;
	abort?: (failure: TransportFailure) => void;
}

export type AnyExchange = Exchange<never>;

/** Decides whether the transport may send a request to the URL. */
export type Check = (url: URL) => Promise<{ ok: true } | { ok: false; detail: string }>;

export const ABORTED = 'The request was aborted';

/** Minimum transfer rate: 64 kB per second. A slower transfer fails, because it may be an attack. */
const MIN_BYTES_PER_MS = 64;

export function expire(exchange: AnyExchange): void {
	const { headTimeoutMs, stallTimeoutMs } = exchange.request;
	if (exchange.progress !== 'responding') {
		failAs(exchange, 'headTimeout', `No response began within ${headTimeoutMs} ms`);
	} else if (exchange.waitsForMemory) {
		failAs(exchange, 'memoryLimit', 'Other responses used the memory for too long');
	} else if (exchange.deadlineMs === exchange.finalDeadlineMs) {
		failAs(exchange, 'bodyTimeout', 'The response took too long');
	} else {
		failAs(exchange, 'bodyTimeout', `No data was received for ${stallTimeoutMs} ms`);
	}
}

function setDeadline(exchange: AnyExchange, deadlineMs: number): void {
	exchange.deadlineMs = Math.min(deadlineMs, exchange.finalDeadlineMs);
	exchange.schedule(exchange.deadlineMs);
}

/** Sets the deadlines of a request that is about to be sent. */
export function markSent(exchange: AnyExchange, graceMs = 0): void {
	const { headTimeoutMs, stallTimeoutMs, maxResponseBytes } = exchange.request;
	const headDeadlineMs = monotonicNow() + headTimeoutMs + graceMs;
	exchange.progress = 'sent';
	exchange.finalDeadlineMs = headDeadlineMs + stallTimeoutMs + maxResponseBytes / MIN_BYTES_PER_MS;
	setDeadline(exchange, headDeadlineMs);
}

export async function* uploadChunks(
	exchange: AnyExchange,
	{ chunks }: Upload,
): AsyncGenerator<Uint8Array, void> {
	for await (const chunk of chunks) {
		exchange.finalDeadlineMs += chunk.length / MIN_BYTES_PER_MS;
		if (exchange.progress === 'sent') {
			setDeadline(exchange, monotonicNow() + exchange.request.headTimeoutMs);
		}
		yield chunk;
	}
}

export function expectBody(exchange: AnyExchange, status = exchange.status): void {
	exchange.status = status;
	exchange.progress = 'responding';
	exchange.waitsForMemory = false;
	setDeadline(exchange, monotonicNow() + exchange.request.stallTimeoutMs);
}

export function pauseBody(exchange: AnyExchange): void {
	setDeadline(exchange, Infinity);
}

export function pauseForMemory(exchange: AnyExchange): void {
	exchange.waitsForMemory = true;
	pauseBody(exchange);
}

/** Ends the exchange with a result. Does nothing if the exchange has already ended. */
export function complete<Result>(exchange: Exchange<Result>, result: Result): void {
	if (exchange.done) return;
	exchange.done = true;
	exchange.resolve(result);
}

/** Ends the exchange with a failure and closes the connection. Does nothing if the exchange has already ended. */
export function fail(exchange: AnyExchange, cause: TransportFailure): void {
	if (exchange.done) return;
	const { status } = exchange;
	const failure = status === undefined ? cause : { ...cause, status };
	exchange.done = true;
	exchange.resolve(failure);
	exchange.abort?.(failure);
}

export function failAs(exchange: AnyExchange, failure: TransportFailureKind, detail: string): void {
	const possiblySent = exchange.progress !== 'waiting';
	fail(exchange, { kind: 'failure', failure, possiblySent, detail });
}

export function failWithError(exchange: AnyExchange, error: unknown): void {
	fail(exchange, toTransportFailure(error, exchange.progress));
}
