// The body of a response as n8n's request helper hands it on: chunk by chunk, within its limits.
import { tooLargeMessage } from '../responseHead';
import { ABORTED, fail, failWith, type AnyExchange } from '../exchange';
import type { StreamResult, TransportStream } from '../http';

type Chunks = AsyncIterable<Buffer>;

/** One of Node's streams: its class makes others. */
interface NodeStream extends Chunks {
	constructor: { from(chunks: Chunks, options: object): CreatedStream };
}

type CreatedStream = Omit<TransportStream['body'], 'destroy'> & { destroy(error?: Error): unknown };

const STALLED = 'The response stood still';
const HIGH_WATER_MARK = 64 * 1024;
/** Parts of the allowed time after each of which a body that stands still is looked at. */
const STALL_CHECKS = 20;

const noop = () => undefined;

/** Where n8n answers in place of the network, as in its evaluations, the body is there at once: text, bytes or an object. */
export function bodyChunks(body: unknown): Chunks {
	if (isStream(body)) return body;
	const text = typeof body === 'string' ? body : JSON.stringify(body ?? '');
	const whole = Buffer.isBuffer(body) ? body : Buffer.from(text);
	return (async function* () {
		yield whole;
	})();
}

const isStream = (body: unknown): body is NodeStream =>
	typeof body === 'object' && body !== null && Symbol.asyncIterator in body;

/** The chunks, until the body ends or its exchange does: standing still or growing too large ends the exchange. */
export async function* limitedChunks(
	exchange: AnyExchange,
	body: Chunks,
	streamResult: StreamResult,
): AsyncGenerator<Buffer, void> {
	const cap = exchange.request.maxResponseBytes;
	const stall = watchStall(exchange);
	try {
		for await (const chunk of body) {
			streamResult.bytes += chunk.length;
			if (streamResult.bytes > cap) fail(exchange, 'tooLarge', tooLargeMessage(cap));
			if (exchange.done) return;
			stall.isReading = false;
			yield chunk;
			stall.isReading = true;
		}
	} finally {
		stall.end();
	}
}

/**
 * Ends the exchange when no chunk came for `stallTimeoutMs`, a twentieth of it later at most. Time in which
 * nobody reads does not count. Timers are forbidden to packages for n8n Cloud, but for those in signals.
 */
function watchStall(exchange: AnyExchange): { isReading: boolean; end(): void } {
	const lookAfterMs = Math.ceil(exchange.request.stallTimeoutMs / STALL_CHECKS);
	let timer: AbortSignal | undefined;
	let looks = 0;
	const wait = () => {
		if (lookAfterMs === 0) return;
		timer = AbortSignal.timeout(lookAfterMs);
		timer.addEventListener('abort', look);
	};
	const look = () => {
		looks += 1;
		// The first look may come right after a chunk.
		if (stall.isReading && looks > STALL_CHECKS) fail(exchange, 'bodyTimeout', STALLED);
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

/** A stream of Node's over the body, with its streamResult; `ended` is called when it came to its end. Nothing where the body does not flow. */
export function toReadable(
	exchange: AnyExchange,
	source: unknown,
	ended: () => void,
): Pick<TransportStream, 'body' | 'streamResult'> | undefined {
	if (!isStream(source)) return undefined;
	const streamResult: StreamResult = { bytes: 0 };
	const giveUp = exchange.abort;
	const reader = exchangeReader(exchange, limitedChunks(exchange, source, streamResult), ended);
	// `node:stream` can't be imported here, but what came knows how a stream is made.
	const options = { objectMode: false, highWaterMark: HIGH_WATER_MARK };
	const body = source.constructor.from({ [Symbol.asyncIterator]: () => reader }, options);
	exchange.abort = (failure) => {
		streamResult.failure ??= failure;
		body.destroy(new Error(failure.detail));
		giveUp?.(failure);
	};
	// It errors unheard without harm, and comes as far as there is room: whether it breaks off shows early.
	body.on('error', noop).read(0);
	return { body, streamResult };
}

/** Reads for the stream. The exchange gets to know of every end; what the stream's reader did is not the body's streamResult. */
function exchangeReader(
	exchange: AnyExchange,
	chunks: AsyncGenerator<Buffer, void>,
	ended: () => void,
): AsyncIterator<Buffer, void> {
	const giveUp = exchange.abort;
	const over = { done: true, value: undefined } as const;
	return {
		async next() {
			try {
				const step = await chunks.next();
				if (step.done) ended();
				return step;
			} catch (error) {
				failWith(exchange, error);
				return over;
			}
		},
		async return() {
			exchange.abort = giveUp;
			fail(exchange, 'aborted', ABORTED);
			void chunks.return().then(noop, noop);
			return over;
		},
	};
}
