import type { TransportFailure, TransportFailureKind } from './http';

/**
 * State of a request:
 * - `waiting`: no byte has been sent
 * - `sent`: the server may have received part of the request
 * - `responding`: the response has started
 */
export type Progress = 'waiting' | 'sent' | 'responding';

/** After the connection is open, each of these failures means that the connection was closed. */
const connectionKinds: ReadonlySet<TransportFailureKind> = new Set([
	'dns',
	'refused',
	'connectTimeout',
	'closed',
]);

/** The service does not receive a complete request that the node cannot finish. */
const unsentKinds: ReadonlySet<TransportFailureKind> = new Set([
	'proxy',
	'proxySetting',
	'fileTooLarge',
]);

const PROXY_FAILURE = 'WEB_DATA_PROXY_FAILURE';
const PROXY_SETTING = 'WEB_DATA_PROXY_SETTING';
const REQUEST_BODY_FAILURE = 'WEB_DATA_REQUEST_BODY_FAILURE';
const FILE_TOO_LARGE = 'WEB_DATA_FILE_TOO_LARGE';

const kindByCode = new Map(
	Object.entries<TransportFailureKind>({
		ENOTFOUND: 'dns',
		ENODATA: 'dns',
		EAI_AGAIN: 'dns',
		EAI_FAIL: 'dns',
		EAI_NODATA: 'dns',
		EAI_NONAME: 'dns',
		ECONNREFUSED: 'refused',
		EHOSTUNREACH: 'refused',
		EHOSTDOWN: 'refused',
		ENETUNREACH: 'refused',
		ENETDOWN: 'refused',
		EADDRNOTAVAIL: 'refused',
		ETIMEDOUT: 'connectTimeout',
		UND_ERR_CONNECT_TIMEOUT: 'connectTimeout',
		ECONNRESET: 'closed',
		ECONNABORTED: 'closed',
		EPIPE: 'closed',
		UND_ERR_SOCKET: 'closed',
		EPROTO: 'tls',
		[PROXY_FAILURE]: 'proxy',
		[PROXY_SETTING]: 'proxySetting',
		[REQUEST_BODY_FAILURE]: 'requestBody',
		[FILE_TOO_LARGE]: 'fileTooLarge',
		UND_ERR_PRX_TLS: 'proxy',
		UND_ERR_HEADERS_TIMEOUT: 'headTimeout',
		UND_ERR_BODY_TIMEOUT: 'bodyTimeout',
		UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'truncated',
		UND_ERR_HEADERS_OVERFLOW: 'tooLarge',
		HPE_HEADER_OVERFLOW: 'tooLarge',
		ERR_BUFFER_TOO_LARGE: 'tooLarge',
		Z_DATA_ERROR: 'decodeFailed',
		UND_ERR_ABORTED: 'aborted',
		UND_ERR_DESTROYED: 'aborted',
		UND_ERR_CLOSED: 'aborted',
		UND_ERR_INVALID_ARG: 'invalid',
		UND_ERR_NOT_SUPPORTED: 'invalid',
		UND_ERR_REQ_CONTENT_LENGTH_MISMATCH: 'requestBody',
		ERR_INVALID_URL: 'invalid',
	}),
);

const tlsCode =
	/^(ERR_TLS_|ERR_SSL_|ERR_OSSL_|CERT_|CRL_|UNABLE_TO_|ERROR_IN_C|DEPTH_ZERO_|SELF_SIGNED_|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_|HOSTNAME_MISMATCH)/;

/** Any value can be thrown, so the type of each error field is unknown. */
interface ClientError {
	message: unknown;
	name?: unknown;
	code?: unknown;
	cause?: unknown;
	errors?: unknown;
}

/**
 * Converts an error from the HTTP client to a failure. An error that is not known becomes `unknownKind`.
 * An error of n8n's egress filter takes precedence over other nested errors.
 */
export function toTransportFailure(
	error: unknown,
	progress: Progress,
	unknownKind: TransportFailureKind = 'refused',
): TransportFailure {
	const errors = flattenErrors(error);
	const decisive =
		errors.find(isBlocked) ?? errors.find((nested) => kindOf(nested) !== undefined) ?? errors[0];
	let failure = (decisive && kindOf(decisive)) ?? unknownKind;
	if (progress !== 'waiting' && connectionKinds.has(failure)) {
		failure = progress === 'sent' ? 'closed' : 'truncated';
	}
	return {
		kind: 'failure',
		failure,
		possiblySent: progress !== 'waiting' && !unsentKinds.has(failure),
		detail:
			String(decisive?.message ?? '') || messagesOf(errors) || codeOf(decisive) || 'Unknown error',
	};
}

export function proxyError(detail: string): Error {
	return Object.assign(new Error(`The proxy did not open a connection: ${detail}`), {
		code: PROXY_FAILURE,
	});
}

export const proxySettingError = (detail: string): Error =>
	Object.assign(new Error(detail), { code: PROXY_SETTING });

export function fileTooLargeError(fileName: string, maxBytes: number): Error {
	const message = `The file ${fileName} contains more than ${maxBytes / 1024 / 1024} MB`;
	return Object.assign(new Error(message), { code: FILE_TOO_LARGE });
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
		pending.push(next.cause);
		for (const nested of Array.isArray(next.errors) ? next.errors : []) pending.push(nested);
	}
	return [...errors];
}

// Errors from Node.js and n8n may belong to another realm. `instanceof` does not recognize such errors.
function isError(value: unknown): value is ClientError {
	return typeof value === 'object' && value !== null && 'message' in value;
}

function kindOf(error: ClientError): TransportFailureKind | undefined {
	if (isBlocked(error)) return 'blocked';
	const code = codeOf(error);
	const message = String(error.message);
	// OpenSSL cannot parse the response as TLS. The error code depends on the HTTP client.
	if (/wrong version number|packet length too long/.test(message)) return 'noTls';
	// undici reports status 407 of a proxy without a tunnel as an invalid argument.
	if (message.startsWith('Proxy Authentication Required')) return 'proxy';
	// The code of a Brotli error.
	if (code.startsWith('ERR__ERROR_')) return 'decodeFailed';
	return kindByCode.get(code) ?? (tlsCode.test(code) ? 'tls' : undefined);
}

/** n8n does not export the error classes of its egress filter. */
function isBlocked(error: ClientError): boolean {
	return String(error.name).startsWith('SsrfBlocked');
}

function codeOf(error: ClientError | undefined): string {
	return String(error?.code ?? '');
}

function messagesOf(errors: ClientError[]): string {
	return [...new Set(errors.map((error) => String(error.message)))].filter(Boolean).join('; ');
}
