// What has arrived of a response: its head, whether its body is too large, and the body unpacked.
import { fail, failWith, settle, type AnyExchange, type Exchange } from './exchange';
import type { TransportResponse } from './http';

export interface ResponseHead {
	status: number;
	/** Names in lower case. */
	headers: Record<string, string>;
}

/** One of Node's functions that unpack a whole body. */
export type Decoder = (
	body: Buffer,
	options: { maxOutputLength: number },
	callback: (error: Error | null, unpacked: Buffer) => void,
) => void;

const encodingHeaders = new Set(['content-encoding', 'content-length']);

export const tooLargeMessage = (cap: number): string => `The response is larger than ${cap} bytes`;

/** A header that came more than once is joined. */
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

/** Bytes of the body that the head speaks of. */
export function contentLength({ headers }: ResponseHead): number {
	return Number(headers['content-length'] ?? 0);
}

/** The head without what is no longer true of an unpacked body. */
export function decodedHead({ status, headers }: ResponseHead): ResponseHead {
	const meant = Object.entries(headers).filter(([name]) => !encodingHeaders.has(name));
	return { status, headers: Object.fromEntries(meant) };
}

/** The head without the length of a body of which nobody can tell whether it came packed. */
export function withoutLength({ status, headers }: ResponseHead): ResponseHead {
	const meant = Object.entries(headers).filter(([name]) => name !== 'content-length');
	return { status, headers: Object.fromEntries(meant) };
}

/** Ends an exchange whose body has too many bytes on the wire; says whether it may go on. */
export function enforceSizeLimit(exchange: AnyExchange, bytes: number, isPacked: boolean): boolean {
	const cap = exchange.request.maxResponseBytes;
	// What can't be compressed grows a little when it is: the unpacked size decides.
	const allowed = isPacked ? cap * 1.01 + 1024 : cap;
	if (bytes > allowed) fail(exchange, 'tooLarge', tooLargeMessage(cap));
	return !exchange.done;
}

/** Ends an exchange with its whole body, in the form in which it was meant. */
export function completeExchange(
	exchange: Exchange<TransportResponse>,
	head: ResponseHead,
	chunks: Buffer[],
	decode: Decoder | undefined,
): void {
	const body = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
	if (decode === undefined || body.length === 0) {
		settle(exchange, { kind: 'response', ...head, body });
		return;
	}
	decodeBody(body, decode, exchange.request.maxResponseBytes).then(
		(unpacked) => settle(exchange, { kind: 'response', ...decodedHead(head), body: unpacked }),
		(error: unknown) => failWith(exchange, error),
	);
}

function decodeBody(packed: Buffer, decode: Decoder, cap: number): Promise<Buffer> {
	return new Promise((resolve, reject) => {
		decode(packed, { maxOutputLength: Math.max(cap, 1) }, (error, unpacked) =>
			error ? reject(error) : resolve(unpacked),
		);
	});
}

/** `deflate` means zlib's format; some servers send the bare stream all the same. */
export function hasZlibHeader(body: Buffer): boolean {
	return ((body[0] ?? 0) & 0x0f) === 8;
}
