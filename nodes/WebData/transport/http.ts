export type HttpMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export type NodeReadable = NodeJS.ReadableStream & { destroy(error?: Error): unknown };

interface TextPart {
	name: string;
	value: string;
}

export interface FilePart {
	name: string;
	fileName: string;
	contentType: string;
	/** Size of the file in bytes. If the size is undefined, the request contains no `content-length`. */
	size?: number;
	/** Maximum size in bytes of a file of unknown size. */
	maxSize?: number;
	/** The content, or a function that opens a new content stream for each attempt. */
	content: Buffer | (() => Promise<NodeReadable>);
}

/** A `multipart/form-data` body. The transport never holds a whole streamed file in memory. */
export type MultipartBody = readonly (TextPart | FilePart)[];

export interface TransportRequest {
	method: HttpMethod;
	url: string;
	headers: Record<string, string>;
	/** For a multipart body, the transport sets the `content-type` header. */
	body?: string | MultipartBody;
	/** Maximum time from the request to the start of the response. Each chunk of a file upload restarts the timer. */
	headTimeoutMs: number;
	/** Maximum time between two chunks of the response body. Time during which the reader is paused does not count. */
	stallTimeoutMs: number;
	/** Maximum size of the decoded response body. */
	maxResponseBytes: number;
	signal?: AbortSignal;
}

export interface TransportResponse {
	kind: 'response';
	status: number;
	/** Header names are in lowercase. The values of a repeated header are joined with `, `. */
	headers: Record<string, string>;
	body: Buffer;
}

/** Reason why a response is missing or incomplete. */
export type TransportFailureKind =
	| 'blocked' // The egress rules of the instance or the allowed domains of the credential forbid the address.
	| 'dns' // The host name could not be resolved.
	| 'refused' // The connection was refused, or no route to the host exists.
	| 'connectTimeout' // The connection was not established in time.
	| 'tls' // The TLS handshake failed, or the certificate is not trusted.
	| 'noTls' // The server at an https address does not use TLS.
	| 'proxy' // The proxy refused the connection or did not respond.
	| 'proxySetting' // The environment contains an invalid proxy address or a proxy of an unsupported kind.
	| 'headTimeout' // The request was sent, but no response started in time.
	| 'bodyTimeout' // The response body stalled or was not complete in time.
	| 'closed' // The connection was closed before a response started.
	| 'truncated' // The connection was closed before the response body was complete.
	| 'decodeFailed' // The body does not match its `content-encoding`.
	| 'tooLarge' // The body is larger than `maxResponseBytes`.
	| 'aborted' // `signal` was aborted, or the transport was closed.
	| 'invalid' // The request cannot be sent, for example, because a header value contains a line break.
	| 'fileTooLarge' // A file of unknown size is larger than its `maxSize`.
	| 'requestBody'; // The request body could not be read, or a file does not match its declared size.

export interface TransportFailure {
	kind: 'failure';
	failure: TransportFailureKind;
	/**
	 * Whether the server may have received part of the request. If this value is true, a retry may repeat the effect of
	 * the request.
	 */
	possiblySent: boolean;
	/** The error message contains no headers and no credentials. */
	detail: string;
	status?: number;
}

export type TransportResult = TransportResponse | TransportFailure;

export interface TransportStream {
	kind: 'stream';
	status: number;
	headers: Record<string, string>;
	/** The decoded body. The caller must read the stream to its end or destroy the stream. */
	body: NodeReadable;
	readonly streamResult: StreamResult;
}

export interface StreamResult {
	bytes: number;
	/** Failure that interrupted the response body. */
	failure?: TransportFailure;
}

export interface Transport {
	/** Never rejects. If the request fails, the promise resolves with a `TransportFailure`. */
	send(request: TransportRequest): Promise<TransportResult>;
	/** Aborts running requests and closes all connections. */
	close(): Promise<void>;
}

export interface StreamingTransport extends Transport {
	/** Resolves when the head of the response has arrived or the request has failed. Never rejects. */
	open(request: TransportRequest): Promise<TransportStream | TransportFailure>;
}

/** The host's clock, random numbers, and timers. Tests pass their own implementation. */
export interface Runtime {
	/** Returns the milliseconds since the Unix epoch. The clock of the machine may be set while the process runs. */
	now(): number;
	/** Returns the milliseconds since an arbitrary moment. Differences measure time, even if the machine's clock is set. */
	elapsed(): number;
	/** Returns a random number from 0 (inclusive) to 1 (exclusive). */
	random(): number;
	/** Resolves after `ms` milliseconds, or as soon as the signal is aborted. Never rejects. */
	sleep(ms: number, signal?: AbortSignal): Promise<void>;
	/** Calls `listener` when the signal is aborted. The returned function removes the listener. */
	onAbort(signal: AbortSignal | undefined, listener: () => void): () => void;
	/** Calls `callback` after `ms` milliseconds. The returned function cancels the timer. */
	setTimer(ms: number, callback: () => void): () => void;
}
