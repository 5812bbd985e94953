import type { TransportFailure, TransportFailureKind, TransportRequest } from './http';

/**
 * State of a request:
 * - `waiting`: no byte has been sent
 * - `sent`: the server may have received part of the request
 * - `responding`: the response has started
 */
export type Progress = 'waiting' | 'sent' | 'responding';

type FailureByProgress = Record<Progress, TransportFailureKind>;

const always = (kind: TransportFailureKind): FailureByProgress => ({
	waiting: kind,
	sent: kind,
	responding: kind,
});
const whileConnecting = (kind: TransportFailureKind): FailureByProgress => ({
	waiting: kind,
	sent: 'closed',
	responding: 'truncated',
});

const dnsFailure = whileConnecting('dns');
const refusedFailure = whileConnecting('refused');
const connectTimeoutFailure = whileConnecting('connectTimeout');
const closedFailure = whileConnecting('closed');

const PROXY_FAILURE = 'WEB_DATA_PROXY_FAILURE';
const REQUEST_BODY_FAILURE = 'WEB_DATA_REQUEST_BODY_FAILURE';

const failuresByCode = new Map<string, FailureByProgress>(
	Object.entries({
		ENOTFOUND: dnsFailure,
		ENODATA: dnsFailure,
		EAI_AGAIN: dnsFailure,
		EAI_FAIL: dnsFailure,
		EAI_NODATA: dnsFailure,
		EAI_NONAME: dnsFailure,
		ECONNREFUSED: refusedFailure,
		EHOSTUNREACH: refusedFailure,
		EHOSTDOWN: refusedFailure,
		ENETUNREACH: refusedFailure,
		ENETDOWN: refusedFailure,
		EADDRNOTAVAIL: refusedFailure,
		ETIMEDOUT: connectTimeoutFailure,
		UND_ERR_CONNECT_TIMEOUT: connectTimeoutFailure,
		ECONNRESET: closedFailure,
		ECONNABORTED: closedFailure,
		EPIPE: closedFailure,
		UND_ERR_SOCKET: closedFailure,
		EPROTO: always('tls'),
		[PROXY_FAILURE]: always('proxy'),
		[REQUEST_BODY_FAILURE]: always('requestBody'),
		UND_ERR_PRX_TLS: always('proxy'),
		UND_ERR_HEADERS_TIMEOUT: always('headTimeout'),
		UND_ERR_BODY_TIMEOUT: always('bodyTimeout'),
		UND_ERR_RES_CONTENT_LENGTH_MISMATCH: always('truncated'),
		UND_ERR_HEADERS_OVERFLOW: always('tooLarge'),
		HPE_HEADER_OVERFLOW: always('tooLarge'),
		ERR_BUFFER_TOO_LARGE: always('tooLarge'),
		Z_DATA_ERROR: always('decodeFailed'),
		UND_ERR_ABORTED: always('aborted'),
		UND_ERR_DESTROYED: always('aborted'),
		UND_ERR_CLOSED: always('aborted'),
		UND_ERR_INVALID_ARG: always('invalid'),
		UND_ERR_NOT_SUPPORTED: always('invalid'),
		UND_ERR_REQ_CONTENT_LENGTH_MISMATCH: always('requestBody'),
		ERR_INVALID_URL: always('invalid'),
	} satisfies Record<string, FailureByProgress>),
);

const tlsCode =
	/^(ERR_TLS_|ERR_SSL_|ERR_OSSL_|CERT_|CRL_|UNABLE_TO_|ERROR_IN_C|DEPTH_ZERO_|SELF_SIGNED_|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_|HOSTNAME_MISMATCH)/;

/** OpenSSL cannot parse the response as TLS. The error code depends on the HTTP client. */
const noTlsMessage = /wrong version number|packet length too long/;

/** undici reports status 407 of a proxy without a tunnel as an invalid argument. */
const proxyLoginMessage = /^Proxy Authentication Required/;

const brotliCode = /^ERR__ERROR_/;

/** Any value can be thrown, so the type of each error field is unknown. */
interface ClientError {
	message: unknown;
	name?: unknown;
	code?: unknown;
	cause?: unknown;
	errors?: unknown;
}

