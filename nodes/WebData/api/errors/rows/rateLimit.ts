import type { ErrorRow } from '../errorRow';

/** Error rows for the node's rate limiter. */
export const rateLimitRows = {
	rateLimitPaused: {
		id: 'rateLimitPaused',
		message: 'Rate limited',
		cause: 'The request was not sent, because another request of this account was rate limited.',
		remedy:
			'If this happens often, upgrade the plan. Increase {maxRetryWait} in the Settings tab to wait longer. Run the workflow again after the limit has been reset, or in a minute: during a long wait the node sends one probe request per minute.',
		retry: 'backoff',
		possiblyExecuted: false,
	},
} as const satisfies Record<string, ErrorRow>;
