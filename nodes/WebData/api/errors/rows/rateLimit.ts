import { defineErrorRows } from '../errorRow';

export const rateLimitRows = defineErrorRows({
	rateLimitPaused: {
		message: 'Rate limited',
		cause: 'The request was not sent because another request from this account was rate limited.',
		remedy:
			'If this happens often, upgrade the plan. To wait longer, increase {maxRetryWait} on the Settings tab. During a long wait, the node sends one probe request per minute. Run the workflow again in a minute, or after the limit resets.',
		retry: 'backoff',
		possiblyExecuted: false,
	},
});
