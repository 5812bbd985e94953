import { failAs, type AnyExchange } from './exchange';

/**
 * Maximum total size of the response bodies that this process holds at the same time. A body may exceed this limit if
 * the process holds no other body.
 */
export const MAX_COLLECTED_BYTES = 512 * 1024 * 1024;

const collected = new Map<AnyExchange, number>();
let collectedBytes = 0;

/** Fails the exchange if several response bodies together exceed `MAX_COLLECTED_BYTES`. */
export function countCollectedBytes(exchange: AnyExchange, bytes: number): void {
	collectedBytes += bytes - (collected.get(exchange) ?? 0);
	collected.set(exchange, bytes);
	if (collectedBytes > MAX_COLLECTED_BYTES && collected.size > 1) {
		failAs(exchange, 'tooLarge', 'The responses that arrive at the same time need too much memory');
	}
}

export function releaseCollectedBytes(exchange: AnyExchange): void {
	collectedBytes -= collected.get(exchange) ?? 0;
	collected.delete(exchange);
}
