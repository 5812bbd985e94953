import { failAs, type AnyExchange } from './exchange';

/**
 * Maximum total size in bytes of the response bodies that this process collects at the same time. A single response may
 * be larger.
 */
export const MAX_COLLECTED_BYTES = 512 * 1024 * 1024;

const collected = new Map<AnyExchange, number>();
let collectedBytes = 0;

/** Counts the bytes of a response body. Fails the exchange if all response bodies together are too large. */
export function countCollectedBytes(exchange: AnyExchange, bytes: number): void {
	collectedBytes += bytes - (collected.get(exchange) ?? 0);
	collected.set(exchange, bytes);
	if (collectedBytes > MAX_COLLECTED_BYTES && collected.size > 1) {
		failAs(exchange, 'tooLarge', 'The responses that arrive at the same time need too much memory');
	}
}

/** Releases the bytes of a response body. Must be called when an exchange ends. */
export function releaseCollectedBytes(exchange: AnyExchange): void {
	collectedBytes -= collected.get(exchange) ?? 0;
	collected.delete(exchange);
}
