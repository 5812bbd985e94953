import type { ResponseDefect } from '../../json/json';
import { defineErrorRows, defineServiceRows, either } from '../row';

const blockedByGateway = {
	cause: "The response is not in the service's format, so the API key was probably not checked.",
	remedy:
		'Ask the operator of the proxy or firewall to allow requests from n8n to {baseUrl}. Check that {baseUrl} is the address of the API.',
};

/** Error rows for responses that a proxy, a firewall, or another server returned in place of the service. */
export const gatewayRows = defineServiceRows({
	gatewayUnauthorized: {
		fromGateway: true,
		status: 401,
		message: 'Login required by a proxy or another server',
		...blockedByGateway,
	},
	gatewayForbidden: {
		fromGateway: true,
		status: 403,
		message: 'Blocked by a proxy or firewall',
		...blockedByGateway,
	},
	gatewayNotFound: {
		fromGateway: true,
		status: 404,
		message: 'Endpoint not found on this server',
		cause:
			"The response is not in the service's format: a proxy or another server sent it, or the server does not have this endpoint.",
		remedy:
			'Check that {baseUrl} is the address of the API, not of a website or dashboard. If the server is self-hosted, check whether its version supports the operation.',
	},
	gatewayTooLarge: {
		fromGateway: true,
		status: 413,
		message: 'Request too large for a proxy or web server',
		cause:
			'A proxy or web server in front of the service does not accept requests of this size, so the service did not receive the request.',
		remedy:
			'Ask the operator of the proxy to increase its limit for uploads, or send less data, for example, a smaller file.',
	},
	proxyLogin: {
		fromGateway: true,
		status: 407,
		message: 'Login required by the proxy',
		cause: 'The proxy between n8n and the service requires a username and a password.',
		remedy:
			'Ask an admin of this n8n instance to add the username and the password to HTTP_PROXY, HTTPS_PROXY, or ALL_PROXY.',
	},
});

const notThisService = {
	cause: 'Another server responds at {baseUrl}, or a proxy changed the response.',
	remedy: 'Check that {baseUrl} is the address of the API, not of a website or dashboard.',
};

const incomplete = {
	cause:
		'The response from the service or a proxy ended early, although the connection was intact.',
	remedy:
		'Run the workflow again. If the error persists, contact the operator of the service or its proxy.',
	// The specification has no retry rule for unreadable 2xx responses.
	retry: 'ifFree',
} as const;

export const responseRows = defineErrorRows<ResponseDefect>({
	html: { message: 'The service returned HTML instead of JSON', ...notThisService },
	notJson: { message: 'The response is not JSON', ...notThisService },
	cutOffJson: { message: 'The JSON response is incomplete', ...incomplete },
	empty: { message: 'The response is empty', ...incomplete },
	nothing: { message: 'The response is null instead of an object', ...notThisService },
	array: { message: 'The response is a list instead of an object', ...notThisService },
	scalar: { message: 'The response is a single value instead of an object', ...notThisService },
	noData: { message: 'The response contains no data', ...notThisService },
	tooComplex: {
		message: 'Response too complex',
		cause:
			'The JSON response contains more than 1,000,000 values or more than 4,000 nested levels, which would block n8n.',
		remedy: either('Remove entries from {formats}.', 'Request less data.'),
	},
});

const redirectRow = {
	message: 'Unexpected redirect',
	cause:
		'The server redirected the request, and the node does not send the API key to another address.',
};

/** Error rows for redirects, and for undocumented 4xx and 5xx status codes. */
export const fallbackRows = defineErrorRows({
	redirect: { ...redirectRow, remedy: notThisService.remedy },
	redirectToHttps: {
		...redirectRow,
		message: 'The service requires HTTPS',
		remedy: 'Start {baseUrl} with https:// instead of http://.',
	},
	redirectOnHost: {
		...redirectRow,
		remedy:
			'Check that {baseUrl} is the address of the API, not of a website, a dashboard, or an older version of the API.',
	},
	// The other host may be a login page, so its address must not become the base URL.
	redirectToOtherHost: {
		...redirectRow,
		message: 'Redirect to another host, such as a login page',
		remedy:
			'Ask the operator of the proxy or firewall to allow requests from n8n to {baseUrl} without a login. Check that {baseUrl} is the address of the API.',
	},
	serviceUnreachable: {
		message: 'A proxy could not connect to the service',
		cause:
			'The proxy in front of the service could not connect to it, for example, because the service is restarting.',
		remedy:
			'Run the workflow again later. If the error persists, contact the operator of the service.',
		retry: 'sometimes',
	},
	otherClientError: {
		preferServiceText: true,
		message: 'Request rejected by the service',
		cause: 'The service returned a status that is not documented.',
		remedy: 'Check the values in the form and in {baseUrl}.',
	},
	otherServerError: {
		preferServiceText: true,
		message: 'The service failed',
		cause: 'The service or a proxy returned a status that is not documented.',
		remedy: 'Run the workflow again later.',
		retry: 'sometimes',
		possiblyExecuted: true,
	},
});
