import { defineErrorRows } from '../errorRow';

export const creditRows = defineErrorRows({
	maxCreditsReached: {
		message: 'Credit limit for the execution reached',
		cause:
			'The node did not send the request, because the Web Data nodes of this execution have used all credits that {maxCreditsPerExecution} allows.',
		remedy:
			'Increase {maxCreditsPerExecution} on the Settings tab, or pass fewer items to the node.',
		retry: 'never',
		possiblyExecuted: false,
	},
});
