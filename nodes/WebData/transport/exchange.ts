import { type Progress, toTransportFailure } from './errors';
import type { TransportFailure, TransportFailureKind, TransportRequest } from './http';
import { openUpload, type Upload } from './multipart';
import { monotonicNow, onAbort, scheduleDeadlines } from './signals';

export const ABORTED = 'The request was aborted';

/** Minimum transfer rate: 64 kB per second. A slower transfer fails, because it may be an attack. */
const MIN_BYTES_PER_MS = 64;

/** A request and its response. An exchange ends exactly once. */
export class Exchange {
	progress: Progress = 'waiting';
	status?: number;
	done = false;
	/** Time at which the exchange fails if it has not ended. Progress extends this deadline. */
	deadlineMs = Infinity;
	/** Latest possible value of `deadlineMs`. */
	finalDeadlineMs = Infinity;
	upload?: Upload;
	abort?: (failure: TransportFailure) => void;

	constructor(
		readonly request: TransportRequest,
		private readonly schedule: (deadlineMs: number) => void,
		private readonly onEnd: (failure?: TransportFailure) => void,
	) {}

	/** Sets the deadlines of a request that is about to be sent. */
	markSent(graceMs = 0): void {
		const { headTimeoutMs, stallTimeoutMs, maxResponseBytes } = this.request;
		const headDeadlineMs = monotonicNow() + headTimeoutMs + graceMs;
		this.progress = 'sent';
		this.finalDeadlineMs = headDeadlineMs + stallTimeoutMs + maxResponseBytes / MIN_BYTES_PER_MS;
		this.setDeadline(headDeadlineMs);
	}

	/** Returns the headers to send. Header names are in lowercase, so that they replace the defaults. */
	sentHeaders(defaults: Record<string, string>): Record<string, string> {
		const headers = { ...defaults };
		for (const [name, value] of Object.entries(this.request.headers)) {
			headers[name.toLowerCase()] = value;
		}
		return Object.assign(headers, this.upload?.headers);
	}

	async *uploadChunks({ chunks }: Upload): AsyncGenerator<Uint8Array, void> {
		for await (const chunk of chunks) {
			this.finalDeadlineMs += chunk.length / MIN_BYTES_PER_MS;
			if (this.progress === 'sent') this.setDeadline(monotonicNow() + this.request.headTimeoutMs);
			yield chunk;
		}
	}

	expectBody(status = this.status): void {
		this.status = status;
		this.progress = 'responding';
		this.setDeadline(monotonicNow() + this.request.stallTimeoutMs);
	}

	pauseBody(): void {
		this.setDeadline(Infinity);
	}

	expire(): void {
		const { headTimeoutMs, stallTimeoutMs } = this.request;
		if (this.progress !== 'responding') {
			this.failAs('headTimeout', `No response began within ${headTimeoutMs} ms`);
		} else if (this.deadlineMs === this.finalDeadlineMs) {
			this.failAs('bodyTimeout', 'The response took too long');
		} else {
			this.failAs('bodyTimeout', `No data was received for ${stallTimeoutMs} ms`);
		}
	}

	/** Ends the exchange without a failure. Does nothing if the exchange has already ended. */
	complete(): void {
		if (!this.done) this.end();
	}

	/** Ends the exchange with a failure and closes the connection. Does nothing if the exchange has already ended. */
	fail(cause: TransportFailure): void {
		if (this.done) return;
		const failure = this.status === undefined ? cause : { ...cause, status: this.status };
		this.end(failure);
		this.abort?.(failure);
	}

	failAs(failure: TransportFailureKind, detail: string): void {
		this.fail({ kind: 'failure', failure, possiblySent: this.progress !== 'waiting', detail });
	}

	failWithError(error: unknown, unknownKind?: TransportFailureKind): void {
		this.fail(toTransportFailure(error, this.progress, unknownKind));
	}

