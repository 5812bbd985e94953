import { flattenErrors, requestBodyError, toTransportFailure } from '../errors';
import { type EgressRule, type Exchange, openExchanges } from '../exchange';
import type {
	NodeReadable,
	StreamingTransport,
	TransportFailure,
	TransportResponse,
	TransportStream,
} from '../http';
import type { Upload } from '../multipart';
import {
	collectChunks,
	contentLength,
	enforceSizeLimit,
	joinHeaders,
	type ResponseHead,
	withoutHeaders,
} from '../response';
import { bodyChunks, toReadable } from './responseBody';

async function uploadBody(exchange: Exchange, upload: Upload): Promise<Buffer | NodeReadable> {
	const chunks = exchange.uploadChunks(upload);
	const { firstStream } = upload;
	if (firstStream === undefined) {
		const buffers: Uint8Array[] = [];
		for await (const chunk of chunks) buffers.push(chunk);
		return Buffer.concat(buffers);
	}
	// n8n Cloud forbids importing `node:stream`.
	const streamClass = firstStream.constructor as Partial<
		Record<'from', (chunks: object, options: object) => NodeReadable>
	>;
	if (typeof streamClass.from !== 'function') {
		throw requestBodyError('', new Error('n8n did not return a Node.js stream'));
	}
	return streamClass.from(chunks, { objectMode: false }).on('error', () => undefined);
}

/** Fields of an axios error. n8n sends requests with axios. */
interface N8nRequestError {
	code?: unknown;
	syscall?: unknown;
	/** `socket` is `null` if no connection was assigned to the request. */
	request?: { socket?: { secureConnecting?: unknown } | null };
}

/** Converts an axios error to a `TransportFailure`. */
function n8nRequestFailure(error: unknown): TransportFailure {
	const isWaiting = flattenErrors(error).some(({ request, syscall }: N8nRequestError) => {
		const socket = request?.socket;
		const isConnecting = syscall === 'connect' || syscall === 'getaddrinfo';
		return socket === null || socket?.secureConnecting === true || isConnecting;
	});
	const failure = toTransportFailure(error, isWaiting ? 'waiting' : 'sent');
	if (failure.failure === 'blocked') return { ...failure, possiblySent: false };
	// The message of an axios timeout.
	if (!/^timeout of \d+ms exceeded$/.test(failure.detail)) return failure;
	return { ...failure, failure: isWaiting ? 'connectTimeout' : 'headTimeout' };
}

/** Resolves with an object that contains `statusCode`, `headers`, and `body`. Rejects if no response arrives. */
type RequestHelper = (request: Awaited<ReturnType<typeof toN8nRequest>>) => Promise<unknown>;

interface N8nResponse {
	head: ResponseHead;
	body: unknown;
}

/** A streamed response is requested without compression, because n8n does not report truncated compressed data. */
type AcceptedEncoding = 'gzip, br, deflate' | 'identity';

/**
 * n8n's own timeout expires this many milliseconds before the deadline of the exchange. Only n8n's timeout error shows
 * whether the connection was established.
 */
const HEAD_GRACE_MS = 1000;

/**
 * A transport that uses n8n's request helper. The helper applies n8n's egress filter, proxies, and certificates.
 *
 * Redirects are returned as responses. Bodies that are compressed with gzip, Brotli, or deflate are decoded. This
 * transport differs from the undici transport:
 *
 * - Each request opens a new connection. The time to connect counts toward `headTimeoutMs`.
 * - A response from a proxy looks like a response from the target. An unreachable proxy is reported as `refused`.
 * - Truncated compressed data counts as complete.
 * - A request that is aborted before a connection is established counts as possibly sent.
 * - A response that switches protocols (status 101) is reported as `headTimeout`, because Node.js closes its connection
 *   without an event.
 */
export function n8nRequestTransport({
	request: helper,
	check,
}: {
	request: RequestHelper;
	check?: EgressRule;
}): StreamingTransport {
	const exchanges = openExchanges(check);
	const sendWith = <Result>(
		encoding: AcceptedEncoding,
		read: (exchange: Exchange, response: N8nResponse, respond: Respond<Result>) => unknown,
	) =>
		exchanges.sendWith<Result>(async (exchange, url, respond) => {
			const response = await sendRequest(helper, exchange, url, encoding);
			if (response !== undefined) await read(exchange, response, respond);
		});
	return {
		send: sendWith('gzip, br, deflate', collectBody),
		open: sendWith('identity', streamBody),
		close: async () => exchanges.close(),
	};
}

type Respond<Result> = (result: Result) => void;

async function sendRequest(
	helper: RequestHelper,
	exchange: Exchange,
	url: URL,
	encoding: AcceptedEncoding,
): Promise<N8nResponse | undefined> {
	const controller = new AbortController();
	exchange.abort = () => controller.abort();
	try {
		const options = await toN8nRequest(exchange, url, encoding, controller.signal);
		if (exchange.done) return undefined;
		exchange.markSent(HEAD_GRACE_MS);
		const response = await helper(options);
		exchange.expectBody();
		return toN8nResponse(exchange, response, encoding !== 'identity');
	} catch (error) {
		exchange.fail(n8nRequestFailure(error));
		return undefined;
	}
}

async function toN8nRequest(
	exchange: Exchange,
	url: URL,
	encoding: AcceptedEncoding,
	abortSignal: AbortSignal,
) {
	const { request, upload } = exchange;
	const body = upload ? await uploadBody(exchange, upload) : (request.body as string | undefined);
	return {
		method: request.method,
		// The URL omits credentials, because axios would send them instead of the `authorization` header.
		url: url.origin + url.pathname + url.search,
		headers: exchange.sentHeaders({ 'accept-encoding': encoding }),
		...(body === undefined ? {} : { body }),
		timeout: request.headTimeoutMs,
		abortSignal,
		encoding: 'stream' as const,
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
	};
}

function toN8nResponse(
	exchange: Exchange,
	response: unknown,
	mayBeEncoded: boolean,
): N8nResponse | undefined {
	const { statusCode, headers, body } = response as {
		statusCode: number;
		headers?: Record<string, string | string[] | undefined>;
		body: unknown;
	};
	// Node.js accepts any three-digit status code in a response, even a code below 100.
	if (statusCode < 200) exchange.failAs('closed', `The response has the status ${statusCode}`);
	exchange.status = statusCode;
	const head = { status: statusCode, headers: joinHeaders({ ...headers }) };
	if (!enforceSizeLimit(exchange, contentLength(head), mayBeEncoded)) return undefined;
	// n8n decodes the body, but `content-length` contains the length of the encoded body.
	return { head: withoutHeaders(head, 'content-length'), body };
}

async function collectBody(
	exchange: Exchange,
	response: N8nResponse,
	respond: Respond<TransportResponse>,
): Promise<void> {
	const body = await collectChunks(exchange, bodyChunks(response.body));
	if (body === undefined) return;
	exchange.complete();
	respond({ kind: 'response', ...response.head, body });
}

function streamBody(
	exchange: Exchange,
	response: N8nResponse,
	respond: Respond<TransportStream>,
): void {
	const readable = toReadable(exchange, response.body);
	if (readable === undefined) return exchange.failAs('truncated', 'n8n did not return a stream');
	respond({ kind: 'stream', ...response.head, ...readable });
}
