import { defineErrorRows } from '../errorRow';

/** Error rows for undocumented status codes, with one row each for 3xx, 4xx, and 5xx. */
export const fallbackRows = defineErrorRows({
	redirect: {
		message: 'Unexpected redirect',
		cause:
			'The service redirected the request to another address, and the node does not send the API key there.',
		remedy: 'Set {baseUrl} to the final address. Use https:// for a service that supports HTTPS.',
		retry: 'never',
		possiblyExecuted: false,
	},
	otherClientError: {
		preferServiceText: true,
		message: 'Request rejected by the service',
		cause: 'The service returned a status that is not documented.',
		remedy: 'Check the form fields and {baseUrl}.',
		retry: 'never',
		possiblyExecuted: false,
	},
	otherServerError: {
		preferServiceText: true,
		message: 'The service failed',
		cause: 'The service returned a status that is not documented.',
		remedy: 'Run the workflow again later.',
		retry: 'never',
		possiblyExecuted: true,
	},
});
