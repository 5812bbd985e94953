import type { Exchange } from './exchange';

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
export function enforceSizeLimit(exchange: Exchange, bytes: number, isEncoded = false): boolean {
	const maxBytes = exchange.request.maxResponseBytes;
	// Encoding slightly enlarges data that cannot be compressed, so an encoded body may slightly exceed `maxBytes`.
	const allowed = isEncoded ? maxBytes * 1.01 + 1024 : maxBytes;
	if (bytes > allowed) exchange.failAs('tooLarge', tooLargeMessage(maxBytes));
	return !exchange.done;
}

/** Collects the chunks of a decoded body. Returns undefined if the exchange ends before the body is complete. */
export async function collectChunks(
	exchange: Exchange,
	chunks: AsyncIterable<Buffer>,
): Promise<Buffer | undefined> {
	const collected: Buffer[] = [];
	let bytes = 0;
	for await (const chunk of chunks) {
		bytes += chunk.length;
		if (!enforceSizeLimit(exchange, bytes)) return undefined;
		collected.push(chunk);
		exchange.expectBody();
	}
	return Buffer.concat(collected);
}
