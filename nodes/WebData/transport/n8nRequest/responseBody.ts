import { ABORTED, type Exchange } from '../exchange';
import type { NodeReadable, StreamResult, TransportStream } from '../http';
import { enforceSizeLimit } from '../response';

type Chunks = AsyncIterable<Buffer>;

/**
 * A Node.js stream. Other streams are created with its `constructor`, because n8n Cloud forbids importing
 * `node:stream`.
 */
interface NodeStream extends Chunks {
	constructor: { from(chunks: Chunks, options: object): NodeReadable };
}

const noop = () => undefined;

/**
 * Returns the chunks of a body. The body is usually a stream. In an n8n evaluation, it is a string, a buffer, or an
 * object.
 */
export function bodyChunks(body: unknown): Chunks {
	if (isStream(body)) return body;
	const text = typeof body === 'string' ? body : JSON.stringify(body ?? '');
	const bytes = Buffer.isBuffer(body) ? body : Buffer.from(text);
	return (async function* () {
		yield bytes;
	})();
}

const isStream = (body: unknown): body is NodeStream =>
	typeof body === 'object' && body !== null && Symbol.asyncIterator in body;

async function* limitedChunks(
	exchange: Exchange,
	body: Chunks,
	streamResult: StreamResult,
): AsyncGenerator<Buffer, void> {
	for await (const chunk of body) {
		streamResult.bytes += chunk.length;
		if (!enforceSizeLimit(exchange, streamResult.bytes)) return;
		exchange.pauseBody();
		yield chunk;
		exchange.expectBody();
	}
}

/** Returns a readable stream of the body, or undefined if n8n did not return a stream. */
export function toReadable(
	exchange: Exchange,
	source: unknown,
): Pick<TransportStream, 'body' | 'streamResult'> | undefined {
	if (!isStream(source)) return undefined;
	const streamResult: StreamResult = { bytes: 0 };
	const abortRequest = exchange.abort;
	const iterator = bodyIterator(exchange, limitedChunks(exchange, source, streamResult));
	const body = source.constructor.from(
		{ [Symbol.asyncIterator]: () => iterator },
		{ objectMode: false, highWaterMark: 64 * 1024 },
	);
	exchange.abort = (failure) => {
		streamResult.failure ??= failure;
		body.destroy(new Error(failure.detail));
		abortRequest?.(failure);
	};
	// Without an error listener, an unread stream that fails would crash the process. `read(0)` starts the transfer even
	// if the caller does not read the stream yet.
	body.on('error', noop).read(0);
	return { body, streamResult };
}

/** If the reader destroys the stream, the exchange ends and `streamResult.failure` remains undefined. */
function bodyIterator(
	exchange: Exchange,
	chunks: AsyncGenerator<Buffer, void>,
): AsyncIterator<Buffer, void> {
	const abortRequest = exchange.abort;
	const end = { done: true, value: undefined } as const;
	return {
		async next() {
			try {
				const result = await chunks.next();
				if (result.done) exchange.complete();
				return result;
			} catch (error) {
				exchange.failWithError(error);
				return end;
			}
		},
		async return() {
			exchange.abort = abortRequest;
			exchange.failAs('aborted', ABORTED);
			void chunks.return().then(noop, noop);
			return end;
		},
	};
}
