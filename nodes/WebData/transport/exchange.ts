// One request on its way: how far it came, and that it ends once.
import { failureOf, isKnownFailure, type Progress } from './failure';
import type { TransportFailureKind, TransportRequest, TransportResult } from './transport';

export interface Exchange {
	readonly request: TransportRequest;
	readonly resolve: (result: TransportResult) => void;
	progress: Progress;
	done: boolean;
	/** Gives up the connection; there once the request has one. */
	cut?: () => void;
}

/** Asked before a request is sent; a refusal's `detail` is for the user. */
export type Check = (url: URL) => Promise<{ ok: true } | { ok: false; detail: string }>;

export function begin(request: TransportRequest, resolve: Exchange['resolve']): Exchange {
	return { request, resolve, progress: 'waiting', done: false };
}

/** Ends the exchange; only the first result counts. One that failed gives up its connection. */
export function settle(exchange: Exchange, result: TransportResult): void {
	if (exchange.done) return;
	exchange.done = true;
	exchange.resolve(result);
	if (result.kind === 'failure') exchange.cut?.();
}

export function fail(exchange: Exchange, failure: TransportFailureKind, detail: string): void {
	const mayHaveBeenSent = exchange.progress !== 'waiting';
	settle(exchange, { kind: 'failure', failure, mayHaveBeenSent, detail });
}

/** Ends the exchange with what the error means at this point of it. */
export function failWith(exchange: Exchange, error: unknown): void {
	settle(exchange, failureOf(error, exchange.progress));
}

/**
 * Ends the exchange as `blocked` if the check refuses the address. A check that breaks down refuses
 * as well, unless the network broke it (it may resolve host names): that keeps its own name.
 */
export async function ask(check: Check, url: URL, exchange: Exchange): Promise<void> {
	try {
		const verdict = await check(url);
		if (!verdict.ok) fail(exchange, 'blocked', verdict.detail);
	} catch (error) {
		if (isKnownFailure(error)) failWith(exchange, error);
		else fail(exchange, 'blocked', failureOf(error, exchange.progress).detail);
	}
}
