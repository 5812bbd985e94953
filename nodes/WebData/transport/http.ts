// The seam to the network: one request goes in, one response or one failure comes out.
// Nothing here knows the service, n8n or the client that does the work.

export type HttpMethod = 'GET' | 'POST' | 'DELETE';

/**
 * What a request waits for.
 *
 * - `apart`: others of its kind alone. It frees something at the service: what the others were refused is no reason to wait
 * - `none`: nothing at all
 */
export type Pacing = 'apart' | 'none';

export interface TransportRequest {
	method: HttpMethod;
	/** Absolute http(s) URL. */
	url: string;
	/** Header names in any case; values as they go on the wire. */
	headers: Record<string, string>;
	/** Text of the body, already serialised; none for GET and DELETE. */
	body?: string;
	/** Milliseconds until the response's head must be there, counted from the moment of sending. */
	headTimeoutMs: number;
	/** Milliseconds that the response's body may stand still between two chunks. */
	stallTimeoutMs: number;
	/** Bytes of response body, after decompression, beyond which the response is given up. */
	maxResponseBytes: number;
	/** Milliseconds that the limits of its account may hold the request back before it is sent; for whoever paces requests. */
	maxPauseMs?: number;
	/** What of the account's requests it waits for before it is sent; for whoever paces requests. All of them unless told. */
	pacing?: Pacing;
	/** Ends the request at once. */
	signal?: AbortSignal;
	/** Ends it in place of `signal` as long as it waits for its turn: what has not left is not sent any more. For whoever paces requests. */
	queueSignal?: AbortSignal;
}

export interface TransportResponse {
	kind: 'response';
	status: number;
	/** Names in lower case; a header that came more than once is joined with `, `. */
	headers: Record<string, string>;
	body: Buffer;
}

/**
 * Why no response came.
 *
 * - `blocked`: the instance's egress rules or the credential's allowed domains forbid the address; nothing was sent
 * - `dns`: the host name has no address
 * - `refused`: nobody listens there, or no route leads there
 * - `connectTimeout`: the connection was not made in time
 * - `tls`: the certificate or the handshake was not accepted
 * - `proxy`: the proxy refused the connection or did not answer
 * - `headTimeout`: the request went out, no response began in time
 * - `bodyTimeout`: the response began and stood still
 * - `closed`: the connection broke after the request may have gone out
 * - `truncated`: the response began and broke off before its end
 * - `decodeFailed`: the body does not have the content encoding that the head names
 * - `tooLarge`: the body is larger than `maxResponseBytes`
 * - `aborted`: `signal` fired, or the transport was closed
 * - `invalid`: the request cannot be sent as it is (a header value with a line break, for example)
 * - `requestBody`: the content of the request body could not be read, or has another size than was given
 * - `held`: the limits of its account hold the request back for longer than it may wait; nothing was sent. From whoever
 *   paces requests, with the service's words to another request as `detail`
 */
export type TransportFailureKind =
	| 'blocked'
	| 'dns'
	| 'refused'
	| 'connectTimeout'
	| 'tls'
	| 'proxy'
	| 'headTimeout'
	| 'bodyTimeout'
	| 'closed'
	| 'truncated'
	| 'decodeFailed'
	| 'tooLarge'
	| 'aborted'
	| 'invalid'
	| 'requestBody'
	| 'held';

export interface TransportFailure {
	kind: 'failure';
	failure: TransportFailureKind;
	/** Whether bytes of the request may have reached the server: decides if a repeat could do harm. */
	possiblySent: boolean;
	/** The client's own words, without headers and without credentials. */
	detail: string;
	/** Milliseconds for which the account is still held, where that is known. */
	retryAfterMs?: number;
}

export type TransportResult = TransportResponse | TransportFailure;

/** A response whose body is still on its way. */
export interface TransportStream {
	kind: 'stream';
	status: number;
	/** Names in lower case, as in a `TransportResponse`. */
	headers: Record<string, string>;
	/**
	 * The body, unpacked: it comes only as fast as it is read, and errors when it breaks off, stands still,
	 * grows beyond `maxResponseBytes` or is aborted. Whoever opens it reads it to its end or destroys it.
	 */
	body: NodeJS.ReadableStream & { destroy(): unknown };
	/** What the body came to so far. */
	readonly streamResult: StreamResult;
}

export interface StreamResult {
	/** Unpacked bytes handed on. */
	bytes: number;
	/** Why the body broke off. Nothing where its reader let go of it. */
	failure?: TransportFailure;
}

export interface Transport {
	/** Never rejects: whatever goes wrong is a `TransportFailure`. */
	send(request: TransportRequest): Promise<TransportResult>;
	/** Lets go of all connections; requests on their way are ended. Safe to call twice. */
	close(): Promise<void>;
}

/** A transport for bodies that are too large to hold. */
export interface StreamingTransport extends Transport {
	/** Like `send`, but answers with the head of the response. Never rejects. */
	open(request: TransportRequest): Promise<TransportStream | TransportFailure>;
}
