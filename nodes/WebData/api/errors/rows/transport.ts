import type { TransportFailureKind } from '../../../transport/http';
import type { ErrorRow } from '../errorRow';

type TransportRow = Omit<ErrorRow, 'id' | 'possiblyExecuted'>;

/** Whether the request may have been carried out is not a property of the kind: the transport tells it for each failure. */
export const transportRows = {
	blocked: {
		message: 'The address is not allowed',
		cause: 'A rule of this n8n forbids requests to this address, so nothing was sent.',
		remedy: 'Change {baseUrl}, or have an admin of this n8n allow the address.',
		retry: 'never',
	},
	dns: {
		message: 'The address of the service was not found',
		cause: 'The host name in {baseUrl} has no address, or name resolution does not work here.',
		remedy: 'Check {baseUrl} for a spelling mistake.',
		retry: 'backoff',
	},
	refused: {
		message: 'Nobody answers at the address of the service',
		cause: 'The connection to {baseUrl} was refused, or no route leads there.',
		remedy: 'Check host and port in {baseUrl}, and that the service is running.',
		retry: 'backoff',
	},
	connectTimeout: {
		message: 'The service could not be reached in time',
		cause: 'No connection to {baseUrl} came about.',
		remedy: 'Check {baseUrl}, and that a firewall or proxy lets this n8n reach it.',
		retry: 'backoff',
	},
	tls: {
		message: 'The TLS certificate of the service was not accepted',
		cause:
			'The certificate behind {baseUrl} is not trusted, has expired, or belongs to another host.',
		remedy:
			'Check {baseUrl}; for a certificate of your own authority, start n8n with NODE_EXTRA_CA_CERTS.',
		retry: 'never',
	},
	proxy: {
		message: 'The proxy did not let the request through',
		cause: 'n8n reaches the service through a proxy, and the proxy refused or did not answer.',
		remedy: 'Have an admin check HTTP_PROXY, HTTPS_PROXY and NO_PROXY of this n8n.',
		retry: 'backoff',
	},
	headTimeout: {
		message: 'The service did not answer in time',
		cause: 'The request was sent, and no answer began within its time.',
		remedy:
			'Run the node again later. Set {timeout} to the time that the work needs: this node waits 30 seconds longer.',
		retry: 'backoff',
	},
	bodyTimeout: {
		message: "The service's answer stopped in the middle",
		cause: 'The answer began, and then nothing more of it came.',
		remedy: 'Run the node again later.',
		retry: 'backoff',
	},
	closed: {
		message: 'The connection to the service broke',
		cause: 'The connection was closed before an answer came.',
		remedy: 'Run the node again later.',
		retry: 'backoff',
	},
	truncated: {
		message: "The service's answer broke off",
		cause: 'The connection was closed before the whole answer had come.',
		remedy: 'Run the node again later.',
		retry: 'backoff',
	},
	decodeFailed: {
		message: "The service's answer could not be unpacked",
		cause: 'The answer came whole, and is not compressed in the way that its head says.',
		remedy:
			'Look whether a proxy between n8n and {baseUrl} changes the answers. Run the node again when that is mended.',
		retry: 'ifFree',
	},
	tooLarge: {
		message: "The service's answer is too large",
		cause: 'The answer is larger than {maxResponseSize} allows.',
		remedy:
			'Raise {maxResponseSize} in the Settings tab, or ask for less. Choose fewer {formats} to make the answer smaller.',
		retry: 'never',
	},
	aborted: {
		message: 'The execution was canceled',
		cause: 'The execution was stopped while the request was on its way.',
		remedy: 'Run the workflow again when you need the result.',
		retry: 'never',
	},
	invalid: {
		message: 'The request cannot be sent',
		cause:
			'A part of the request is not allowed in HTTP, for example a line break in a header or in the key.',
		remedy: 'Check {apiKey} and {baseUrl} for characters that do not belong there.',
		retry: 'never',
	},
	requestBody: {
		message: 'The file could not be read',
		cause: 'n8n could not read the whole file from its binary data while sending it.',
		remedy: 'Check that the binary data of the item still exists, then run the node again.',
		retry: 'backoff',
	},
	held: {
		message: 'The account has to wait',
		cause:
			'This request was not sent: its account has to wait for longer than it may, since the service has refused another one.',
		remedy:
			'Upgrade the plan where this comes often. Raise {maxRetryWait} in the Settings tab to wait longer. Run the node again when that time is over, or a minute from now: once a minute a request goes ahead and sees whether the account still has to wait.',
		retry: 'backoff',
	},
} as const satisfies Record<TransportFailureKind, TransportRow>;
