export type HttpMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export type NodeReadable = NodeJS.ReadableStream & { destroy(error?: Error): unknown };

/** A text field in a multipart body. */
export interface TextPart {
	name: string;
	value: string;
}

/** A file in a multipart body. */
export interface FilePart {
	name: string;
	fileName: string;
	contentType: string;
	/** Size in bytes. If undefined, the request contains no `content-length`. */
	size?: number;
	/** Content, or a function that opens a content stream. The function is called once per attempt. */
	content: Buffer | (() => Promise<NodeReadable>);
}

/** A `multipart/form-data` body. A streamed file is never held in memory as a whole. */
export interface MultipartBody {
	parts: readonly (TextPart | FilePart)[];
}

export interface TransportRequest {
	method: HttpMethod;
	/** Absolute http(s) URL. */
	url: string;
	/** Header names in any case. Values are sent unchanged. */
	headers: Record<string, string>;
	/** Request body. Undefined for GET and DELETE requests. For a multipart body, the transport sets `content-type`. */
	body?: string | MultipartBody;
	/**
	 * Maximum milliseconds from sending the request to the status line of the response. During a file upload, each
	 * chunk restarts the timer. Informational (1xx) responses do not extend the timeout.
	 */
	headTimeoutMs: number;
	/**
	 * Maximum milliseconds between two chunks of the response body. Time during which the reader pauses does not count.
	 */
	stallTimeoutMs: number;
	/** Maximum size of the response body in bytes, after decoding. */
	maxResponseBytes: number;
	signal?: AbortSignal;
}

export interface TransportResponse {
	kind: 'response';
	status: number;
	/** Response headers, with names in lowercase. Values of a repeated header are joined with `, `. */
	headers: Record<string, string>;
	body: Buffer;
}

/**
 * Reason for a missing or incomplete response.
 *
 * - `blocked`: the egress rules of the instance or the allowed domains of the credential forbid the address; nothing
 *   was sent
 * - `dns`: the host name could not be resolved
 * - `refused`: the connection was refused, or no route to the host exists
 * - `connectTimeout`: the connection was not established in time
 * - `tls`: the TLS handshake failed or the certificate is not trusted
 * - `proxy`: the proxy refused the connection or did not respond
 * - `headTimeout`: the request was sent, but no response started in time
 * - `bodyTimeout`: the response body stalled or was not complete in time
 * - `closed`: the connection was closed before a response started
 * - `truncated`: the connection was closed before the response body was complete
 * - `decodeFailed`: the body does not match its `content-encoding`
 * - `tooLarge`: the body is larger than `maxResponseBytes`
 * - `aborted`: `signal` was aborted, or the transport was closed
 * - `invalid`: the request cannot be sent, for example because a header value contains a line break
 * - `requestBody`: the request body could not be read, or a file does not match its declared size
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
	/**
	 * Whether the server may have received part of the request. If so, a retry could repeat the effect of the request.
	 */
	possiblySent: boolean;
	/** Message of the HTTP client, without headers and credentials. */
	detail: string;
	/** Status code of a response whose body could not be read. */
	status?: number;
}

export type TransportResult = TransportResponse | TransportFailure;

/** A response whose body is read as a stream. */
export interface TransportStream {
	kind: 'stream';
	status: number;
	/** Response headers, with names in lowercase. Values of a repeated header are joined with `, `. */
	headers: Record<string, string>;
	/** Decoded body. The caller must read the body to its end or destroy the stream. */
	body: NodeReadable;
	/** Result of reading the body, updated while the body is read. */
	readonly streamResult: StreamResult;
}

export interface StreamResult {
	/** Number of decoded bytes received. */
	bytes: number;
	/** Failure that interrupted the body. Undefined if the reader destroyed the stream. */
	failure?: TransportFailure;
}

export interface Transport {
	/** Never rejects. Errors are returned as a `TransportFailure`. */
	send(request: TransportRequest): Promise<TransportResult>;
	/** Aborts running requests and closes all connections. */
	close(): Promise<void>;
}

/** A transport for response bodies that are too large to hold in memory. */
export interface StreamingTransport extends Transport {
	/** Resolves when the head of the response has arrived. Never rejects. */
	open(request: TransportRequest): Promise<TransportStream | TransportFailure>;
}
