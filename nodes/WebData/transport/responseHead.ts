import { failAs, type AnyExchange } from './exchange';

export interface ResponseHead {
	status: number;
	headers: Record<string, string>;
}

const encodingHeaders = new Set(['content-encoding', 'content-length']);

export const tooLargeMessage = (maxBytes: number): string =>
	`The response is larger than ${maxBytes} bytes`;

export function joinHeaders(
	headers: Record<string, string | string[] | undefined>,
): Record<string, string> {
	const text = (value: string | string[] = []) =>
		typeof value === 'string' ? value : value.join(', ');
	return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, text(value)]));
}

export function contentEncoding({ headers }: ResponseHead): string {
	return (headers['content-encoding'] ?? '').trim().toLowerCase();
}

/** Returns the value of `content-length`, or 0 if the response does not contain this header. */
export function contentLength({ headers }: ResponseHead): number {
	return Number(headers['content-length'] ?? 0);
}

export function decodedHead({ status, headers }: ResponseHead): ResponseHead {
	const kept = Object.entries(headers).filter(([name]) => !encodingHeaders.has(name));
	return { status, headers: Object.fromEntries(kept) };
}

export function withoutLength({ status, headers }: ResponseHead): ResponseHead {
	const kept = Object.entries(headers).filter(([name]) => name !== 'content-length');
	return { status, headers: Object.fromEntries(kept) };
}

/** Fails the exchange if the body is too large. Returns false if the exchange has ended. */
export function enforceSizeLimit(
	exchange: AnyExchange,
	bytes: number,
	isEncoded: boolean,
): boolean {
	const maxBytes = exchange.request.maxResponseBytes;
	// Encoding slightly enlarges data that cannot be compressed, so an encoded body may slightly exceed `maxBytes`.
	const allowed = isEncoded ? maxBytes * 1.01 + 1024 : maxBytes;
	if (bytes > allowed) failAs(exchange, 'tooLarge', tooLargeMessage(maxBytes));
	return !exchange.done;
}

/**
 * Whether a `deflate` body is in zlib format. Some servers send raw deflate data instead:
 * https://www.rfc-editor.org/rfc/rfc9110#section-8.4.1.2
 */
export function hasZlibHeader(body: Buffer): boolean {
	return ((body[0] ?? 0) & 0x0f) === 8;
}
