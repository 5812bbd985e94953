import { Duplex, pipeline, Readable, Transform } from 'node:stream';
import * as zlib from 'node:zlib';
import type { Dispatcher } from 'undici';
import { failureError, toTransportFailure } from '../errors';
import { ABORTED, type EgressRule, type Exchange, openExchanges } from '../exchange';
import type { StreamingTransport, StreamResult, TransportResponse, TransportStream } from '../http';
import {
	collectChunks,
	contentEncoding,
	contentLength,
	decodedHead,
	enforceSizeLimit,
	joinHeaders,
	type ResponseHead,
	tooLargeMessage,
} from '../response';
import type { ConnectionOptions } from './dispatcher';

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
const decoderOf = (head: ResponseHead): Duplex | undefined =>
	decoders.get(contentEncoding(head))?.();

/** Whether the size limit applies to the decoded body. */
const isDecoded = (head: ResponseHead): boolean => decoders.has(contentEncoding(head));

function toTransportStream(
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
			done(setFailure(failureError('tooLarge', tooLargeMessage(maxBytes))));
		},
	});
	const decoder = decoderOf(head);
	decoder?.on('error', (error) => counter.destroyed || setFailure(error));
	const { status, headers } = decoder ? decodedHead(head) : head;
	pipeline([source, ...(decoder ? [decoder] : []), counter], () => undefined);
	return { kind: 'stream', status, headers, body: counter, streamResult };
}

export interface UndiciTransportOptions extends ConnectionOptions {
	check?: EgressRule;
}

/**
 * A transport that uses undici with its own pool of HTTP/1.1 keep-alive connections. Loads undici before the first
 * request, not when n8n starts.
 *
 * Redirects are returned as responses. Bodies that are compressed with gzip, Brotli, or deflate are decoded. Requests
 * are not retried. If the server closes the connection before a response starts, the failure is `closed`.
 */
export function undiciTransport({
	check,
	...options
}: UndiciTransportOptions = {}): StreamingTransport {
	const open = async () => (await import('./dispatcher.js')).openConnections(options);
	let opened: ReturnType<typeof open> | undefined;
	const exchanges = openExchanges(check);
	const sendWith = <Result>(createHandler: CreateHandler<Result>) =>
		exchanges.sendWith<Result>(async (exchange, url, respond) => {
			const { dispatcher } = await (opened ??= open());
			if (exchange.done) return;
			if (dispatcher === undefined) {
				const detail = 'The proxy address in HTTP_PROXY, HTTPS_PROXY, or ALL_PROXY is not valid';
				return exchange.failAs('proxySetting', detail);
			}
			dispatcher.dispatch(dispatchOptions(url, exchange), createHandler(exchange, respond));
		});
	return {
		send: sendWith(collectHandler),
		open: sendWith(streamHandler),
		// After a failed connection attempt, undici drops the pool. Only `exchanges.close` ends the requests of a
		// dropped pool.
		async close() {
			exchanges.close();
			await (await opened?.catch(() => undefined))?.close();
		},
	};
}

type CreateHandler<Result> = (
	exchange: Exchange,
	respond: (result: Result) => void,
) => Dispatcher.DispatchHandler;

function dispatchOptions(url: URL, exchange: Exchange): Dispatcher.DispatchOptions {
	const { request, upload } = exchange;
	const chunks = upload && exchange.uploadChunks(upload);
	return {
		origin: url.origin,
		path: url.pathname + url.search,
		method: request.method,
		headers: exchange.sentHeaders({
			'accept-encoding': 'gzip, br, deflate',
			// As in n8n's own nodes. Some firewalls and servers reject requests without a user agent.
			'user-agent': 'n8n',
		}),
		body: chunks
			? Readable.from(chunks, { objectMode: false }).on('error', () => undefined)
			: (request.body as string | undefined),
		// undici restarts its timeouts with every informational response, so the exchange enforces its own deadlines.
		headersTimeout: 0,
		bodyTimeout: 0,
	};
}

