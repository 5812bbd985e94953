// What goes wrong at n8n's request helper, and what it would not call wrong.
import { failureOf, unfold } from './failure';
import type { TransportFailure, TransportRequest } from './transport';

/** An error of axios, which does n8n's work, or one that it passes on; read with care. */
interface HelperError {
	code?: unknown;
	/** The system call that failed. */
	syscall?: unknown;
	/** The request that failed, with its connection; `null` where it never had one. */
	request?: { socket?: { secureConnecting?: unknown } | null };
}

/** System calls before there is a connection. */
const connecting: ReadonlySet<unknown> = new Set(['connect', 'getaddrinfo']);

/** Nothing has gone out over a connection that is not made, or whose TLS handshake is not over. */
function isUnsent({ request, syscall }: HelperError): boolean {
	const socket = request?.socket;
	return socket === null || socket?.secureConnecting === true || connecting.has(syscall);
}

/** Its time is up: axios says so with a code that means something else to Node. */
const timeout = /^timeout of \d+ms exceeded$/;

/** Where the error does not tell, the request counts as perhaps sent. */
export function failureOfHelper(error: unknown): TransportFailure {
	const isWaiting = unfold(error).some(isUnsent);
	const failure = failureOf(error, isWaiting ? 'waiting' : 'sent');
	if (failure.failure === 'blocked') return { ...failure, mayHaveBeenSent: false };
	if (!timeout.test(failure.detail)) return failure;
	return { ...failure, failure: isWaiting ? 'connectTimeout' : 'headTimeout' };
}

const headerName = /^[!#$%&'*+.^_`|~\w-]+$/;
const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/;
/** They belong to the connection. */
const forbidden: ReadonlySet<string> = new Set([
	'transfer-encoding',
	'keep-alive',
	'upgrade',
	'expect',
]);

/** Why a request cannot be sent as it is; the helper would drop from it what it does not like. */
export function unsendable(
	{ headers, headTimeoutMs, stallTimeoutMs }: TransportRequest,
	{ protocol }: URL,
): string | undefined {
	if (protocol !== 'http:' && protocol !== 'https:') return `The scheme ${protocol} is not http`;
	if (!(headTimeoutMs >= 0 && stallTimeoutMs >= 0)) return 'A time must not be negative';
	for (const [name, value] of Object.entries(headers)) {
		if (!headerName.test(name)) return 'A header has an invalid name';
		if (forbidden.has(name.toLowerCase())) return `The header ${name} can't be set`;
		if (!headerValue.test(value)) return `The header ${name} has an invalid value`;
	}
	return undefined;
}
