import { defineServiceRows } from '../errorRow';

const gatewayRow = {
	table: 'observed',
	fromGateway: true,
	retry: 'never',
	possiblyExecuted: false,
} as const;

/** Error rows for responses that a proxy, a firewall, or another server returned in place of the service. */
export const gatewayRows = defineServiceRows({
	gatewayUnauthorized: {
		...gatewayRow,
		status: 401,
		message: 'Login required by a proxy or another server',
		cause:
			'The response does not have the format of the service, so the API key was probably not checked.',
		remedy:
			'Ask the operator of the proxy or firewall to allow requests from n8n to {baseUrl}. Check that {baseUrl} is the address of the API.',
	},
	gatewayForbidden: {
		...gatewayRow,
		status: 403,
		message: 'Blocked by a proxy or firewall',
		cause:
			'The response does not have the format of the service, so the API key was probably not checked.',
		remedy:
			'Ask the operator of the proxy or firewall to allow requests from n8n to {baseUrl}. Check that {baseUrl} is the address of the API.',
	},
	gatewayNotFound: {
		...gatewayRow,
		status: 404,
		message: 'Endpoint not found on this server',
		cause:
			'The response does not have the format of the service, so it comes from a proxy or another server, or the server does not have this endpoint.',
		remedy:
			'Check that {baseUrl} is the address of the API, not of a website or dashboard. If the server is self-hosted, check whether its version supports the operation.',
	},
	proxyLogin: {
		...gatewayRow,
		status: 407,
		message: 'Login required by the proxy',
		cause: 'The proxy between n8n and the service requires a user name and a password.',
		remedy:
			'Ask an admin of this n8n instance to add the user name and the password to HTTP_PROXY, HTTPS_PROXY, or ALL_PROXY.',
	},
});
