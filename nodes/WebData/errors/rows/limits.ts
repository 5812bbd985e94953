import { defineErrorRows } from '../row';

export const rateLimitRows = defineErrorRows({
	rateLimitPaused: {
		message: 'Rate limited',
		cause: 'The request was not sent because another request from this account was rate limited.',
		remedy: [
			'Run the workflow again in a minute, or after the limit resets.',
			'To let the node wait longer, increase {maxRetryWait} on the Settings tab.',
			'If this happens often, upgrade the plan.',
		],
		retry: 'backoff',
	},
});

export const creditRows = defineErrorRows({
	maxCreditsReached: {
		message: 'Credit limit for the execution reached',
		cause:
			'The node did not send the request, because the Web Data nodes of this execution have used all credits that {maxCreditsPerExecution} allows.',
		remedy:
			'Increase {maxCreditsPerExecution} on the Settings tab, or pass fewer items to the node.',
	},
	maxCreditsTooLow: {
		message: 'Credit limit for the execution is too low',
		cause:
			'The node did not send the request, because it costs more credits than {maxCreditsPerExecution} has left.',
		remedy: 'Increase {maxCreditsPerExecution} on the Settings tab, or request fewer pages.',
	},
});
