import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import {
	ABORTED,
	type AnyExchange,
	type EgressRule,
	type Exchange,
	openExchanges,
} from '../exchange';
import type {
	StreamingTransport,
	StreamResult,
	TransportRequest,
	TransportResponse,
	TransportStream,
} from '../http';
import {
	collectChunks,
	contentLength,
	decodedHead,
	enforceSizeLimit,
	joinHeaders,
	type ResponseHead,
} from '../response';
import { type ConnectionOptions, openConnections } from './dispatcher';
import { decoderOf, isDecoded, toTransportStream } from './responseStream';

export interface UndiciTransportOptions extends ConnectionOptions {
	check?: EgressRule;
}

/**
 * A transport that uses undici with its own pool of HTTP/1.1 keep-alive connections.
 *
 * Redirects are returned as responses. Bodies that are compressed with gzip, Brotli, or deflate are decoded. Requests
 * are not retried. If the server closes the connection before a response starts, the failure is `closed`.
 */
export function undiciTransport({
	check,
	...options
}: UndiciTransportOptions = {}): StreamingTransport {
	const { dispatcher, close } = openConnections(options);
	const exchanges = openExchanges(check);
	const dispatchWith =
		<Result>(createHandler: (exchange: Exchange<Result>) => Dispatcher.DispatchHandler) =>
		(request: TransportRequest) =>
			exchanges.begin<Result>(request, (exchange, url) => {
				if (dispatcher === undefined) {
					const detail = 'The proxy address in HTTP_PROXY, HTTPS_PROXY, or ALL_PROXY is not valid';
					exchange.failAs('proxySetting', detail);
				} else dispatcher.dispatch(dispatchOptions(url, exchange), createHandler(exchange));
			});
	return {
		send: dispatchWith(collectHandler),
		open: dispatchWith(streamHandler),
		// After a failed connection attempt, undici drops the pool. Only `exchanges.close` ends the requests of a
		// dropped pool.
		async close() {
			exchanges.close();
			await close();
		},
	};
}

function dispatchOptions(url: URL, exchange: AnyExchange): Dispatcher.DispatchOptions {
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
function onRequestStart(exchange: AnyExchange, controller: Dispatcher.DispatchController): void {
	if (exchange.done) return controller.abort(new Error(ABORTED));
	exchange.abort = () => controller.abort(new Error(ABORTED));
	exchange.markSent();
}

function collectHandler(exchange: Exchange<TransportResponse>): Dispatcher.DispatchHandler {
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
		onResponseEnd: () => void completeExchange(exchange, head, chunks.splice(0)),
		onResponseError: (_controller, error) => exchange.failWithError(error),
	};
}

/** Completes the exchange with the decoded body. */
async function completeExchange(
	exchange: Exchange<TransportResponse>,
	head: ResponseHead,
	chunks: Buffer[],
): Promise<void> {
	try {
		const body = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
		const decoder = decoderOf(head);
		if (decoder === undefined || body.length === 0) {
			return exchange.complete({ kind: 'response', ...head, body });
		}
		decoder.end(body);
		const decoded = await collectChunks(exchange, decoder);
		if (decoded === undefined) return;
		exchange.complete({ kind: 'response', ...decodedHead(head), body: decoded });
	} catch (error) {
		exchange.failWithError(error);
	}
}

function streamHandler(exchange: Exchange<TransportStream>): Dispatcher.DispatchHandler {
	const streamResult: StreamResult = { bytes: 0 };
	let source: Readable | undefined;
	let stream: TransportStream | undefined;
	return {
		onRequestStart: (controller) => onRequestStart(exchange, controller),
		onResponseStart(controller, status, headers) {
			if (status < 200) return;
			exchange.expectBody(status);
			const head = { status, headers: joinHeaders(headers) };
			if (!enforceSizeLimit(exchange, contentLength(head), isDecoded(head))) return;
			source = rawBodyStream(exchange, controller, streamResult);
			stream = toTransportStream(head, source, streamResult, exchange.request.maxResponseBytes);
			exchange.resolve(stream);
		},
		onResponseData(controller, chunk) {
			exchange.expectBody();
			if (source?.push(chunk) !== false) return;
			controller.pause();
			exchange.pauseBody();
		},
		onResponseEnd() {
			source?.push(null);
			if (stream) exchange.complete(stream);
		},
		onResponseError: (_controller, error) => exchange.failWithError(error),
	};
}

/**
 * Returns a stream of the undecoded body. Destroying the stream ends the exchange, and ending the exchange destroys the
 * stream. If the reader destroys the stream, `streamResult.failure` remains undefined.
 */
function rawBodyStream(
	exchange: AnyExchange,
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
