// The body of a response over undici as a stream: unpacked, counted, cut at its cap, with its streamResult told.
import { pipeline, Transform, type Readable } from 'node:stream';
import * as zlib from 'node:zlib';

import { contentEncoding, tooLargeMessage, decodedHead, type ResponseHead } from '../responseHead';
import { toTransportFailure } from '../errors';
import type { StreamResult, TransportStream } from '../http';

const decoders = new Map<string, () => NodeJS.ReadWriteStream>([
	['gzip', zlib.createGunzip],
	['x-gzip', zlib.createGunzip],
	['br', zlib.createBrotliDecompress],
	['deflate', zlib.createInflate],
]);

/** By the code that Node gives a body which grows beyond its cap. */
const TOO_LARGE = 'ERR_BUFFER_TOO_LARGE';

/** Whether the body comes packed in a way that is undone here: the cap then counts what comes out. */
export const isDecoded = (head: ResponseHead): boolean => decoders.has(contentEncoding(head));

/** The response whose body comes from `source` as it stands on the wire. */
export function toTransportStream(
	head: ResponseHead,
	source: Readable,
	streamResult: StreamResult,
	cap: number,
): TransportStream {
	const broken = (error: Error): Error => {
		streamResult.failure ??= toTransportFailure(error, 'responding');
		return error;
	};
	const counter = new Transform({
		transform(chunk: Buffer, _encoding, done) {
			streamResult.bytes += chunk.length;
			if (streamResult.bytes <= cap) done(null, chunk);
			else done(broken(Object.assign(new Error(tooLargeMessage(cap)), { code: TOO_LARGE })));
		},
	});
	const unpacker = decoders.get(contentEncoding(head))?.();
	unpacker?.on('error', (error) => counter.destroyed || broken(error));
	const { status, headers } = unpacker ? decodedHead(head) : head;
	pipeline([source, ...(unpacker ? [unpacker] : []), counter], () => undefined);
	return { kind: 'stream', status, headers, body: counter, streamResult };
}
