import { activityRoute } from '../../client/jobs/find';
import { defineRoute } from '../../client/request';
import { defineServiceRows } from '../../errors/row';

const unavailable = {
	table: 'observed',
	status: 500,
	message: 'Account data not available',
	cause:
		'The service could not read the account data, which is normal for a self-hosted server without an account database.',
	remedy: 'Run the workflow again later. If the server has no account database, remove this node.',
	retry: 'backoff',
	possiblyExecuted: true,
} as const;

/** The specification does not document the errors of account requests. The open-source server returns them. */
export const accountRows = defineServiceRows({
	noCreditBalance: {
		status: 404,
		pattern: /credit|token|usage|balance/i,
		message: 'No credit balance for this account',
		cause:
			'The service returned no credit balance, which is normal for a self-hosted server without billing.',
		remedy:
			'If the server has no billing, remove this node. Otherwise, run the workflow again later.',
	},
	accountDataFailed: { ...unavailable, code: 'UNKNOWN_ERROR' },
	accountDataUnavailable: { ...unavailable },
});

const errors = Object.values(accountRows);

export const accountRoutes = {
	activity: { ...activityRoute, errors },
	/** The service counts this request as a status check. */
	concurrency: defineRoute('GET', 'concurrency-check', { errors, rateClass: 'crawlStatus' }),
	creditHistory: defineRoute('GET', 'team/credit-usage/historical', { errors }),
	creditUsage: defineRoute('GET', 'team/credit-usage', { errors, dataField: 'data' }),
	queueStatus: defineRoute('GET', 'team/queue-status', { errors }),
};
