import type { ServiceRow } from '../errorRow';

const unavailable = {
	table: 'observed',
	status: 500,
	endpoints: ['account'],
	message: 'No data about this account',
	cause:
		'The service could not read the data, for example because it is a self-hosted server without an account database.',
	remedy: 'Run the workflow again later. Remove this node if the server has no account database.',
	retry: 'backoff',
	possiblyExecuted: true,
} as const;

/**
 * Error rows for account requests. The specification does not document these errors; they were observed in the live
 * API.
 */
export const accountRows = [
	{
		id: 'noCreditBalance',
		table: 'observed',
		status: 404,
		endpoints: ['account'],
		pattern: /credit|token|usage|balance/i,
		message: 'No credit balance for this account',
		cause:
			'The service has no credit balance for this account, for example because it is a self-hosted server without billing.',
		remedy: 'Remove this node if the server does not count credits.',
		retry: 'never',
		possiblyExecuted: false,
	},
	{ id: 'accountDataFailed', ...unavailable, code: 'UNKNOWN_ERROR' },
	{ id: 'accountDataUnavailable', ...unavailable },
] as const satisfies readonly ServiceRow[];
