import { monotonicNow } from './deadlines';
import { toTransportFailure, type Progress } from './errors';
import type { Upload } from './multipart';
import type { TransportFailure, TransportFailureKind, TransportRequest } from './http';

/** A request and its response. It ends once, with a `Result` or a failure. */
export interface Exchange<Result> {
	readonly request: TransportRequest;
	readonly resolve: (result: Result | TransportFailure) => void;
	progress: Progress;
	/** Status code of the response, once its head has arrived. */
	status?: number;
	done: boolean;
	/** Time at which the exchange fails if nothing more happens, on the clock of `monotonicNow`. */
	deadlineMs: number;
	/** Time at which the exchange fails in any case. */
	finalDeadlineMs: number;
	readonly schedule: (deadlineMs: number) => void;
	/** The request body, if it is multipart. */
	upload?: Upload;
	/** Closes the connection. Set once the request has one. */
	abort?: (failure: TransportFailure) => void;
}

/** An exchange with any type of result. It can only be ended with a failure. */
export type AnyExchange = Exchange<never>;

/** Decides before a request is sent whether its URL is allowed; `detail` is shown to the user. */
export type Check = (url: URL) => Promise<{ ok: true } | { ok: false; detail: string }>;

export const ABORTED = 'The request was aborted';

/** Slowest transfer that is not treated as an attack, in bytes per millisecond: 64 kB per second. */
const MIN_BYTES_PER_MS = 64;

/** Fails an exchange whose deadline has passed. */
export function expire(exchange: AnyExchange): void {
	const { headTimeoutMs, stallTimeoutMs } = exchange.request;
	if (exchange.progress !== 'responding') {
		failAs(exchange, 'headTimeout', `No response began within ${headTimeoutMs} ms`);
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

/** Starts the time of a request that is being sent. `graceMs` is added to the time for the head of the response. */
export function markSent(exchange: AnyExchange, graceMs = 0): void {
	const { headTimeoutMs, stallTimeoutMs, maxResponseBytes } = exchange.request;
	const headDeadlineMs = monotonicNow() + headTimeoutMs + graceMs;
	exchange.progress = 'sent';
	exchange.finalDeadlineMs = headDeadlineMs + stallTimeoutMs + maxResponseBytes / MIN_BYTES_PER_MS;
	setDeadline(exchange, headDeadlineMs);
}

/** Yields the chunks of a request body and extends the deadline with each of them. */
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

/** Starts or restarts the time until the next chunk of the response body. */
export function expectBody(exchange: AnyExchange, status = exchange.status): void {
	exchange.status = status;
	exchange.progress = 'responding';
	setDeadline(exchange, monotonicNow() + exchange.request.stallTimeoutMs);
}

/** Stops the time until the next chunk while the reader of the body pauses. */
export function pauseBody(exchange: AnyExchange): void {
	setDeadline(exchange, Infinity);
}

/** Ends the exchange; only the first result counts. */
export function complete<Result>(exchange: Exchange<Result>, result: Result): void {
	if (exchange.done) return;
	exchange.done = true;
	exchange.resolve(result);
}

/** Ends the exchange and closes its connection. */
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
