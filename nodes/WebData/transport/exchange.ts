// One request on its way: how far it came, and that it ends once.
import { toTransportFailure, isKnownFailure, type Progress } from './errors';
import { shareSignals } from './signals';
import type { TransportFailure, TransportFailureKind, TransportRequest } from './http';

/** `Done` is what comes of it when nothing goes wrong. */
export interface Exchange<Done> {
	readonly request: TransportRequest;
	readonly resolve: (result: Done | TransportFailure) => void;
	progress: Progress;
	done: boolean;
	/** Gives up the connection; there once the request has one. */
	abort?: (failure: TransportFailure) => void;
}

/** An exchange as those see it who can only end it. */
export type AnyExchange = Exchange<never>;

/** Asked before a request is sent; a refusal's `detail` is for the user. */
export type Check = (url: URL) => Promise<{ ok: true } | { ok: false; detail: string }>;

export const ABORTED = 'The request was aborted';
const CLOSED = 'The transport was closed';

type Dispatch<Done> = (exchange: Exchange<Done>, url: URL) => void;

export interface Exchanges {
	/** Begins an exchange, and ends it when its signal fires. `dispatch` is called if the address is allowed and nothing has ended it by then. */
	begin<Done>(
		request: TransportRequest,
		resolve: Exchange<Done>['resolve'],
		dispatch: Dispatch<Done>,
	): void;
	/** Ends all that are on their way, and every later one at once. */
	close(): void;
}

/** The requests of one transport. */
export function openExchanges(check: Check | undefined): Exchanges {
	const onAbort = shareSignals();
	const running = new Set<AnyExchange>();
	let closed = false;
	return {
		begin<Done>(
			request: TransportRequest,
			resolve: Exchange<Done>['resolve'],
			dispatch: Dispatch<Done>,
		) {
			const end = (result: Done | TransportFailure) => {
				release();
				running.delete(exchange);
				resolve(result);
			};
			const exchange: Exchange<Done> = { request, resolve: end, progress: 'waiting', done: false };
			const release = onAbort(request.signal, () => fail(exchange, 'aborted', ABORTED));
			running.add(exchange);
			if (closed) fail(exchange, 'aborted', CLOSED);
			else if (request.signal?.aborted) fail(exchange, 'aborted', ABORTED);
			else if (check === undefined) start(exchange, dispatch);
			else void checkAndStart(exchange, check, dispatch);
		},
		close() {
			closed = true;
			for (const exchange of running) fail(exchange, 'aborted', CLOSED);
		},
	};
}

let lastParsed: { text: string; url: URL } | undefined;

/** Most requests go where the one before went; whoever gets the address must not change it. */
function parsedRequestUrl({ url: text }: TransportRequest): URL {
	if (lastParsed?.text !== text) lastParsed = { text, url: new URL(text) };
	return lastParsed.url;
}

function start<Done>(exchange: Exchange<Done>, dispatch: Dispatch<Done>): void {
	try {
		dispatch(exchange, parsedRequestUrl(exchange.request));
	} catch (error) {
		failWith(exchange, error);
	}
}

async function checkAndStart<Done>(
	exchange: Exchange<Done>,
	check: Check,
	dispatch: Dispatch<Done>,
): Promise<void> {
	try {
		await runCheck(check, new URL(exchange.request.url), exchange);
	} catch (error) {
		failWith(exchange, error);
	}
	if (!exchange.done) start(exchange, dispatch);
}

/** Ends the exchange; only the first result counts. */
export function settle<Done>(exchange: Exchange<Done>, result: Done): void {
	if (exchange.done) return;
	exchange.done = true;
	exchange.resolve(result);
}

/** Ends the exchange and gives up its connection. */
export function settleFailed(exchange: AnyExchange, failure: TransportFailure): void {
	if (exchange.done) return;
	exchange.done = true;
	exchange.resolve(failure);
	exchange.abort?.(failure);
}

export function fail(exchange: AnyExchange, failure: TransportFailureKind, detail: string): void {
	const possiblySent = exchange.progress !== 'waiting';
	settleFailed(exchange, { kind: 'failure', failure, possiblySent, detail });
}

/** Ends the exchange with what the error means at this point of it. */
export function failWith(exchange: AnyExchange, error: unknown): void {
	settleFailed(exchange, toTransportFailure(error, exchange.progress));
}

/**
 * Ends the exchange as `blocked` if the check refuses the address. A check that breaks down refuses
 * as well, unless the network broke it (it may resolve host names): that keeps its own name.
 */
async function runCheck(check: Check, url: URL, exchange: AnyExchange): Promise<void> {
	try {
		const verdict = await check(url);
		if (!verdict.ok) fail(exchange, 'blocked', verdict.detail);
	} catch (error) {
		if (isKnownFailure(error)) failWith(exchange, error);
		else fail(exchange, 'blocked', toTransportFailure(error, exchange.progress).detail);
	}
}
