import { toTransportFailure, flattenErrors } from '../errors';
import type { TransportFailure } from '../http';

/** Fields of an axios error. n8n uses axios. */
interface N8nRequestError {
	code?: unknown;
	/** Name of the failed system call. */
	syscall?: unknown;
	/** Failed request with its socket. The socket is `null` if no connection was assigned. */
	request?: { socket?: { secureConnecting?: unknown } | null };
}

/** System calls that establish a connection. */
const connectSyscalls: ReadonlySet<unknown> = new Set(['connect', 'getaddrinfo']);

/** Whether nothing was sent, because the connection or its TLS handshake was not complete. */
function isUnsent({ request, syscall }: N8nRequestError): boolean {
	const socket = request?.socket;
	return socket === null || socket?.secureConnecting === true || connectSyscalls.has(syscall);
}

/** axios reports a timeout with a code that has another meaning in Node.js. */
const timeoutMessage = /^timeout of \d+ms exceeded$/;

/**
 * Converts an axios error to a failure. If the error does not show whether the request was sent, the request counts as
 * possibly sent.
 */
export function n8nRequestFailure(error: unknown): TransportFailure {
	const isWaiting = flattenErrors(error).some(isUnsent);
	const failure = toTransportFailure(error, isWaiting ? 'waiting' : 'sent');
	if (failure.failure === 'blocked') return { ...failure, possiblySent: false };
	if (!timeoutMessage.test(failure.detail)) return failure;
	return { ...failure, failure: isWaiting ? 'connectTimeout' : 'headTimeout' };
}
