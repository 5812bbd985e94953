import type { AnyExchange } from './exchange';

export interface ResponseHead {
	status: number;
	headers: Record<string, string>;
}

export const tooLargeMessage = (maxBytes: number): string =>
	`The response is larger than ${maxBytes} bytes`;

export function joinHeaders(
	headers: Record<string, string | string[] | undefined>,
): Record<string, string> {
	const joined: Record<string, unknown> = { ...headers };
	for (const [name, value = []] of Object.entries(headers)) {
		if (typeof value !== 'string') joined[name] = value.join(', ');
	}
	return joined as Record<string, string>;
}

export function contentEncoding({ headers }: ResponseHead): string {
	return (headers['content-encoding'] ?? '').trim().toLowerCase();
}

/** Returns the value of `content-length`, or 0 if the response does not contain this header. */
export function contentLength({ headers }: ResponseHead): number {
	return Number(headers['content-length'] ?? 0);
}

export function withoutHeaders(
	{ status, headers }: ResponseHead,
	...names: string[]
): ResponseHead {
	const kept = Object.entries(headers).filter(([name]) => !names.includes(name));
	return { status, headers: Object.fromEntries(kept) };
}

export const decodedHead = (head: ResponseHead): ResponseHead =>
	withoutHeaders(head, 'content-encoding', 'content-length');

/** Fails the exchange if the body is too large. Returns false if the exchange has ended. */
export function enforceSizeLimit(exchange: AnyExchange, bytes: number, isEncoded = false): boolean {
	const maxBytes = exchange.request.maxResponseBytes;
	// Encoding slightly enlarges data that cannot be compressed, so an encoded body may slightly exceed `maxBytes`.
	const allowed = isEncoded ? maxBytes * 1.01 + 1024 : maxBytes;
	if (bytes > allowed) exchange.failAs('tooLarge', tooLargeMessage(maxBytes));
	return !exchange.done;
}

/** Maximum total size of the response bodies that this process collects at the same time. */
export const MAX_COLLECTED_BYTES = 512 * 1024 * 1024;

/** The bodies in the order in which they began. `resume` continues reading, and is set while reading is paused. */
const bodies = new Map<AnyExchange, { bytes: number; resume?: () => void }>();
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
	exchange.release ??= () => releaseCollectedBytes(exchange);
	collectedBytes += bytes - body.bytes;
	body.bytes = bytes;
	if (mayGrow(exchange)) return true;
	body.resume = resume;
	exchange.pauseForMemory();
	return false;
}

export function releaseCollectedBytes(exchange: AnyExchange): void {
	const released = bodies.get(exchange);
	if (released === undefined) return;
	bodies.delete(exchange);
	collectedBytes -= released.bytes;
	const resumed = [released];
	for (const [waiting, body] of bodies) {
		if (body.resume !== undefined && mayGrow(waiting)) resumed.push(body);
	}
	for (const body of resumed) {
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
	const collected: Buffer[] = [];
	let bytes = 0;
	for await (const chunk of chunks) {
		bytes += chunk.length;
		if (!enforceSizeLimit(exchange, bytes)) return undefined;
		collected.push(chunk);
		await new Promise<void>((resolve) => {
			if (countCollectedBytes(exchange, heldBytes + bytes, resolve)) resolve();
		});
		if (exchange.done) return undefined;
		exchange.expectBody();
	}
	return Buffer.concat(collected);
}
