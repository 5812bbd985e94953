// What a client's error means to the caller: one table from error codes to failures.
import type { TransportFailure, TransportFailureKind } from './http';

/** How far a request came: no byte sent, perhaps sent, answer begun. */
export type Progress = 'waiting' | 'sent' | 'responding';

/** The same code says different things before and after the request went out. */
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

/** No client has this code: it marks what went wrong at the proxy and not at the target behind it. */
const PROXY_FAILURE = 'PROXY_FAILURE';

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
		UND_ERR_REQ_CONTENT_LENGTH_MISMATCH: always('invalid'),
		ERR_INVALID_URL: always('invalid'),
	} satisfies Record<string, FailureByProgress>),
);

/** OpenSSL and Node have some sixty codes for a certificate that is not good enough. */
const tlsCode =
	/^(ERR_TLS_|ERR_SSL_|ERR_OSSL_|CERT_|CRL_|UNABLE_TO_|ERROR_IN_C|DEPTH_ZERO_|SELF_SIGNED_|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_|HOSTNAME_MISMATCH)/;

/** Brotli has a code for each way in which data can be none of its own. */
const brotliCode = /^ERR__ERROR_/;

/** What an error may carry, read with care: whoever threw it decides. */
interface ClientError {
	message: unknown;
	name?: unknown;
	code?: unknown;
	cause?: unknown;
	errors?: unknown;
}

/** n8n's egress filter exports no classes: its errors are known by name. */
const blockedName = /^SsrfBlocked/;

/**
 * Turns whatever the client threw into a failure.
 *
 * The error may be nested (`cause`) or a bundle of one error per address tried (`AggregateError`);
 * a refusal of the egress filter anywhere in it decides, otherwise the outermost known error.
 * An unknown error counts as a connection that was not made, broke, or broke off, by `progress`.
 */
export function toTransportFailure(error: unknown, progress: Progress): TransportFailure {
	const errors = flattenErrors(error);
	const decisive =
		errors.find(isBlocked) ??
		errors.find((one) => failureByProgress(one) !== undefined) ??
		errors[0];
	return {
		kind: 'failure',
		failure: (failureByProgress(decisive) ?? refusedFailure)[progress],
		possiblySent: progress !== 'waiting',
		detail:
			String(decisive?.message ?? '') || messagesOf(errors) || codeOf(decisive) || 'Unknown error',
	};
}

/** Whether the table knows the error: if so it comes from the network and not from a fault in code. */
export function isKnownFailure(error: unknown): boolean {
	return flattenErrors(error).some((one) => failureByProgress(one) !== undefined);
}

/** An error that `failureOf` reads as `proxy`. */
export function proxyFailure(detail: string): Error {
	return Object.assign(new Error(`The proxy did not open the way: ${detail}`), {
		code: PROXY_FAILURE,
	});
}

/** The error and everything nested in it, outermost first, each once. */
export function flattenErrors(error: unknown): ClientError[] {
	const found = new Set<ClientError>();
	const pending = [error];
	while (pending.length > 0) {
		const next = pending.shift();
		if (!isError(next) || found.has(next)) continue;
		found.add(next);
		pending.push(next.cause, ...(Array.isArray(next.errors) ? next.errors : []));
	}
	return [...found];
}

// By shape and not by class: Node's own errors and n8n's may come from another realm or copy.
function isError(value: unknown): value is ClientError {
	return typeof value === 'object' && value !== null && 'message' in value;
}

function failureByProgress(error: ClientError | undefined): FailureByProgress | undefined {
	if (error === undefined) return undefined;
	if (isBlocked(error)) return always('blocked');
	const code = codeOf(error);
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
