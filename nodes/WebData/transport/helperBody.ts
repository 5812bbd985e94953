// The body of a response as n8n's request helper hands it on: piece by piece, within its limits.
import { tooLarge } from './arrival';
import { ABORTED, fail, failWith, type AnyExchange } from './exchange';
import type { BodyFate, TransportStream } from './transport';

type Pieces = AsyncIterable<Buffer>;

/** One of Node's streams: its class makes others. */
interface NodeStream extends Pieces {
	constructor: { from(pieces: Pieces, options: object): Made };
}

type Made = Omit<TransportStream['body'], 'destroy'> & { destroy(error?: Error): unknown };

const STALLED = 'The response stood still';
const HELD_BYTES = 64 * 1024;
/** Parts of the allowed time after each of which a body that stands still is looked at. */
const LOOKS = 20;

const nothing = () => undefined;

/** Where n8n answers in place of the network, as in its evaluations, the body is there at once: text, bytes or an object. */
export function piecesOf(body: unknown): Pieces {
	if (isFlowing(body)) return body;
	const text = typeof body === 'string' ? body : JSON.stringify(body ?? '');
	const whole = Buffer.isBuffer(body) ? body : Buffer.from(text);
	return (async function* () {
		yield whole;
	})();
}

const isFlowing = (body: unknown): body is NodeStream =>
	typeof body === 'object' && body !== null && Symbol.asyncIterator in body;

/** The pieces, until the body ends or its exchange does: standing still or growing too large ends the exchange. */
export async function* watched(
	exchange: AnyExchange,
	body: Pieces,
	fate: BodyFate,
): AsyncGenerator<Buffer, void> {
	const cap = exchange.request.maxResponseBytes;
	const stall = watchStall(exchange);
	try {
		for await (const piece of body) {
			fate.bytes += piece.length;
			if (fate.bytes > cap) fail(exchange, 'tooLarge', tooLarge(cap));
			if (exchange.done) return;
			stall.isReading = false;
			yield piece;
			stall.isReading = true;
		}
	} finally {
		stall.end();
	}
}

/**
 * Ends the exchange when no piece came for `stallTimeoutMs`, a twentieth of it later at most. Time in which
 * nobody reads does not count. Timers are forbidden to packages for n8n Cloud, but for those in signals.
 */
function watchStall(exchange: AnyExchange): { isReading: boolean; end(): void } {
	const lookAfterMs = Math.ceil(exchange.request.stallTimeoutMs / LOOKS);
	let timer: AbortSignal | undefined;
	let looks = 0;
	const wait = () => {
		if (lookAfterMs === 0) return;
		timer = AbortSignal.timeout(lookAfterMs);
		timer.addEventListener('abort', look);
	};
	const look = () => {
		looks += 1;
		// The first look may come right after a piece.
		if (stall.isReading && looks > LOOKS) fail(exchange, 'stalled', STALLED);
		else wait();
	};
	let isReading = true;
	const stall = {
		get isReading() {
			return isReading;
		},
		set isReading(now) {
			isReading = now;
			looks = 0;
		},
		end: () => timer?.removeEventListener('abort', look),
	};
	wait();
	return stall;
}

/** A stream of Node's over the body, with its fate; `ended` is called when it came to its end. Nothing where the body does not flow. */
export function flowingOver(
	exchange: AnyExchange,
	source: unknown,
	ended: () => void,
): Pick<TransportStream, 'body' | 'fate'> | undefined {
	if (!isFlowing(source)) return undefined;
	const fate: BodyFate = { bytes: 0 };
	const giveUp = exchange.cut;
	const reader = readerOf(exchange, watched(exchange, source, fate), ended);
	// `node:stream` can't be imported here, but what came knows how a stream is made.
	const options = { objectMode: false, highWaterMark: HELD_BYTES };
	const body = source.constructor.from({ [Symbol.asyncIterator]: () => reader }, options);
	exchange.cut = (failure) => {
		fate.failure ??= failure;
		body.destroy(new Error(failure.detail));
		giveUp?.(failure);
	};
	// It errors unheard without harm, and comes as far as there is room: whether it breaks off shows early.
	body.on('error', nothing).read(0);
	return { body, fate };
}

/** Reads for the stream. The exchange gets to know of every end; what the stream's reader did is not the body's fate. */
function readerOf(
	exchange: AnyExchange,
	pieces: AsyncGenerator<Buffer, void>,
	ended: () => void,
): AsyncIterator<Buffer, void> {
	const giveUp = exchange.cut;
	const over = { done: true, value: undefined } as const;
	return {
		async next() {
			try {
				const step = await pieces.next();
				if (step.done) ended();
				return step;
			} catch (error) {
				failWith(exchange, error);
				return over;
			}
		},
		async return() {
			exchange.cut = giveUp;
			fail(exchange, 'aborted', ABORTED);
			void pieces.return().then(nothing, nothing);
			return over;
		},
	};
}
