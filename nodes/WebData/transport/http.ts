export type HttpMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export type NodeReadable = NodeJS.ReadableStream & { destroy(error?: Error): unknown };

/** A text field of a multipart body. */
export interface TextPart {
	name: string;
	value: string;
}

/** A file of a multipart body. */
export interface FilePart {
	name: string;
	fileName: string;
	contentType: string;
	/** Size in bytes. If the size of a file is not known, the request has no `content-length`. */
	size?: number;
	/** The bytes, or a function that opens a stream of them. The function is called once for each attempt. */
	content: Buffer | (() => Promise<NodeReadable>);
}

/** A `multipart/form-data` body. Streamed files are never held in memory as a whole. */
export interface MultipartBody {
	parts: readonly (TextPart | FilePart)[];
}

export interface TransportRequest {
	method: HttpMethod;
	/** Absolute http(s) URL. */
	url: string;
	/** Header names in any case; values as they go on the wire. */
	headers: Record<string, string>;
	/** None for GET and DELETE. For a multipart body, the transport sets `content-type`. */
	body?: string | MultipartBody;
	/**
	 * Maximum milliseconds between sending the request and the status line of the response. While a file is
	 * uploaded, the timer restarts with each chunk. Informational (1xx) responses do not extend it.
	 */
	headTimeoutMs: number;
	/** Maximum milliseconds between two chunks of the response body. Time in which the reader pauses does not count. */
	stallTimeoutMs: number;
	/** Maximum size of the response body in bytes, after decoding. */
	maxResponseBytes: number;
	/** Aborts the request. */
	signal?: AbortSignal;
}

export interface TransportResponse {
	kind: 'response';
	status: number;
	/** Names in lowercase. Values of a repeated header are joined with `, `. */
	headers: Record<string, string>;
	body: Buffer;
}

/**
 * Why there is no response.
 *
 * - `blocked`: the egress rules of the instance or the allowed domains of the credential forbid the address; nothing was sent
 * - `dns`: the host name has no address
 * - `refused`: the connection was refused, or there is no route to the host
 * - `connectTimeout`: the connection was not established in time
 * - `tls`: the TLS handshake failed or the certificate is not trusted
 * - `proxy`: the proxy refused the connection or did not respond
 * - `headTimeout`: the request was sent, but no response began in time
 * - `bodyTimeout`: the response body stopped, or did not end in time
 * - `closed`: the connection was closed after the request may have been sent
 * - `truncated`: the connection was closed before the end of the response body
 * - `decodeFailed`: the body does not match its `content-encoding`
 * - `tooLarge`: the body is larger than `maxResponseBytes`
 * - `aborted`: `signal` was aborted, or the transport was closed
 * - `invalid`: the request cannot be sent, for example because a header value has a line break
 * - `requestBody`: the request body could not be read, or a file does not have the given size
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
	| 'requestBody';

export interface TransportFailure {
	kind: 'failure';
	failure: TransportFailureKind;
	/** Whether the server may have received a part of the request, so that a retry could repeat its effect. */
	possiblySent: boolean;
	/** Message of the HTTP client, without headers and credentials. */
	detail: string;
	/** Status code of a response whose body failed. */
	status?: number;
}

export type TransportResult = TransportResponse | TransportFailure;

/** A response whose body is read as a stream. */
export interface TransportStream {
	kind: 'stream';
	status: number;
	/** As in `TransportResponse`. */
	headers: Record<string, string>;
	/** The decoded body. The caller reads it to its end or destroys it. */
	body: NodeReadable;
	/** Updated while the body is read. */
	readonly streamResult: StreamResult;
}

export interface StreamResult {
	/** Decoded bytes until now. */
	bytes: number;
	/** Why the body was interrupted. Undefined if the reader destroyed the stream. */
	failure?: TransportFailure;
}

export interface Transport {
	/** Never rejects: an error is returned as a `TransportFailure`. */
	send(request: TransportRequest): Promise<TransportResult>;
	/** Aborts running requests and closes all connections. */
	close(): Promise<void>;
}

/** A transport for response bodies that are too large to hold in memory. */
export interface StreamingTransport extends Transport {
	/** Resolves when the head of the response has arrived. Never rejects. */
	open(request: TransportRequest): Promise<TransportStream | TransportFailure>;
}
