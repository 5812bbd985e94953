// The adapter over the request helper of an n8n, for the build that n8n Cloud accepts: there nothing else may use the network.
import {
	contentLength,
	joinHeaders,
	enforceSizeLimit,
	withoutLength,
	type ResponseHead,
} from '../responseHead';
import { fail, openExchanges, settle, settleFailed, failWith } from '../exchange';
import type { AnyExchange, Check, Exchange } from '../exchange';
import { toReadable, bodyChunks, limitedChunks } from './responseBody';
import { n8nRequestFailure, invalidRequestReason } from './errors';
import type { HttpMethod, StreamingTransport, TransportResponse, TransportStream } from '../http';

/** What n8n's `helpers.httpRequest` is asked for. */
export interface N8nRequest {
	method: HttpMethod;
	url: string;
	headers: Record<string, string>;
	body?: string;
	/** Milliseconds until the head of the response: with a body that flows, it ends there. */
	timeout: number;
	abortSignal: AbortSignal;
	encoding: 'stream';
	returnFullResponse: true;
	ignoreHttpStatusErrors: true;
	disableFollowRedirect: true;
}

/** Resolves with `statusCode`, `headers` and `body`; rejects where no response came. */
export type RequestHelper = (request: N8nRequest) => Promise<unknown>;

export interface N8nRequestTransportOptions {
	request: RequestHelper;
	/** Asked before every request; a refusal means `blocked`, and nothing is sent. */
	check?: Check;
}

interface N8nResponse {
	head: ResponseHead;
	body: unknown;
}

/** Data that came packed and ends too early is whole to n8n: what must be whole is asked for unpacked. */
const acceptEncodings = { packed: 'gzip, br, deflate', plain: 'identity' };

/**
 * A transport that has n8n do the work, with its egress filter, its proxies and its certificates.
 *
 * Redirects come back as responses; bodies in gzip, brotli or deflate are unpacked. What n8n's helper
 * does not let anybody have: connections are not kept, each request makes its own; the connection has
 * no time of its own, it counts against `headTimeoutMs`; what a proxy answers in place of the target is
 * a response, and a proxy that is not there is `refused`; packed data that ends too early is taken for
 * whole; and a request of which nobody can tell whether it had gone out counts as perhaps sent.
 * After `close` every request is `aborted`.
 */
export function n8nRequestTransport({
	request: helper,
	check,
}: N8nRequestTransportOptions): StreamingTransport {
	const exchanges = openExchanges(check);
	return {
		send: (request) =>
			new Promise((resolve) =>
				exchanges.begin(request, resolve, (exchange: Exchange<TransportResponse>, url) => {
					void sendRequest(helper, exchange, url, 'packed').then((answer) =>
						collectBody(exchange, answer),
					);
				}),
			),
		// Resolved with the head: what the exchange ends with counts only if it fails before.
		open: (request) =>
			new Promise((resolve) =>
				exchanges.begin(request, resolve, (exchange: Exchange<TransportStream>, url) => {
					void sendRequest(helper, exchange, url, 'plain').then((answer) =>
						streamBody(exchange, answer, resolve),
					);
				}),
			),
		close: async () => exchanges.close(),
	};
}

/** Never rejects; comes back with nothing where the exchange has ended without a response. */
async function sendRequest(
	helper: RequestHelper,
	exchange: AnyExchange,
	url: URL,
	form: keyof typeof acceptEncodings,
): Promise<N8nResponse | undefined> {
	const reason = invalidRequestReason(exchange.request, url);
	if (reason !== undefined) fail(exchange, 'invalid', reason);
	if (exchange.done) return undefined;
	const stopping = new AbortController();
	exchange.abort = () => stopping.abort();
	exchange.progress = 'sent';
	try {
		const answer = await helper(
			toN8nRequest(exchange, url, acceptEncodings[form], stopping.signal),
		);
		exchange.progress = 'responding';
		return toN8nResponse(exchange, answer, form === 'packed');
	} catch (error) {
		settleFailed(exchange, n8nRequestFailure(error));
		return undefined;
	}
}

function toN8nRequest(
	{ request }: AnyExchange,
	url: URL,
	encoding: string,
	abortSignal: AbortSignal,
): N8nRequest {
	const { method, body, headTimeoutMs: timeout } = request;
	const own = Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value]);
	return {
		method,
		// A name and password in the address would be sent in place of the key.
		url: url.origin + url.pathname + url.search,
		headers: { 'accept-encoding': encoding, ...Object.fromEntries(own) },
		...(body === undefined ? {} : { body }),
		...{ timeout, abortSignal },
		encoding: 'stream',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
	};
}

/** Nothing where the body is too large by its head, or the exchange has ended meanwhile. */
function toN8nResponse(
	exchange: AnyExchange,
	answer: unknown,
	mayBePacked: boolean,
): N8nResponse | undefined {
	const { statusCode, headers, body } = answer as {
		statusCode: number;
		headers?: Record<string, string | string[] | undefined>;
		body: unknown;
	};
	const head = { status: statusCode, headers: joinHeaders({ ...headers }) };
	if (!enforceSizeLimit(exchange, contentLength(head), mayBePacked)) return undefined;
	// n8n unpacks the body and leaves the length of the packed one.
	return { head: withoutLength(head), body };
}

/** Ends the exchange with its whole body. */
async function collectBody(
	exchange: Exchange<TransportResponse>,
	answer: N8nResponse | undefined,
): Promise<void> {
	if (answer === undefined) return;
	const chunks: Buffer[] = [];
	try {
		for await (const chunk of limitedChunks(exchange, bodyChunks(answer.body), { bytes: 0 })) {
			chunks.push(chunk);
		}
		settle(exchange, { kind: 'response', ...answer.head, body: Buffer.concat(chunks) });
	} catch (error) {
		failWith(exchange, error);
	}
}

/** `begun` gets the head, and a stream that waits for its reader. */
function streamBody(
	exchange: Exchange<TransportStream>,
	answer: N8nResponse | undefined,
	begun: (stream: TransportStream) => void,
): void {
	if (answer === undefined) return;
	const flowing = toReadable(exchange, answer.body, () => settle(exchange, stream));
	if (flowing === undefined) return fail(exchange, 'truncated', 'This n8n gave no body that flows');
	const stream: TransportStream = { kind: 'stream', ...answer.head, ...flowing };
	begun(stream);
}
