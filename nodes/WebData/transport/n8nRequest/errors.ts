import { toTransportFailure, flattenErrors } from '../errors';
import type { TransportFailure } from '../http';

/** Fields of an error of axios, which n8n uses. */
interface N8nRequestError {
	code?: unknown;
	/** The system call that failed. */
	syscall?: unknown;
	/** The failed request with its connection, or `null` if it never had one. */
	request?: { socket?: { secureConnecting?: unknown } | null };
}

/** System calls that establish a connection. */
const connectSyscalls: ReadonlySet<unknown> = new Set(['connect', 'getaddrinfo']);

/** Nothing was sent if the connection or its TLS handshake was not complete. */
function isUnsent({ request, syscall }: N8nRequestError): boolean {
	const socket = request?.socket;
	return socket === null || socket?.secureConnecting === true || connectSyscalls.has(syscall);
}

/** axios reports its timeout with a code that has another meaning in Node.js. */
const timeoutMessage = /^timeout of \d+ms exceeded$/;

/** If the error does not show whether the request was sent, it counts as possibly sent. */
export function n8nRequestFailure(error: unknown): TransportFailure {
	const isWaiting = flattenErrors(error).some(isUnsent);
	const failure = toTransportFailure(error, isWaiting ? 'waiting' : 'sent');
	if (failure.failure === 'blocked') return { ...failure, possiblySent: false };
	if (!timeoutMessage.test(failure.detail)) return failure;
	return { ...failure, failure: isWaiting ? 'connectTimeout' : 'headTimeout' };
}
