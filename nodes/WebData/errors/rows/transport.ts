import type { TransportFailureKind } from '../../transport/http';
import { defineErrorRows, either } from '../row';

/** Error rows for requests without a complete response. */
export const transportRows = defineErrorRows<TransportFailureKind>({
	blocked: {
		message: 'Address not allowed',
		cause: 'A rule of this n8n instance forbids requests to this address, so nothing was sent.',
		remedy: 'Change {baseUrl}, or ask an admin of this n8n instance to allow the address.',
	},
	dns: {
		message: 'Host name of the service not found',
		cause: 'The host name in {baseUrl} has no address, or DNS does not work on this n8n instance.',
		remedy:
			'Check {baseUrl} for typos. If the address is correct, check the DNS settings of this n8n instance.',
		retry: 'backoff',
	},
	refused: {
		message: 'Connection refused by the service',
		cause: 'The connection to {baseUrl} was refused, or no route to the host exists.',
		remedy: 'Check the host and port in {baseUrl}. Make sure that the service is running.',
		retry: 'backoff',
	},
	connectTimeout: {
		message: 'Connection to the service timed out',
		cause: 'n8n could not connect to {baseUrl} in time.',
		remedy:
			'Check {baseUrl}. Make sure that no firewall or proxy blocks n8n from reaching this address.',
		retry: 'backoff',
	},
	tls: {
		message: 'TLS certificate of the service rejected',
		cause: "The server's certificate is not trusted, has expired, or belongs to another host.",
		remedy:
			"Check {baseUrl}. If a private certificate authority issued the certificate, start n8n with NODE_EXTRA_CA_CERTS set to the path of the authority's certificate.",
	},
	noTls: {
		message: 'The server does not use TLS',
		cause: 'The address in {baseUrl} starts with https://, but the server responds without TLS.',
		remedy:
			'If the server uses plain HTTP, start {baseUrl} with http://. Otherwise, check the port.',
	},
	proxy: {
		message: 'Proxy connection failed',
		cause:
			'n8n reaches the service through a proxy, which refused the connection or did not respond.',
		remedy:
			'Ask an admin of this n8n instance to check HTTP_PROXY, HTTPS_PROXY, ALL_PROXY, and NO_PROXY.',
		retry: 'backoff',
	},
	proxySetting: {
		message: 'Proxy not supported',
		cause:
			'The proxy settings of this n8n instance are not valid, or name a proxy of an unsupported kind, such as SOCKS.',
		remedy:
			'Ask an admin of this n8n instance to use an http:// or https:// address in HTTP_PROXY, HTTPS_PROXY, or ALL_PROXY, or to add the host of {baseUrl} to NO_PROXY.',
	},
	headTimeout: {
		message: 'Response timed out',
		cause: 'The request was sent, but no response arrived in time.',
		remedy: ['Run the workflow again later.', 'To allow more time, set {timeout}.'],
		retry: 'backoff',
	},
	bodyTimeout: {
		message: 'Response stopped before completion',
		cause: 'The response started, but no more data arrived.',
		remedy: 'Run the workflow again later.',
		retry: 'backoff',
	},
	closed: {
		message: 'Connection to the service lost',
		cause: 'The connection was closed before a response arrived.',
		remedy: 'Run the workflow again later.',
		retry: 'backoff',
	},
	truncated: {
		message: 'Response incomplete',
		cause: 'The connection was closed before the whole response arrived.',
		remedy: 'Run the workflow again later.',
		retry: 'backoff',
	},
	decodeFailed: {
		message: 'Response could not be decompressed',
		cause: 'The compression of the response does not match its headers.',
		remedy: 'Make sure that no proxy between n8n and {baseUrl} changes responses.',
		retry: 'ifFree',
	},
	tooLarge: {
		message: 'Response too large',
		cause: 'The response is larger than {maxResponseSize} allows.',
		remedy: either(
			'Increase {maxResponseSize} on the Settings tab, or remove entries from {formats}.',
			'Increase {maxResponseSize} on the Settings tab, or request less data.',
			'Check that {baseUrl} is the address of the API.',
		),
	},
	aborted: {
		message: 'Request stopped',
		cause:
			'The execution was stopped, or the node reached its time limit, before the request was complete.',
		remedy:
			'Run the workflow again to repeat the request. If the request costs credits, check first whether the service executed it.',
	},
	invalid: {
		message: 'Request could not be sent',
		cause:
			'Part of the request is not allowed in HTTP, for example, a line break in a header or in the API key.',
		remedy: 'Check {apiKey} and {baseUrl} for invalid characters.',
	},
	fileTooLarge: {
		message: 'File too large',
		cause: 'The file is larger than the service accepts, so the node stopped the upload.',
		remedy: 'Split the file, or compress its images.',
	},
	requestBody: {
		message: 'File could not be read',
		cause: 'n8n could not read the whole binary file while sending the request.',
		remedy: 'Check that the binary data of the item still exists, then run the workflow again.',
		retry: 'backoff',
	},
});
