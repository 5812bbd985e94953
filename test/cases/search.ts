import type { ResourceCases } from './operationCase';
import { ofOtherFormats } from './rows';
import { anyFields } from './samples';

export const search: ResourceCases = {
	search: {
		parameters: () => ({ query: 'lighthouse', limit: 2 }),
		request: 'POST /v2/search',
		repeat: 'paidAgain',
		/** A search costs 2 credits per 10 results, rounded up. */
		credits: 2,
		executions: ({ charged }) => charged / 2,
		output: ['success', 'data', 'creditsUsed', 'id'],
		samples: [{ success: true, data: anyFields, creditsUsed: 2, id: 'a', warning: 'a' }],
		never: ofOtherFormats,
	},
};
