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

/** Error codes of Node.js and undici, by what they mean for a request. */
const codesByKind: Partial<Record<TransportFailureKind, readonly string[]>> = {
	dns: ['ENOTFOUND', 'ENODATA', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA', 'EAI_NONAME'],
	refused: [
		...['ECONNREFUSED', 'EADDRNOTAVAIL'],
		...['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN'],
	],
	connectTimeout: ['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT'],
	closed: ['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'UND_ERR_SOCKET'],
	tls: ['EPROTO'],
	proxy: ['UND_ERR_PRX_TLS'],
	headTimeout: ['UND_ERR_HEADERS_TIMEOUT'],
	bodyTimeout: ['UND_ERR_BODY_TIMEOUT'],
	truncated: ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH'],
	tooLarge: ['UND_ERR_HEADERS_OVERFLOW', 'HPE_HEADER_OVERFLOW', 'ERR_BUFFER_TOO_LARGE'],
	decodeFailed: ['Z_DATA_ERROR'],
	aborted: ['UND_ERR_ABORTED', 'UND_ERR_DESTROYED', 'UND_ERR_CLOSED'],
	invalid: ['UND_ERR_INVALID_ARG', 'UND_ERR_NOT_SUPPORTED', 'ERR_INVALID_URL'],
	requestBody: ['UND_ERR_REQ_CONTENT_LENGTH_MISMATCH'],
};

const kindByCode = new Map(
	Object.entries(codesByKind).flatMap(([kind, codes]) =>
		codes.map((code) => [code, kind as TransportFailureKind] as const),
	),
);

/** The code of an error that a transport itself throws is this prefix and the kind of the failure. */
const OWN_CODE = 'WEB_DATA_';

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

/** Returns an error that `toTransportFailure` converts to a failure of this kind. */
export const failureError = (kind: TransportFailureKind, message: string): Error =>
	Object.assign(new Error(message), { code: OWN_CODE + kind });

export const proxyError = (cause: unknown): Error =>
	failureError(
		'proxy',
		`The proxy did not open a connection: ${toTransportFailure(cause, 'waiting').detail}`,
	);

export const requestBodyError = (fileName: string, cause: unknown): Error =>
	failureError(
		'requestBody',
		`The file ${fileName} could not be read: ${messagesOf(flattenErrors(cause))}`,
	);

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
	if (code.startsWith(OWN_CODE)) return code.slice(OWN_CODE.length) as TransportFailureKind;
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