/** undici calls this function immediately before it sends the first byte of the request. */
function onRequestStart(exchange: Exchange, controller: Dispatcher.DispatchController): void {
	if (exchange.done) return controller.abort(new Error(ABORTED));
	exchange.abort = () => controller.abort(new Error(ABORTED));
	exchange.markSent();
}

const collectHandler: CreateHandler<TransportResponse> = (exchange, respond) => {
	const head: ResponseHead = { status: 0, headers: {} };
	const chunks: Buffer[] = [];
	let bytes = 0;
	return {
		onRequestStart: (controller) => onRequestStart(exchange, controller),
		onResponseStart(_controller, status, headers) {
			if (status < 200) return;
			exchange.expectBody(status);
			Object.assign(head, { status, headers: joinHeaders(headers) });
			enforceSizeLimit(exchange, contentLength(head), isDecoded(head));
		},
		onResponseData(_controller, chunk) {
			bytes += chunk.length;
			if (!enforceSizeLimit(exchange, bytes, isDecoded(head))) return;
			exchange.expectBody();
			chunks.push(chunk);
		},
		onResponseEnd: () =>
			void decodeResponse(exchange, head, chunks.splice(0)).then(
				(response) => {
					if (response === undefined) return;
					exchange.complete();
					respond(response);
				},
				(error: unknown) => exchange.failWithError(error),
			),
		onResponseError: (_controller, error) => exchange.failWithError(error),
	};
};

/** Returns the response with its decoded body, or undefined if the exchange has failed. */
async function decodeResponse(
	exchange: Exchange,
	head: ResponseHead,
	chunks: Buffer[],
): Promise<TransportResponse | undefined> {
	const body = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
	const decoder = decoderOf(head);
	if (decoder === undefined || body.length === 0) return { kind: 'response', ...head, body };
	decoder.end(body);
	const decoded = await collectChunks(exchange, decoder);
	return decoded && { kind: 'response', ...decodedHead(head), body: decoded };
}

const streamHandler: CreateHandler<TransportStream> = (exchange, respond) => {
	const streamResult: StreamResult = { bytes: 0 };
	let source: Readable | undefined;
	return {
		onRequestStart: (controller) => onRequestStart(exchange, controller),
		onResponseStart(controller, status, headers) {
			if (status < 200) return;
			exchange.expectBody(status);
			const head = { status, headers: joinHeaders(headers) };
			if (!enforceSizeLimit(exchange, contentLength(head), isDecoded(head))) return;
			source = rawBodyStream(exchange, controller, streamResult);
			respond(toTransportStream(head, source, streamResult, exchange.request.maxResponseBytes));
		},
		onResponseData(controller, chunk) {
			exchange.expectBody();
			if (source?.push(chunk) !== false) return;
			controller.pause();
			exchange.pauseBody();
		},
		onResponseEnd() {
			source?.push(null);
			if (source) exchange.complete();
		},
		onResponseError: (_controller, error) => exchange.failWithError(error),
	};
};

/**
 * Returns a stream of the undecoded body. Destroying the stream ends the exchange, and ending the exchange destroys the
 * stream. If the reader destroys the stream, `streamResult.failure` remains undefined.
 */
function rawBodyStream(
	exchange: Exchange,
	controller: Dispatcher.DispatchController,
	streamResult: StreamResult,
): Readable {
	const source = new Readable({
		read() {
			exchange.expectBody();
			controller.resume();
		},
		destroy(error, callback) {
			exchange.abort = () => controller.abort(new Error(ABORTED));
			exchange.failAs('aborted', ABORTED);
			callback(error);
		},
	});
	exchange.abort = (failure) => {
		streamResult.failure ??= failure;
		source.destroy(new Error(failure.detail));
		controller.abort(new Error(ABORTED));
	};
	return source;
}
