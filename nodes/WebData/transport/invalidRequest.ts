import type { TransportRequest } from './http';

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