/** n8n does not export the error classes of its egress filter. */
const blockedName = /^SsrfBlocked/;

/**
 * Converts an error from the HTTP client to a failure.
 * An error of n8n's egress filter takes precedence over other nested errors.
 */
export function toTransportFailure(error: unknown, progress: Progress): TransportFailure {
	const errors = flattenErrors(error);
	const decisive =
		errors.find(isBlocked) ??
		errors.find((nested) => failureByProgress(nested) !== undefined) ??
		errors[0];
	const failure = (failureByProgress(decisive) ?? refusedFailure)[progress];
	return {
		kind: 'failure',
		failure,
		possiblySent: progress !== 'waiting' && failure !== 'proxy',
		detail:
			String(decisive?.message ?? '') || messagesOf(errors) || codeOf(decisive) || 'Unknown error',
	};
}

/** Whether the error or a nested error has a known code or comes from n8n's egress filter. */
export function isKnownFailure(error: unknown): boolean {
	return flattenErrors(error).some((nested) => failureByProgress(nested) !== undefined);
}

export function proxyError(detail: string): Error {
	return Object.assign(new Error(`The proxy did not open a connection: ${detail}`), {
		code: PROXY_FAILURE,
	});
}

export function requestBodyError(fileName: string, cause: unknown): Error {
	const message = `The file ${fileName} could not be read: ${messagesOf(flattenErrors(cause))}`;
	return Object.assign(new Error(message), { code: REQUEST_BODY_FAILURE });
}

/** Returns the error and all nested errors without duplicates. The outermost error comes first. */
export function flattenErrors(error: unknown): ClientError[] {
	const errors = new Set<ClientError>();
	const pending = [error];
	while (pending.length > 0) {
		const next = pending.shift();
		if (!isError(next) || errors.has(next)) continue;
		errors.add(next);
		pending.push(next.cause, ...(Array.isArray(next.errors) ? next.errors : []));
	}
	return [...errors];
}

// Errors from Node.js and n8n may belong to another realm. `instanceof` does not recognize such errors.
function isError(value: unknown): value is ClientError {
	return typeof value === 'object' && value !== null && 'message' in value;
}

function failureByProgress(error: ClientError | undefined): FailureByProgress | undefined {
	if (error === undefined) return undefined;
	if (isBlocked(error)) return always('blocked');
	const code = codeOf(error);
	if (noTlsMessage.test(String(error.message))) return always('noTls');
	if (proxyLoginMessage.test(String(error.message))) return always('proxy');
	if (brotliCode.test(code)) return always('decodeFailed');
	return failuresByCode.get(code) ?? (tlsCode.test(code) ? always('tls') : undefined);
}

function isBlocked(error: ClientError): boolean {
	return blockedName.test(String(error.name));
}

function codeOf(error: ClientError | undefined): string {
	return String(error?.code ?? '');
}

function messagesOf(errors: ClientError[]): string {
	return [...new Set(errors.map((error) => String(error.message)))].filter(Boolean).join('; ');
}

const headerName = /^[!#$%&'*+.^_`|~\w-]+$/;
const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/;
const connectionHeaders: ReadonlySet<string> = new Set([
	'transfer-encoding',
	'keep-alive',
	'upgrade',
	'expect',
]);

/** Returns the reason why the request cannot be sent, or undefined if the request is valid. */
export function invalidRequestReason(
	{ headers, headTimeoutMs, stallTimeoutMs }: TransportRequest,
	{ protocol }: URL,
): string | undefined {
	if (protocol !== 'http:' && protocol !== 'https:') return `The scheme ${protocol} is not http`;
	if (!(headTimeoutMs >= 0 && stallTimeoutMs >= 0)) return 'A timeout must not be negative';
	for (const [name, value] of Object.entries(headers)) {
		if (!headerName.test(name)) return 'A header has an invalid name';
		if (connectionHeaders.has(name.toLowerCase())) return `The header ${name} cannot be set`;
		if (!headerValue.test(value)) return `The header ${name} has an invalid value`;
	}
	return undefined;
}