	private setDeadline(deadlineMs: number): void {
		this.deadlineMs = Math.min(deadlineMs, this.finalDeadlineMs);
		this.schedule(this.deadlineMs);
	}

	private end(failure?: TransportFailure): void {
		this.done = true;
		// Closing a file runs code of n8n, which must not run inside undici's parser.
		queueMicrotask(() => this.upload?.close());
		this.onEnd(failure);
	}
}

/** Returns the reason why the transport must not send a request to the URL, or undefined if it may. */
export type EgressRule = (url: URL) => Promise<string | undefined>;

/** Sends the request of an exchange. */
type Dispatch<Result> = (
	exchange: Exchange,
	url: URL,
	respond: (result: Result) => void,
) => Promise<unknown>;

const CLOSED = 'The transport was closed';

/** Returns the exchanges of one transport. If `check` is undefined, all URLs are allowed. */
export function openExchanges(check: EgressRule | undefined) {
	const running = new Set<Exchange>();
	const schedule = scheduleDeadlines((nowMs) => {
		let nextMs = Infinity;
		for (const exchange of running) {
			if (exchange.deadlineMs <= nowMs) exchange.expire();
			else nextMs = Math.min(nextMs, exchange.deadlineMs);
		}
		return nextMs;
	});
	let closed = false;
	return {
		/** Returns a function that resolves when `dispatch` calls `respond`, or when the exchange fails. */
		sendWith:
			<Result>(dispatch: Dispatch<Result>) =>
			(request: TransportRequest): Promise<Result | TransportFailure> =>
				new Promise((resolve) => {
					const exchange = new Exchange(request, schedule, (failure) => {
						unsubscribe();
						running.delete(exchange);
						if (failure !== undefined) resolve(failure);
					});
					const abort = (detail: string) => exchange.failAs('aborted', detail);
					const unsubscribe = onAbort(request.signal, () => abort(ABORTED));
					running.add(exchange);
					if (closed) abort(CLOSED);
					else if (request.signal?.aborted) abort(ABORTED);
					else {
						prepare(exchange, check)
							.then((url) => url && dispatch(exchange, url, resolve))
							.catch((error: unknown) => exchange.failWithError(error));
					}
				}),
		/** Aborts all current and later exchanges. */
		close() {
			closed = true;
			for (const exchange of running) exchange.failAs('aborted', CLOSED);
		},
	};
}

const connectionHeader = /^(transfer-encoding|keep-alive|upgrade|expect)$/i;

export function invalidRequestReason(
	{ headers, headTimeoutMs, stallTimeoutMs }: TransportRequest,
	{ protocol }: URL,
): string | undefined {
	if (protocol !== 'http:' && protocol !== 'https:') return `The scheme ${protocol} is not http`;
	if (!(headTimeoutMs >= 0 && stallTimeoutMs >= 0)) return 'A timeout must not be negative';
	for (const [name, value] of Object.entries(headers)) {
		if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name)) return 'A header has an invalid name';
		if (connectionHeader.test(name)) return `The header ${name} cannot be set`;
		if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) return `The header ${name} has an invalid value`;
	}
	return undefined;
}

/** Returns the URL of a request that can be sent. Otherwise, the exchange has ended. */
async function prepare(
	exchange: Exchange,
	check: EgressRule | undefined,
): Promise<URL | undefined> {
	const { request } = exchange;
	const url = new URL(request.url);
	try {
		const blocked = await check?.(url);
		if (blocked !== undefined) exchange.failAs('blocked', blocked);
	} catch (error) {
		exchange.failWithError(error, 'blocked');
	}
	if (exchange.done) return undefined;
	const reason = invalidRequestReason(request, url);
	if (reason !== undefined) exchange.failAs('invalid', reason);
	else if (typeof request.body === 'object') {
		const upload = await openUpload(request.body, `web-data-${crypto.randomUUID()}`);
		if (exchange.done) upload.close();
		else exchange.upload = upload;
	}
	return exchange.done ? undefined : url;
}
