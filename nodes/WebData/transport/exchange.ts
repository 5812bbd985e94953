import { isKnownFailure, type Progress, toTransportFailure } from './errors';
import type { TransportFailure, TransportFailureKind, TransportRequest } from './http';
import { openUpload, type Upload } from './multipart';
import { monotonicNow, onAbort, scheduleDeadlines } from './signals';

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
	/** Frees the memory of the response body. */
	release?: () => void;
	abort?: (failure: TransportFailure) => void;
}

export type AnyExchange = Exchange<never>;

/** Decides whether the transport may send a request to the URL. */
export type EgressRule = (url: URL) => Promise<{ ok: true } | { ok: false; detail: string }>;

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

/** Returns the headers to send. Header names are in lowercase, so that they replace the defaults. */
export function sentHeaders(
	{ request, upload }: AnyExchange,
	defaults: Record<string, string>,
): Record<string, string> {
	const headers = Object.entries(request.headers).map(([name, value]) => [
		name.toLowerCase(),
		value,
	]);
	return { ...defaults, ...Object.fromEntries(headers), ...upload?.headers };
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

const CLOSED = 'The transport was closed';

type Dispatch<Result> = (exchange: Exchange<Result>, url: URL) => void;

/** Returns the exchanges of one transport. If `check` is undefined, all URLs are allowed. */
export function openExchanges(check: EgressRule | undefined) {
	const running = new Set<AnyExchange>();
	const schedule = scheduleDeadlines((nowMs) => expireExchanges(running, nowMs));
	let closed = false;
	return {
		begin<Result>(
			request: TransportRequest,
			resolve: Exchange<Result>['resolve'],
			dispatch: Dispatch<Result>,
		) {
			const end = (result: Result | TransportFailure) => {
				unsubscribe();
				running.delete(exchange);
				exchange.upload?.close();
				exchange.release?.();
				resolve(result);
			};
			const exchange = newExchange<Result>(request, end, schedule);
			const unsubscribe = onAbort(request.signal, () => failAs(exchange, 'aborted', ABORTED));
			running.add(exchange);
			if (closed) failAs(exchange, 'aborted', CLOSED);
			else if (request.signal?.aborted) failAs(exchange, 'aborted', ABORTED);
			else void startExchange(exchange, check, dispatch);
		},
		/** Aborts all current and later exchanges. */
		close() {
			closed = true;
			for (const exchange of running) failAs(exchange, 'aborted', CLOSED);
		},
	};
}

const newExchange = <Result>(
	request: TransportRequest,
	resolve: Exchange<Result>['resolve'],
	schedule: Exchange<Result>['schedule'],
): Exchange<Result> => ({
	request,
	resolve,
	schedule,
	progress: 'waiting',
	done: false,
	deadlineMs: Infinity,
	finalDeadlineMs: Infinity,
});

function expireExchanges(running: ReadonlySet<AnyExchange>, nowMs: number): number {
	let nextMs = Infinity;
	for (const exchange of running) {
		if (exchange.deadlineMs <= nowMs) expire(exchange);
		else nextMs = Math.min(nextMs, exchange.deadlineMs);
	}
	return nextMs;
}

const headerName = /^[!#$%&'*+.^_`|~\w-]+$/;
const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/;
const connectionHeaders: ReadonlySet<string> = new Set([
	'transfer-encoding',
	'keep-alive',
	'upgrade',
	'expect',
]);

/** Returns the reason why the request cannot be sent, or undefined if the request is valid. */
export function invalidRequestReason(
	{ headers, headTimeoutMs, stallTimeoutMs }: TransportRequest,
	{ protocol }: URL,
): string | undefined {
	if (protocol !== 'http:' && protocol !== 'https:') return `The scheme ${protocol} is not http`;
	if (!(headTimeoutMs >= 0 && stallTimeoutMs >= 0)) return 'A timeout must not be negative';
	for (const [name, value] of Object.entries(headers)) {
		if (!headerName.test(name)) return 'A header has an invalid name';
		if (connectionHeaders.has(name.toLowerCase())) return `The header ${name} cannot be set`;
		if (!headerValue.test(value)) return `The header ${name} has an invalid value`;
	}
	return undefined;
}

async function startExchange<Result>(
	exchange: Exchange<Result>,
	check: EgressRule | undefined,
	dispatch: Dispatch<Result>,
): Promise<void> {
	const { request } = exchange;
	try {
		const url = new URL(request.url);
		if (check !== undefined) await checkBeforeSend(check, url, exchange);
		if (exchange.done) return;
		const reason = invalidRequestReason(request, url);
		if (reason !== undefined) return failAs(exchange, 'invalid', reason);
		if (typeof request.body === 'object') {
			const upload = await openUpload(request.body, `web-data-${crypto.randomUUID()}`);
			if (exchange.done) return upload.close();
			exchange.upload = upload;
		}
		dispatch(exchange, url);
	} catch (error) {
		failWithError(exchange, error);
	}
}

async function checkBeforeSend(check: EgressRule, url: URL, exchange: AnyExchange): Promise<void> {
	try {
		const result = await check(url);
		if (!result.ok) failAs(exchange, 'blocked', result.detail);
	} catch (error) {
		if (isKnownFailure(error)) failWithError(exchange, error);
		else failAs(exchange, 'blocked', toTransportFailure(error, exchange.progress).detail);
	}
}
