import type { ErrorRow } from '../errorRow';

/** Error rows for the node's credit limit. */
export const creditRows = {
	maxCreditsReached: {
		id: 'maxCreditsReached',
		message: 'Credit limit of the execution reached',
		cause:
			'The request was not sent, because the Web Data nodes of this execution have used the credits that {maxCreditsPerExecution} allows.',
		remedy:
			'Increase {maxCreditsPerExecution} in the Settings tab, or pass fewer items to the node.',
		retry: 'never',
		possiblyExecuted: false,
	},
} as const satisfies Record<string, ErrorRow>;
