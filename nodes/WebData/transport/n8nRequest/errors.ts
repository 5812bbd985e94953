import { toTransportFailure, flattenErrors } from '../errors';
import type { TransportFailure } from '../http';

/** Fields of an axios error. n8n sends requests with axios. */
interface N8nRequestError {
	code?: unknown;
	syscall?: unknown;
	/** `socket` is `null` if no connection was assigned to the request. */
	request?: { socket?: { secureConnecting?: unknown } | null };
}

const connectSyscalls: ReadonlySet<unknown> = new Set(['connect', 'getaddrinfo']);

function isUnsent({ request, syscall }: N8nRequestError): boolean {
	const socket = request?.socket;
	return socket === null || socket?.secureConnecting === true || connectSyscalls.has(syscall);
}

/** Matches the message of an axios timeout. */
const timeoutMessage = /^timeout of \d+ms exceeded$/;

/** Converts an axios error to a `TransportFailure`. */
export function n8nRequestFailure(error: unknown): TransportFailure {
	const isWaiting = flattenErrors(error).some(isUnsent);
	const failure = toTransportFailure(error, isWaiting ? 'waiting' : 'sent');
	if (failure.failure === 'blocked') return { ...failure, possiblySent: false };
	if (!timeoutMessage.test(failure.detail)) return failure;
	return { ...failure, failure: isWaiting ? 'connectTimeout' : 'headTimeout' };
}
