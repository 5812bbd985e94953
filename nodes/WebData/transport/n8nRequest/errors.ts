// What goes wrong at n8n's request helper, and what it would not call wrong.
import { toTransportFailure, flattenErrors } from '../errors';
import type { TransportFailure, TransportRequest } from '../http';

/** An error of axios, which does n8n's work, or one that it passes on; read with care. */
interface N8nRequestError {
	code?: unknown;
	/** The system call that failed. */
	syscall?: unknown;
	/** The request that failed, with its connection; `null` where it never had one. */
	request?: { socket?: { secureConnecting?: unknown } | null };
}

/** System calls before there is a connection. */
const connectSyscalls: ReadonlySet<unknown> = new Set(['connect', 'getaddrinfo']);

/** Nothing has gone out over a connection that is not made, or whose TLS handshake is not over. */
function isUnsent({ request, syscall }: N8nRequestError): boolean {
	const socket = request?.socket;
	return socket === null || socket?.secureConnecting === true || connectSyscalls.has(syscall);
}

/** Its time is up: axios says so with a code that means something else to Node. */
const timeoutMessage = /^timeout of \d+ms exceeded$/;

/** Where the error does not tell, the request counts as perhaps sent. */
export function n8nRequestFailure(error: unknown): TransportFailure {
	const isWaiting = flattenErrors(error).some(isUnsent);
	const failure = toTransportFailure(error, isWaiting ? 'waiting' : 'sent');
	if (failure.failure === 'blocked') return { ...failure, possiblySent: false };
	if (!timeoutMessage.test(failure.detail)) return failure;
	return { ...failure, failure: isWaiting ? 'connectTimeout' : 'headTimeout' };
}

const headerName = /^[!#$%&'*+.^_`|~\w-]+$/;
const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/;
/** They belong to the connection. */
const connectionHeaders: ReadonlySet<string> = new Set([
	'transfer-encoding',
	'keep-alive',
	'upgrade',
	'expect',
]);

/** Why a request cannot be sent as it is; the helper would drop from it what it does not like. */
export function invalidRequestReason(
	{ headers, headTimeoutMs, stallTimeoutMs }: TransportRequest,
	{ protocol }: URL,
): string | undefined {
	if (protocol !== 'http:' && protocol !== 'https:') return `The scheme ${protocol} is not http`;
	if (!(headTimeoutMs >= 0 && stallTimeoutMs >= 0)) return 'A time must not be negative';
	for (const [name, value] of Object.entries(headers)) {
		if (!headerName.test(name)) return 'A header has an invalid name';
		if (connectionHeaders.has(name.toLowerCase())) return `The header ${name} can't be set`;
		if (!headerValue.test(value)) return `The header ${name} has an invalid value`;
	}
	return undefined;
}
