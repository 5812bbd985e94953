import { expectBody, failAs, pauseForMemory, type AnyExchange } from './exchange';
import { tooLargeMessage } from './responseHead';

/** Maximum total size of the response bodies that this process collects at the same time. */
export const MAX_COLLECTED_BYTES = 512 * 1024 * 1024;

interface Collected {
	bytes: number;
	/** Continues reading. Set while reading is paused. */
	resume?: () => void;
}

/** The bodies in the order in which they began. */
const bodies = new Map<AnyExchange, Collected>();
let collectedBytes = 0;

/** The oldest body may exceed the limit. Otherwise, no body would become complete and free its memory. */
const mayGrow = (exchange: AnyExchange): boolean =>
	collectedBytes <= MAX_COLLECTED_BYTES || bodies.keys().next().value === exchange;

/**
 * Sets the number of bytes that the exchange holds. Returns false if all bodies together exceed `MAX_COLLECTED_BYTES`.
 * The caller must then stop reading until `resume` is called. `resume` is also called when the exchange ends.
 */
export function countCollectedBytes(
	exchange: AnyExchange,
	bytes: number,
	resume: () => void,
): boolean {
	const body = bodies.get(exchange) ?? { bytes: 0 };
	bodies.set(exchange, body);
	collectedBytes += bytes - body.bytes;
	body.bytes = bytes;
	if (mayGrow(exchange)) return true;
	body.resume = resume;
	pauseForMemory(exchange);
	return false;
}

export function releaseCollectedBytes(exchange: AnyExchange): void {
	const released = bodies.get(exchange);
	if (released === undefined) return;
	bodies.delete(exchange);
	collectedBytes -= released.bytes;
	const resumed = [...bodies].filter(([waiting]) => mayGrow(waiting)).map(([, body]) => body);
	for (const body of [released, ...resumed]) {
		const { resume } = body;
		body.resume = undefined;
		resume?.();
	}
}

/**
 * Collects the chunks of a decoded body. `heldBytes` is the size of the encoded body in memory. Returns undefined if the
 * exchange ends before the body is complete.
 */
export async function collectChunks(
	exchange: AnyExchange,
	chunks: AsyncIterable<Buffer>,
	heldBytes = 0,
): Promise<Buffer | undefined> {
	const maxBytes = exchange.request.maxResponseBytes;
	const collected: Buffer[] = [];
	let bytes = 0;
	for await (const chunk of chunks) {
		bytes += chunk.length;
		if (bytes > maxBytes) failAs(exchange, 'tooLarge', tooLargeMessage(maxBytes));
		if (exchange.done) return undefined;
		collected.push(chunk);
		await new Promise<void>((resolve) => {
			if (countCollectedBytes(exchange, heldBytes + bytes, resolve)) resolve();
		});
		if (exchange.done) return undefined;
		expectBody(exchange);
	}
	return Buffer.concat(collected);
}
