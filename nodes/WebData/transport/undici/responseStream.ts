import { Duplex, pipeline, type Readable, Transform } from 'node:stream';
import * as zlib from 'node:zlib';
import { toTransportFailure } from '../errors';
import type { StreamResult, TransportStream } from '../http';
import { contentEncoding, decodedHead, type ResponseHead, tooLargeMessage } from '../response';

/** Decodes a `deflate` body. The first chunk shows which decoder the body needs. */
async function* inflate(chunks: AsyncIterableIterator<Buffer>): AsyncGenerator<unknown> {
	const first = await chunks.next();
	if (first.done === true) return;
	// Some servers send raw deflate data without the zlib header:
	// https://www.rfc-editor.org/rfc/rfc9110#section-8.4.1.2
	const hasZlibHeader = ((first.value[0] ?? 0) & 0x0f) === 8;
	const decoder = hasZlibHeader ? zlib.createInflate() : zlib.createInflateRaw();
	decoder.write(first.value);
	yield* pipeline(chunks, decoder, () => undefined);
}

// undici's decompress interceptor prints an ExperimentalWarning to n8n's log. These decoders replace the interceptor.
const decoders = new Map<string, () => Duplex>([
	['gzip', zlib.createGunzip],
	['x-gzip', zlib.createGunzip],
	['br', zlib.createBrotliDecompress],
	['deflate', () => Duplex.from(inflate)],
]);

/** Returns a decoder for the body, or undefined if the body is not decoded. */
export const decoderOf = (head: ResponseHead): Duplex | undefined =>
	decoders.get(contentEncoding(head))?.();

/** Whether the size limit applies to the decoded body. */
export const isDecoded = (head: ResponseHead): boolean => decoders.has(contentEncoding(head));

export function toTransportStream(
	head: ResponseHead,
	source: Readable,
	streamResult: StreamResult,
	maxBytes: number,
): TransportStream {
	const setFailure = (error: Error): Error => {
		streamResult.failure ??= toTransportFailure(error, 'responding');
		return error;
	};
	const counter = new Transform({
		transform(chunk: Buffer, _encoding, done) {
			streamResult.bytes += chunk.length;
			// undici's parser may call this function. Inside the parser, the reader could not resume another response.
			if (streamResult.bytes <= maxBytes) return queueMicrotask(() => done(null, chunk));
			const error = new Error(tooLargeMessage(maxBytes));
			done(setFailure(Object.assign(error, { code: 'ERR_BUFFER_TOO_LARGE' })));
		},
	});
	const decoder = decoderOf(head);
	decoder?.on('error', (error) => counter.destroyed || setFailure(error));
	const { status, headers } = decoder ? decodedHead(head) : head;
	pipeline([source, ...(decoder ? [decoder] : []), counter], () => undefined);
	return { kind: 'stream', status, headers, body: counter, streamResult };
}
