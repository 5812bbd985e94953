// The body of a response over undici as a stream: unpacked, counted, cut at its cap, with its fate told.
import { pipeline, Transform, type Readable } from 'node:stream';
import * as zlib from 'node:zlib';

import { encodingOf, tooLarge, unpackedHead, type Arrival } from './arrival';
import { failureOf } from './failure';
import type { BodyFate, TransportStream } from './transport';

const unpackers = new Map<string, () => NodeJS.ReadWriteStream>([
	['gzip', zlib.createGunzip],
	['x-gzip', zlib.createGunzip],
	['br', zlib.createBrotliDecompress],
	['deflate', zlib.createInflate],
]);

/** By the code that Node gives a body which grows beyond its cap. */
const TOO_LARGE = 'ERR_BUFFER_TOO_LARGE';

/** Whether the body comes packed in a way that is undone here: the cap then counts what comes out. */
export const isUnpacked = (arrival: Arrival): boolean => unpackers.has(encodingOf(arrival));

/** The response whose body comes from `source` as it stands on the wire. */
export function streamOf(
	arrival: Arrival,
	source: Readable,
	fate: BodyFate,
	cap: number,
): TransportStream {
	const broken = (error: Error): Error => {
		fate.failure ??= failureOf(error, 'responding');
		return error;
	};
	const counter = new Transform({
		transform(piece: Buffer, _encoding, done) {
			fate.bytes += piece.length;
			if (fate.bytes <= cap) done(null, piece);
			else done(broken(Object.assign(new Error(tooLarge(cap)), { code: TOO_LARGE })));
		},
	});
	const unpacker = unpackers.get(encodingOf(arrival))?.();
	unpacker?.on('error', (error) => counter.destroyed || broken(error));
	const { status, headers } = unpacker ? unpackedHead(arrival) : arrival;
	pipeline([source, ...(unpacker ? [unpacker] : []), counter], () => undefined);
	return { kind: 'stream', status, headers, body: counter, fate };
}
