// The adapter over the request helper of an n8n, for the build that n8n Cloud accepts: there nothing else may use the network.
import { announced, joined, limit, withoutLength, type Arrival } from './arrival';
import { fail, openExchanges, settle, settleFailed, failWith } from './exchange';
import type { AnyExchange, Check, Exchange } from './exchange';
import { flowingOver, piecesOf, watched } from './helperBody';
import { failureOfHelper, unsendable } from './helperFailure';
import type {
	HttpMethod,
	StreamingTransport,
	TransportResponse,
	TransportStream,
} from './transport';

/** What n8n's `helpers.httpRequest` is asked for. */
export interface HelperRequest {
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
export type RequestHelper = (request: HelperRequest) => Promise<unknown>;

export interface HelperTransportOptions {
	request: RequestHelper;
	/** Asked before every request; a refusal means `blocked`, and nothing is sent. */
	check?: Check;
}

interface Answer {
	arrival: Arrival;
	body: unknown;
}

/** Data that came packed and ends too early is whole to n8n: what must be whole is asked for unpacked. */
const encodings = { packed: 'gzip, br, deflate', plain: 'identity' };

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
export function helperTransport({
	request: helper,
	check,
}: HelperTransportOptions): StreamingTransport {
	const exchanges = openExchanges(check);
	return {
		send: (request) =>
			new Promise((resolve) =>
				exchanges.begin(request, resolve, (exchange: Exchange<TransportResponse>, url) => {
					void ask(helper, exchange, url, 'packed').then((answer) => collect(exchange, answer));
				}),
			),
		// Resolved with the head: what the exchange ends with counts only if it fails before.
		open: (request) =>
			new Promise((resolve) =>
				exchanges.begin(request, resolve, (exchange: Exchange<TransportStream>, url) => {
					void ask(helper, exchange, url, 'plain').then((answer) =>
						flow(exchange, answer, resolve),
					);
				}),
			),
		close: async () => exchanges.close(),
	};
}

/** Never rejects; comes back with nothing where the exchange has ended without a response. */
async function ask(
	helper: RequestHelper,
	exchange: AnyExchange,
	url: URL,
	form: keyof typeof encodings,
): Promise<Answer | undefined> {
	const reason = unsendable(exchange.request, url);
	if (reason !== undefined) fail(exchange, 'invalid', reason);
	if (exchange.done) return undefined;
	const stopping = new AbortController();
	exchange.cut = () => stopping.abort();
	exchange.progress = 'sent';
	try {
		const answer = await helper(helperRequest(exchange, url, encodings[form], stopping.signal));
		exchange.progress = 'responding';
		return answerOf(exchange, answer, form === 'packed');
	} catch (error) {
		settleFailed(exchange, failureOfHelper(error));
		return undefined;
	}
}

function helperRequest(
	{ request }: AnyExchange,
	url: URL,
	encoding: string,
	abortSignal: AbortSignal,
): HelperRequest {
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
function answerOf(
	exchange: AnyExchange,
	answer: unknown,
	mayBePacked: boolean,
): Answer | undefined {
	const { statusCode, headers, body } = answer as {
		statusCode: number;
		headers?: Record<string, string | string[] | undefined>;
		body: unknown;
	};
	const arrival = { status: statusCode, headers: joined({ ...headers }) };
	if (!limit(exchange, announced(arrival), mayBePacked)) return undefined;
	// n8n unpacks the body and leaves the length of the packed one.
	return { arrival: withoutLength(arrival), body };
}

/** Ends the exchange with its whole body. */
async function collect(
	exchange: Exchange<TransportResponse>,
	answer: Answer | undefined,
): Promise<void> {
	if (answer === undefined) return;
	const pieces: Buffer[] = [];
	try {
		for await (const piece of watched(exchange, piecesOf(answer.body), { bytes: 0 })) {
			pieces.push(piece);
		}
		settle(exchange, { kind: 'response', ...answer.arrival, body: Buffer.concat(pieces) });
	} catch (error) {
		failWith(exchange, error);
	}
}

/** `begun` gets the head, and a stream that waits for its reader. */
function flow(
	exchange: Exchange<TransportStream>,
	answer: Answer | undefined,
	begun: (stream: TransportStream) => void,
): void {
	if (answer === undefined) return;
	const flowing = flowingOver(exchange, answer.body, () => settle(exchange, stream));
	if (flowing === undefined) return fail(exchange, 'cutOff', 'This n8n gave no body that flows');
	const stream: TransportStream = { kind: 'stream', ...answer.arrival, ...flowing };
	begun(stream);
}
